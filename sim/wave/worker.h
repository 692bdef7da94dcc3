// SPDX-License-Identifier: MIT
// A worker: one host thread's scheduler of resident waves. A wave runs until it ends, blocks, sleeps or has
// had its turn. A new group is launched when nothing else can run, or when a wave used up its turn, so that a
// plain dispatch stays in the host's caches and yet waves that spin on another group's result, or stand in a
// trap handler, never keep the rest of the grid from running.
#pragma once

#include "sim/isa/code_cache.h"
#include "sim/wave/dispatch_run.h"
#include "sim/wave/ready_queue.h"
#include "sim/wave/resident.h"
#include "sim/wave/trap.h"
#include "sim/wave/wave_device.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace wb::sim {

class Worker final : public WaveServices {
public:
    explicit Worker(WaveDevice& device);
    ~Worker() override;
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// Runs groups of `run` until none is left or it is stopped. The calling thread must hold a
    /// GpuMemory::ExecutorThread of run.vm. One dispatch at a time. `call_help`, if given, is called once,
    /// when the dispatch has run long enough to be worth other threads' while and has groups left.
    void run(DispatchRun& run, const std::function<void()>& call_help = {});

    // WaveServices.
    uint64_t realtime() override;
    uint64_t shader_cycles() override;
    uint64_t trap_memory_address(const Wave& wave) override;
    uint64_t trap_base_address(const Wave& wave) override;
    void send_message(Wave& wave, unsigned message) override;
    void invalidate_instruction_cache(Wave& wave) override;

private:
    // worker.cpp: scheduling.
    bool launch_next_group();
    void run_turn(ResidentWave& resident);
    void make_ready(ResidentWave& resident);
    void sleep(ResidentWave& resident);
    void arrive_at_barrier(ResidentWave& resident);
    void release_barrier_if_complete(ResidentGroup& group);
    void end_wave(ResidentWave& resident);
    void retire(ResidentGroup& group);
    void drop_all();
    void wake_sleepers();
    void wait_for_something();
    unsigned turn_length();
    // worker_commands.cpp: requests of other threads, and what is said of a wave that cannot go on.
    void take_commands();
    void apply(const SqCommand& command, ResidentWave& resident);
    void rouse(ResidentWave& resident);
    void report_memory_fault(Wave& wave);
    /// Which wave is where, at what instruction.
    std::string place(const Wave& wave, uint64_t at);
    /// The same behind the reason for which it cannot go on.
    std::string describe(const Wave& wave, uint64_t at);
    // run.cpp: the run loop.
    trap::Next execute(ResidentWave& resident, unsigned instructions);
    template <bool kWatched>
    trap::Next execute_loop(ResidentWave& resident, unsigned& instructions);

    std::unique_ptr<ResidentGroup> take_group_object();

    WaveDevice& device_;
    WorkerBox box_;
    std::unique_ptr<CodeCache> code_; ///< For `code_memory_`.
    GpuMemory* code_memory_ = nullptr;
    DispatchRun* run_ = nullptr;
    uint64_t instruction_at_ = 0; ///< Where the last instruction with events was.
    uint32_t random_ = 1;
    uint64_t lateness_ = 0; ///< By how much the last sleeper was woken too late, in ns.

    std::vector<std::unique_ptr<ResidentGroup>> active_;
    ReadyQueue<ResidentWave*> ready_;
    std::vector<ResidentWave*> sleepers_; ///< Heap, earliest wake_at first.
    std::vector<std::unique_ptr<ResidentGroup>> free_groups_;
};

} // namespace wb::sim
