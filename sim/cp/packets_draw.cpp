// SPDX-License-Identifier: MIT
// Draws and what belongs to them. Not modelled: a job that draws fails and says so. State that only a draw
// would read is accepted.
#include "sim/cp/packet.h"

namespace wb::sim {

namespace {

/// State that only draws use.
Status accept(PacketProcessor&, const Packet&) {
    return {};
}

constexpr PacketRow kDrawRows[] = {
    {0x13, "INDEX_BUFFER_SIZE", kOnGfx, 1, 1, accept},
    {0x24, "DRAW_INDIRECT", kOnGfx, 1, kAnySize, nullptr},
    {0x25, "DRAW_INDEX_INDIRECT", kOnGfx, 1, kAnySize, nullptr},
    {0x26, "INDEX_BASE", kOnGfx, 2, 2, accept},
    {0x27, "DRAW_INDEX_2", kOnGfx, 1, kAnySize, nullptr},
    {0x2A, "INDEX_TYPE", kOnGfx, 1, 1, accept},
    {0x2C, "DRAW_INDIRECT_MULTI", kOnGfx, 1, kAnySize, nullptr},
    {0x2D, "DRAW_INDEX_AUTO", kOnGfx, 1, kAnySize, nullptr},
    {0x2F, "NUM_INSTANCES", kOnGfx, 1, 1, accept},
    {0x34, "STRMOUT_BUFFER_UPDATE", kOnGfx, 1, kAnySize, nullptr},
    {0x35, "DRAW_INDEX_OFFSET_2", kOnGfx, 1, kAnySize, nullptr},
    {0x38, "DRAW_INDEX_INDIRECT_MULTI", kOnGfx, 1, kAnySize, nullptr},
    {0x4C, "DISPATCH_MESH_INDIRECT_MULTI", kOnGfx, 1, kAnySize, nullptr},
    {0x4D, "DISPATCH_TASKMESH_GFX", kOnGfx, 1, kAnySize, nullptr},
    {0x4E, "DISPATCH_MESH_DIRECT", kOnGfx, 1, kAnySize, nullptr},
    {0xB1, "EVENT_WRITE_ZPASS", kOnGfx, 1, kAnySize, nullptr},
};

} // namespace

std::span<const PacketRow> draw_packets() {
    return kDrawRows;
}

} // namespace wb::sim
