// SPDX-License-Identifier: MIT
// One dispatch while it runs: what its workers share.
#pragma once

#include "sim/kernel/ring_port.h"
#include "sim/wave/dispatch.h"
#include "sim/wave/occupancy.h"

#include <atomic>
#include <mutex>
#include <string>

namespace wb::sim {

/// How a dispatch ended.
struct DispatchEnd {
    JobEnd end = JobEnd::Done;
    std::string message{}; ///< Failed: what could not be done, with the wave, address and raw words.
};

class DispatchRun {
public:
    DispatchRun(const ComputeDispatch& dispatch, Vm& vm, const GroupNeeds& needs)
        : dispatch(dispatch), vm(vm), needs(needs), group_count(dispatch.group_count()) {}

    const ComputeDispatch& dispatch;
    Vm& vm;
    const GroupNeeds needs;
    const uint64_t group_count;
    std::atomic<uint64_t> next_group{0};

    bool groups_left() const { return next_group.load(std::memory_order_relaxed) < group_count; }
    /// True: drop all waves and leave.
    bool stopped() const { return stop_.load(std::memory_order_acquire); }
    /// Ends the dispatch early. The first reason wins. Workers still have to be rung.
    void stop(JobEnd end, std::string message = {}) {
        const std::lock_guard lock(mutex_);
        if (end_.end == JobEnd::Done) end_ = {end, std::move(message)};
        stop_.store(true, std::memory_order_release);
    }
    /// The dispatch goes on to its end and has failed then. The first reason wins.
    void fail_at_end(std::string message) {
        const std::lock_guard lock(mutex_);
        if (end_.end == JobEnd::Done) end_ = {JobEnd::Failed, std::move(message)};
    }
    DispatchEnd result() const {
        const std::lock_guard lock(mutex_);
        return end_;
    }

private:
    mutable std::mutex mutex_;
    std::atomic<bool> stop_{false};
    DispatchEnd end_;
};

} // namespace wb::sim
