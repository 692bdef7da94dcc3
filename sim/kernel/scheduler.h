// SPDX-License-Identifier: MIT
// Hands jobs to the rings when their dependencies are signalled, and finishes them.
#pragma once

#include "sim/kernel/address_space.h"
#include "sim/kernel/context.h"
#include "sim/kernel/watchdog.h"

#include <unordered_map>

namespace wb::sim {

/// What CS found out about a submission.
struct Submission {
    std::shared_ptr<Context> context;
    std::shared_ptr<AddressSpace> vm;
    std::vector<std::shared_ptr<Bo>> bos; ///< Kept alive and marked busy until the job has ended.
    std::vector<FencePtr> dependencies;
    std::shared_ptr<Bo> fence_bo; ///< User fence, may be null.
    uint32_t fence_offset = 0;    ///< Bytes.
    struct Part {
        RingId ring;
        std::vector<Ib> ibs;
    };
    /// One per ring. The last is the leader: its sequence number and fence are the submission's (gang
    /// submit).
    std::vector<Part> parts;
};

class Scheduler {
public:
    Scheduler(SyncHub& hub) : hub_(hub), watchdog_([this](uint64_t job) { timed_out(job); }) {}
    /// Before anything is submitted. `rings` outlives the scheduler's last job.
    void connect(CommandProcessor& rings) { rings_ = &rings; }

    /// As WAVEBREAK_SIM_LOCKUP_TIMEOUT_MS; 0 is off.
    void set_timeout(std::chrono::milliseconds timeout) { watchdog_.set_timeout(timeout); }

    /// Queues the submission; returns the leader's fence and its sequence number. The hub is locked.
    FencePtr submit(SyncHub::Lock& lock, Submission submission, uint64_t& sequence);

    /// Resets so far: each killed job counts as one, as a ring reset does.
    uint64_t resets(SyncHub::Lock&) const { return resets_; }

    /// Kills everything that is queued or running and waits until it has ended.
    void stop();

private:
    struct Running {
        std::shared_ptr<Context> context;
        RingId ring;
        uint64_t sequence;
    };
    /// Moves every job that can run to its ring. Called with the hub locked, at every change.
    void pump();
    bool pump_entity(Context& context, Entity& entity);
    void finish(uint64_t id, const FencePtr& fence, JobEnd end, const Submission& submission,
                uint64_t sequence, bool leader);
    void timed_out(uint64_t job);

    SyncHub& hub_;
    CommandProcessor* rings_ = nullptr;
    Watchdog watchdog_;
    // Guarded by the hub's lock.
    uint64_t next_job_ = 1, resets_ = 0;
    bool stopping_ = false;
    std::unordered_map<uint64_t, Running> running_;          ///< Queued too.
    std::vector<std::shared_ptr<Context>> waiting_contexts_; ///< Those with a queued job.
};

} // namespace wb::sim
