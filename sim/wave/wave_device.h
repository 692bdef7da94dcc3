// SPDX-License-Identifier: MIT
// What all rings' wave schedulers share: the device's wave slots, trap registers, instruction-cache
// generations, and the way to reach running waves from other threads.
#pragma once

#include "sim/isa/code_cache.h"
#include "sim/kernel/trap_registers.h"
#include "sim/wave/occupancy.h"
#include "sim/wave/sq_command.h"
#include "sim/wave/trap_every.h"

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace wb::sim {

/// Environment of the simulator that concerns waves.
struct WaveOptions {
    /// WAVEBREAK_SIM_SEED: poison pattern, and when not 0 a shuffled schedule with short, uneven turns.
    uint32_t seed = 0;
    /// WAVEBREAK_SIM_THREADS: worker threads per ring that run the groups of one dispatch. Unset, it is the
    /// number of cores, but 1 with a seed, a trace of waves or a trap after every instruction, whose order
    /// should repeat.
    unsigned threads = 1;
    /// The variable was set: dispatches that may trap are shared among the threads too. Else they run on one,
    /// so that the same wave stops first in every run of a debugged program.
    bool threads_asked = false;
    /// Instructions of a wave's turn.
    unsigned quantum = 8192;
    /// WAVEBREAK_SIM_TRAP_EVERY and WAVEBREAK_SIM_TRAP_HANDLER: see sim/wave/trap_every.h. Empty: off.
    std::string trap_every_handler{};
    /// WAVEBREAK_SIM_DEFERRED: loads land at the wait that covers them (deferred.h).
    bool deferred_loads = false;
    static WaveOptions from_environment();
};

/// A worker's letter box: how other threads interrupt it. All members under `mutex` but `attention`.
struct WorkerBox {
    std::mutex mutex;
    std::condition_variable arrived;
    std::atomic<bool> attention{false};  ///< Something for the worker to look at.
    std::atomic<bool> wants_room{false}; ///< It waits for wave slots to become free.
    std::vector<SqCommand> commands;
    /// Sets `attention` and wakes the worker.
    void ring();
};

class WaveDevice {
public:
    WaveDevice(TrapRegisters& traps, const WaveOptions& options)
        : traps(traps), options(options), trap_every(options.trap_every_handler) {}

    TrapRegisters& traps;
    const WaveOptions options;
    TrapEvery trap_every;
    Occupancy occupancy;
    /// SPI_GDBG_PER_VMID_CNTL of each VMID.
    std::array<std::atomic<uint32_t>, kVmidCount> gdbg_per_vmid{};
    /// Invalidations of the WGPs' instruction caches: s_icache_inv and GLI_INV.
    CodeCacheEpochs code_epochs;
    /// s_sendmsg INTERRUPT messages seen.
    std::atomic<uint64_t> interrupts{0};

    /// Numbers for `count` waves that are launched now. The first wave of the device is 1.
    uint64_t take_launch_numbers(unsigned count) { return next_launch_.fetch_add(count); }
    void add_worker(WorkerBox& box);
    void remove_worker(WorkerBox& box);
    /// Hands the command to all workers; each applies it to its waves at its next turn. Returns at once.
    void post(const SqCommand& command);
    /// Wave slots became free: wakes workers that wait for them.
    void room_freed();
    /// Makes every worker look whether its dispatch was stopped.
    void ring_all();
    /// Workers with WorkerBox::wants_room set.
    std::atomic<int> room_waiters{0};

private:
    std::atomic<uint64_t> next_launch_{1};
    std::mutex workers_mutex_;
    std::vector<WorkerBox*> workers_;
};

} // namespace wb::sim
