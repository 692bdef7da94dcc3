// SPDX-License-Identifier: MIT
// Fences and the one lock they share.
//
// A fence becomes signalled once and stays so. A timeline point is a chain fence: it is signalled when its
// own fence and all points before it are. States are looked at under SyncHub's lock; whoever waits, waits on
// the hub and looks again at each change. There are few waiters, so one condition variable serves them all.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <vector>

namespace wb::sim {

/// Guarded by SyncHub's lock, except `id`.
struct Fence {
    bool done = false;
    int error = 0; ///< Negative errno the work ended with, 0 = success.

    // Chain fences (timeline points) only.
    bool chain = false;
    uint64_t point = 0;          ///< The point this node stands for.
    uint64_t previous_point = 0; ///< Highest point before it on the same timeline.
    uint64_t timeline = 0;       ///< Nodes of one timeline share it; an out of order point starts a new one.
    std::shared_ptr<Fence> own;  ///< What has to happen for this point. Dropped once signalled.
    std::shared_ptr<Fence> previous; ///< The chain before it. Dropped once signalled.

    /// True when all it stands for has happened. Forgets the signalled part of a chain.
    bool signalled();

    ~Fence();
};
using FencePtr = std::shared_ptr<Fence>;

/// A fence that has happened.
FencePtr signalled_fence();
/// A fence that someone will set `done` on.
FencePtr pending_fence();
/// A node for `point` after `previous` (null, a plain fence or a chain), for the work of `own`.
FencePtr chain_fence(const FencePtr& previous, const FencePtr& own, uint64_t point);
/// Finds the node of `head` that covers `point`; `point` 0 is the head itself. False when the timeline has no
/// such point yet. `found` may be null: that part of the chain has been signalled and forgotten.
bool find_point(const FencePtr& head, uint64_t point, FencePtr& found);

/// The lock, the condition and the watchers of all fences and sync objects of a device.
class SyncHub {
public:
    using Lock = std::unique_lock<std::mutex>;
    using Clock = std::chrono::steady_clock; ///< CLOCK_MONOTONIC, as the ioctls' timeouts.

    Lock lock() { return Lock(mutex_); }
    /// Call after any change of a fence or sync object, with the lock held: runs the watchers and wakes the
    /// waiters.
    void changed(Lock& lock);
    /// Waits until `ready` returns true or CLOCK_MONOTONIC reaches `deadline_ns` (a past time just looks;
    /// INT64_MAX waits for ever). True when ready. The lock is released while waiting.
    bool wait(Lock& lock, int64_t deadline_ns, const std::function<bool()>& ready);
    /// Calls `watcher` now and, until it returns true, at every change. It runs under the lock and must not
    /// block.
    void watch(Lock& lock, std::function<bool()> watcher);

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::list<std::function<bool()>> watchers_;
};

} // namespace wb::sim
