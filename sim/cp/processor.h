// SPDX-License-Identifier: MIT
// The packet processor of one ring: fetches packets from indirect buffers and executes them. It has no thread
// of its own; the ring (ring.h) calls it.
#pragma once

#include "sim/cp/packet.h"
#include "sim/cp/registers.h"
#include "sim/kernel/ring_port.h"
#include "sim/wave/dispatcher.h"
#include "sim/wave/wave_device.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <vector>

namespace wb::sim {

class PacketProcessor {
public:
    PacketProcessor(WaveDevice& device, RingId ring);

    /// Runs the indirect buffers of a job to their end, on the calling thread, which must hold a
    /// GpuMemory::ExecutorThread of job.vm. What went wrong has been said with trace::loud.
    JobEnd run(const Job& job);

    /// Before run() of a job: forgets an earlier kill().
    void begin_job() { killed_.store(false); }
    /// Any thread: ends the job that runs now, wherever it is.
    void kill();
    bool killed() const { return killed_.load(std::memory_order_acquire); }

    // For packet handlers.
    RegisterFile& registers() { return registers_; }
    GpuMemory& memory() { return vm_->memory(); }
    WaveDevice& device() { return device_; }
    RingId ring() const { return ring_; }
    /// Runs a dispatch with the registers as they are. `dims` as in the packet.
    Status dispatch(const uint32_t (&dims)[3], uint32_t initiator);
    /// Continues at another buffer: `chain` replaces the current one, else it is called.
    Status enter_buffer(uint64_t va, uint32_t dwords, bool chain);
    /// Skips the next `dwords` dwords of the current buffer.
    Status skip(uint32_t dwords);
    /// Waits a little, longer each time, until killed. `attempt` counts from 0.
    void pause(unsigned attempt);
    /// Page fault of the packet processor itself since the last call, as an error.
    Status check_fault();
    /// All of [va, va + size) mapped? Else an error that names `what`.
    Status check_range(uint64_t va, uint64_t size, bool write, const char* what);
    /// SET_BASE 1: what offsets of DISPATCH_INDIRECT on the gfx ring count from.
    uint64_t indirect_base = 0;
    /// SET_PREDICATION: packets with the predicate bit are skipped while false.
    bool predicate_passes = true;
    /// Threads that dispatches started while statistics were on: PIPELINESTAT_START on the gfx ring,
    /// COMPUTE_PIPELINESTAT_ENABLE on compute rings. Goes on from job to job.
    uint64_t compute_invocations = 0;
    bool statistics_on = false;

private:
    struct Cursor {
        uint64_t va;
        uint32_t dwords; ///< Left.
    };
    Status run_buffer(const Ib& ib);
    Status step();
    Status execute(const Packet& packet);

    WaveDevice& device_;
    const RingId ring_;
    RegisterFile registers_;
    Dispatcher dispatcher_;
    Vm* vm_ = nullptr;
    std::vector<Cursor> stack_;
    std::vector<uint32_t> body_;
    std::atomic<bool> killed_{false};
    std::mutex pause_mutex_;
    std::condition_variable pause_changed_;
};

} // namespace wb::sim
