// SPDX-License-Identifier: MIT
// DISPATCH_DIRECT, DISPATCH_INDIRECT.
#include "sim/cp/packet.h"
#include "sim/cp/processor.h"

namespace wb::sim {

namespace {

Status dispatch_direct(PacketProcessor& cp, const Packet& packet) {
    const uint32_t dims[3] = {packet.body[0], packet.body[1], packet.body[2]};
    return cp.dispatch(dims, packet.body[3]);
}

Status dispatch_indirect(PacketProcessor& cp, const Packet& packet) {
    // On compute rings the packet has the address; on the gfx ring an offset from SET_BASE's.
    const bool address = cp.ring().ip == Ip::Compute;
    if (packet.body.size() != (address ? 3u : 2u))
        return fail("DISPATCH_INDIRECT has the other kind of ring's size");
    const uint64_t va = address ? packet.address(0) : cp.indirect_base + packet.body[0];
    uint32_t dims[3];
    for (unsigned i = 0; i < 3; ++i)
        dims[i] = cp.memory().load<uint32_t>(va + i * 4);
    if (Status fault = cp.check_fault(); !fault) return fault;
    return cp.dispatch(dims, packet.body.back());
}

constexpr PacketRow kDispatchRows[] = {
    {0x15, "DISPATCH_DIRECT", kOnBoth, 4, 4, dispatch_direct},
    {0x16, "DISPATCH_INDIRECT", kOnBoth, 2, 3, dispatch_indirect},
    {0xA9, "DISPATCH_TASK_STATE_INIT", kOnBoth, 1, kAnySize, nullptr},
    {0xAA, "DISPATCH_TASKMESH_DIRECT_ACE", kOnCompute, 1, kAnySize, nullptr},
    {0xAD, "DISPATCH_TASKMESH_INDIRECT_MULTI_ACE", kOnCompute, 1, kAnySize, nullptr},
};

} // namespace

std::span<const PacketRow> dispatch_packets() {
    return kDispatchRows;
}

} // namespace wb::sim
