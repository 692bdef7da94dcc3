// SPDX-License-Identifier: MIT
// Runs the dispatches of one ring on its workers.
#pragma once

#include "sim/wave/dispatch_run.h"
#include "sim/wave/wave_device.h"
#include "sim/wave/worker.h"

#include <memory>
#include <mutex>
#include <vector>

namespace wb::sim {

class Dispatcher {
public:
    explicit Dispatcher(WaveDevice& device);
    ~Dispatcher();

    /// Runs the dispatch to its end on the calling thread and, if it takes long, on others, which are started
    /// when the first such dispatch comes: WaveOptions::threads in all. The caller holds a
    /// GpuMemory::ExecutorThread of `vm`. Not reentrant. `cancelled` set before or during the run, with
    /// kill() called afterwards, ends it.
    DispatchEnd run(const ComputeDispatch& dispatch, Vm& vm, const std::atomic<bool>& cancelled);

    /// Any thread: kills the waves of the dispatch that runs now, if any.
    void kill();

private:
    struct Helper;
    void call_helpers(DispatchRun& run);
    std::mutex mutex_; ///< Guards current_.
    DispatchRun* current_ = nullptr;
    WaveDevice& device_;
    Worker worker_;
    std::vector<std::unique_ptr<Helper>> helpers_;
};

} // namespace wb::sim
