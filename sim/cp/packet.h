// SPDX-License-Identifier: MIT
// PM4 type-3 packets: the table of what is known, and its check of sizes and fields (hardware.md 4.3).
#pragma once

#include "common/result.h"
#include "sim/isa/registers.h"

#include <cstdint>
#include <span>
#include <string>

namespace wb::sim {

class PacketProcessor;

/// One packet as fetched. `body` are the dwords after the header.
struct Packet {
    uint32_t header = 0;
    uint64_t va = 0; ///< GPU address of the header.
    std::span<const uint32_t> body;

    unsigned type() const { return header >> 30; }
    unsigned opcode() const { return header >> 8 & 0xff; }
    bool predicate() const { return header & 1; }
    bool compute() const { return header >> 1 & 1; }
    /// A 48-bit address in two dwords, sign-extended.
    uint64_t address(unsigned low_dword) const {
        const uint64_t value = body[low_dword] | uint64_t(body[low_dword + 1]) << 32;
        return uint64_t(int64_t(value << 16) >> 16);
    }
    uint64_t value64(unsigned low_dword) const {
        return body[low_dword] | uint64_t(body[low_dword + 1]) << 32;
    }
};

/// A known field of a packet's dword.
struct PacketField {
    uint8_t dword; ///< Of the body.
    Field field;
    const char* name;
};

using PacketHandler = Status (*)(PacketProcessor&, const Packet&);

/// On which rings a packet exists.
enum RingMask : uint8_t { kOnGfx = 1, kOnCompute = 2, kOnBoth = 3 };

/// One packet. A dword that has fields must be 0 outside of them; dwords without fields are free payload.
struct PacketRow {
    uint8_t opcode;
    const char* name;
    uint8_t rings;
    uint16_t min_dwords, max_dwords; ///< Of the body.
    PacketHandler handler;           ///< Null: exists, not modelled.
    std::span<const PacketField> fields{};
};

inline constexpr uint16_t kAnySize = 0x4000;

// One list per family.
std::span<const PacketRow> dispatch_packets();
std::span<const PacketRow> memory_packets();
std::span<const PacketRow> sync_packets();
std::span<const PacketRow> register_packets();
std::span<const PacketRow> control_packets();
std::span<const PacketRow> draw_packets();

/// The row of an opcode; null: unknown.
const PacketRow* find_packet(unsigned opcode);

/// Checks size and fields. The error says what is wrong with which dword.
Status check_packet(const PacketRow& row, const Packet& packet);

/// The packet as text: name, fields by name, register names. One line, several for register lists.
std::string packet_text(const Packet& packet);
/// All dwords in hex, header first.
std::string packet_dump(const Packet& packet);

} // namespace wb::sim
