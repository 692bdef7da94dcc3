// SPDX-License-Identifier: MIT
#include "sim/cp/packet.h"

#include "sim/text.h"

#include <array>

namespace wb::sim {

namespace {

using Index = std::array<const PacketRow*, 256>;

Index make_index() {
    Index index{};
    for (const auto family : {dispatch_packets(), memory_packets(), sync_packets(), register_packets(),
                              control_packets(), draw_packets()})
        for (const PacketRow& row : family)
            index[row.opcode] = &row;
    return index;
}

} // namespace

const PacketRow* find_packet(unsigned opcode) {
    static const Index index = make_index();
    return opcode < index.size() ? index[opcode] : nullptr;
}

Status check_packet(const PacketRow& row, const Packet& packet) {
    if (packet.body.size() < row.min_dwords || packet.body.size() > row.max_dwords)
        return fail(text("%s has %zu dwords after its header; %u to %u are possible", row.name,
                         packet.body.size(), row.min_dwords, row.max_dwords));
    std::array<uint32_t, 8> known{}, has_fields{};
    for (const PacketField& field : row.fields) {
        known[field.dword] |= field.field.mask();
        has_fields[field.dword] = 1;
    }
    for (unsigned i = 0; i < known.size() && i < packet.body.size(); ++i)
        if (has_fields[i] && (packet.body[i] & ~known[i]) != 0)
            return fail(text("%s: dword %u is %#010x; its bits %#x are not modelled", row.name, i + 1,
                             packet.body[i], packet.body[i] & ~known[i]));
    return {};
}

std::string packet_dump(const Packet& packet) {
    std::string out = text("%08x", packet.header);
    for (const uint32_t word : packet.body)
        out += text(" %08x", word);
    return out;
}

} // namespace wb::sim
