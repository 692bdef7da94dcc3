// SPDX-License-Identifier: MIT
#include "sim/kernel/syncobj.h"

#include <cerrno>
#include <libdrm/drm.h>

namespace wb::sim {
namespace {

constexpr std::chrono::seconds kSubmitTimeout{5}; // As drm_syncobj_find_fence.

bool look_up(const Syncobj& syncobj, uint64_t point, FencePtr& out) {
    if (!syncobj.fence || !find_point(syncobj.fence, point, out)) return false;
    if (!out) out = signalled_fence();
    return true;
}

} // namespace

uint64_t Syncobj::value(bool last_submitted) const {
    if (!fence || !fence->chain) return 0;
    if (last_submitted || fence->signalled()) return fence->point;
    // The oldest node of the timeline that has not been signalled: what is before it has been reached.
    const Fence* last = fence.get();
    while (last->previous && last->previous->chain && last->previous->timeline == fence->timeline)
        last = last->previous.get();
    return last->previous_point;
}

int find_fence(SyncHub& hub, SyncHub::Lock& lock, const std::shared_ptr<Syncobj>& syncobj, uint64_t point,
               uint64_t flags, FencePtr& out) {
    if (flags & ~uint64_t(DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT)) return -EINVAL;
    if (look_up(*syncobj, point, out)) return 0;
    if (!(flags & DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT)) return -EINVAL;
    const auto deadline = (SyncHub::Clock::now() + kSubmitTimeout).time_since_epoch();
    const bool found = hub.wait(lock, std::chrono::duration_cast<std::chrono::nanoseconds>(deadline).count(),
                                [&] { return look_up(*syncobj, point, out); });
    return found ? 0 : -ETIME;
}

} // namespace wb::sim
