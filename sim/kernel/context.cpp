// SPDX-License-Identifier: MIT
#include "sim/kernel/context.h"

#include "sim/kernel/device_facts.h"

namespace wb::sim {

void Entity::add_fence(const FencePtr& fence) {
    constexpr size_t kKept = 32; // amdgpu_sched_jobs: errors of that many can still be asked for.
    fences.push_back(fence);
    while (fences.size() > kKept && fences.front()->signalled())
        fences.pop_front();
}

bool Context::find(RingId ring, uint64_t sequence, FencePtr& fence) {
    const Entity& entity = entities[ring_index(ring)];
    fence.reset();
    if (sequence == ~0ull) sequence = entity.next_sequence - 1;
    if (sequence >= entity.next_sequence) return false;
    const uint64_t age = entity.next_sequence - 1 - sequence;
    if (age < entity.fences.size()) fence = entity.fences[entity.fences.size() - 1 - age];
    return true;
}

bool ring_from(uint32_t ip, uint32_t instance, uint32_t ring, RingId& out) {
    if (ip > uint32_t(Ip::Sdma) || instance != 0) return false;
    if (!(facts::kHwIp[ip].available_rings >> ring & 1) || ring >= 32) return false;
    out = {Ip(ip), ring};
    return true;
}

} // namespace wb::sim
