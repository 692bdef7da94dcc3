// SPDX-License-Identifier: MIT
// DRM sync objects: a replaceable fence, binary or timeline.
#pragma once

#include "sim/kernel/fence.h"

namespace wb::sim {

/// Shared between handles and files. Guarded by SyncHub's lock.
struct Syncobj {
    FencePtr fence; ///< Null: reset, nothing submitted.

    /// Adds a timeline point whose work is `own`.
    void add_point(const FencePtr& own, uint64_t point) { fence = chain_fence(fence, own, point); }
    /// Latest point that has been reached; `last_submitted`: the latest that was added. 0 for a binary one.
    uint64_t value(bool last_submitted) const;
};

/// The fence of a sync object's `point` (0: the object itself). -EINVAL when there is none and `flags` does
/// not have DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT; with it waits as the kernel does, at most 5 s, then
/// -ETIME. `out` is never null on success.
int find_fence(SyncHub& hub, SyncHub::Lock& lock, const std::shared_ptr<Syncobj>& syncobj, uint64_t point,
               uint64_t flags, FencePtr& out);

} // namespace wb::sim
