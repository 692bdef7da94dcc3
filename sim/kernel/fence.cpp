// SPDX-License-Identifier: MIT
#include "sim/kernel/fence.h"

#include <algorithm>
#include <atomic>
#include <limits>

namespace wb::sim {

bool Fence::signalled() {
    if (done || !chain) return done;
    // Oldest nodes end first, as a rule: cut them off so that chains stay short.
    std::vector<Fence*> nodes;
    for (Fence* node = this; node; node = node->chain ? node->previous.get() : nullptr)
        nodes.push_back(node);
    bool all = true;
    for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
        Fence& fence = **node;
        if (fence.chain && !fence.done && all && fence.own->signalled()) {
            fence.done = true;
            fence.own.reset();
        }
        all = all && fence.done;
    }
    for (auto node = nodes.rbegin(); node != nodes.rend();
         ++node) // Oldest first: dropping one frees older ones.
        if ((*node)->previous && (*node)->previous->done) (*node)->previous.reset();
    return done;
}

Fence::~Fence() {
    // A long chain must not be freed by recursion.
    FencePtr next = std::move(previous);
    while (next && next.use_count() == 1) {
        FencePtr after = std::move(next->previous);
        next = std::move(after);
    }
}

FencePtr pending_fence() {
    return std::make_shared<Fence>();
}

FencePtr signalled_fence() {
    FencePtr fence = pending_fence();
    fence->done = true;
    return fence;
}

FencePtr chain_fence(const FencePtr& previous, const FencePtr& own, uint64_t point) {
    static std::atomic<uint64_t> timelines{0};
    FencePtr node = std::make_shared<Fence>();
    node->chain = true;
    node->point = point;
    node->own = own;
    if (previous && previous->chain && point > previous->point) {
        node->timeline = previous->timeline;
        node->previous_point = previous->point;
    } else {
        node->timeline = ++timelines;
        // An unordered point cannot be below what the timeline has reached.
        if (previous && previous->chain) node->point = std::max(previous->point, point);
    }
    if (previous && !previous->signalled()) node->previous = previous;
    return node;
}

bool find_point(const FencePtr& head, uint64_t point, FencePtr& found) {
    found = head;
    if (!point) return true;
    if (!head->chain || head->point < point) return false;
    head->signalled();
    // The oldest node of this timeline that is not before the point.
    while (found && found->chain && found->timeline == head->timeline && found->previous_point >= point)
        found = FencePtr(found->previous);
    return true;
}

void SyncHub::changed(Lock&) {
    // A watcher may add watchers (at the end), so no iterator is kept over a removal elsewhere.
    for (auto it = watchers_.begin(); it != watchers_.end();)
        it = (*it)() ? watchers_.erase(it) : std::next(it);
    changed_.notify_all();
}

bool SyncHub::wait(Lock& lock, int64_t deadline_ns, const std::function<bool()>& ready) {
    if (ready()) return true;
    if (deadline_ns == std::numeric_limits<int64_t>::max()) {
        changed_.wait(lock, ready);
        return true;
    }
    const Clock::time_point deadline{std::chrono::nanoseconds(std::max<int64_t>(deadline_ns, 0))};
    return changed_.wait_until(lock, deadline, ready);
}

void SyncHub::watch(Lock&, std::function<bool()> watcher) {
    if (!watcher()) watchers_.push_back(std::move(watcher));
}

} // namespace wb::sim
