// SPDX-License-Identifier: MIT
// Contexts: what a sequence number belongs to, and who is to blame for a hang.
#pragma once

#include "sim/kernel/fence.h"
#include "sim/kernel/ring_port.h"

#include <array>
#include <deque>

namespace wb::sim {

/// A job that waits for its turn in its entity.
struct QueuedJob {
    Job job;
    FencePtr fence;
    std::vector<FencePtr> dependencies;
};

/// One context's line to one ring: jobs enter the ring in order, each when its dependencies are signalled.
/// Guarded by SyncHub's lock.
struct Entity {
    std::deque<QueuedJob> queue;
    uint64_t next_sequence = 1;
    /// Fences of the last submissions, newest last. Those before them are signalled.
    std::deque<FencePtr> fences;
    void add_fence(const FencePtr& fence);
};

/// Guarded by SyncHub's lock, except the constants.
struct Context {
    uint32_t id = 0; ///< Its handle in its file, for messages.
    int32_t priority = 0;
    std::array<Entity, kRingCount> entities;
    bool guilty = false;
    uint64_t resets_at_creation = 0;  ///< The device's reset count then.
    uint64_t resets_last_queried = 0; ///< For QUERY_STATE, which reports changes since the last call.
    uint32_t stable_pstate = 0;

    /// The fence of `sequence` on a ring; ~0 is the latest. Null: signalled long ago, or nothing was
    /// submitted. False: there is no such sequence number yet.
    bool find(RingId ring, uint64_t sequence, FencePtr& fence);
};

/// Checks an (ip, instance, ring) from user space. False when the device has no such ring.
bool ring_from(uint32_t ip, uint32_t instance, uint32_t ring, RingId& out);

} // namespace wb::sim
