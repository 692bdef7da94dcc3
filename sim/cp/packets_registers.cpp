// SPDX-License-Identifier: MIT
// Packets that write registers: SET_{CONFIG,SH,CONTEXT,UCONFIG}_REG, their _INDEX, _PAIRS and _PAIRS_PACKED
// forms. A register that is not in the tables is an error: nobody knows what it would have done.
#include "sim/cp/packet.h"
#include "sim/cp/processor.h"
#include "sim/text.h"

namespace wb::sim {

namespace {

constexpr Field kOffset{0, 16}, kIndex{28, 4};
constexpr PacketField kSetFields[] = {{0, kOffset, "REG_OFFSET"}, {0, kIndex, "INDEX"}};

Status write(PacketProcessor& cp, RegisterWindow window, uint32_t dword_offset, uint32_t value) {
    const uint32_t offset = window_base(window) + dword_offset * 4;
    if (offset >= window_end(window) || register_name(offset) == nullptr)
        return fail(text("%s register %#x is not known (value %#x)", window_name(window), offset, value));
    cp.registers().write(offset, value);
    return {};
}

template <RegisterWindow kWindow>
Status set_registers(PacketProcessor& cp, const Packet& packet) {
    const uint32_t first = kOffset.get(packet.body[0]);
    for (uint32_t i = 1; i < packet.body.size(); ++i)
        if (Status status = write(cp, kWindow, first + i - 1, packet.body[i]); !status) return status;
    return {};
}

/// {offset, value}*
template <RegisterWindow kWindow>
Status set_pairs(PacketProcessor& cp, const Packet& packet) {
    if (packet.body.size() % 2 != 0) return fail("the last register has no value");
    for (uint32_t i = 0; i < packet.body.size(); i += 2)
        if (Status status = write(cp, kWindow, packet.body[i], packet.body[i + 1]); !status) return status;
    return {};
}

/// count, {offset0 | offset1 << 16, value0, value1}*
template <RegisterWindow kWindow>
Status set_packed(PacketProcessor& cp, const Packet& packet) {
    const uint32_t count = packet.body[0];
    if (count % 2 != 0 || packet.body.size() != 1 + count / 2 * 3)
        return fail(text("%u registers do not go with %zu dwords", count, packet.body.size()));
    for (uint32_t i = 1; i < packet.body.size(); i += 3) {
        const uint32_t offsets = packet.body[i];
        if (Status status = write(cp, kWindow, offsets & 0xffff, packet.body[i + 1]); !status) return status;
        if (Status status = write(cp, kWindow, offsets >> 16, packet.body[i + 2]); !status) return status;
    }
    return {};
}

constexpr Field kLoadIndex{0, 2}, kLoadOffset{0, 16}, kLoadFormat{31, 1}, kLoadCount{0, 14};
constexpr PacketField kLoadFields[] = {
    {2, kLoadOffset, "REG_OFFSET"}, {2, kLoadFormat, "DATA_FORMAT"}, {3, kLoadCount, "NUM_DWORDS"}};

/// address, address, first register, number of registers: the direct form. RADV loads the grid size of an
/// indirect dispatch so.
Status load_sh_registers(PacketProcessor& cp, const Packet& packet) {
    if (kLoadIndex.get(packet.body[0]) != 0 || kLoadFormat.get(packet.body[2]) != 0)
        return fail("only the direct form is modelled");
    for (uint32_t i = 0; i < kLoadCount.get(packet.body[3]); ++i) {
        const uint32_t value = cp.memory().load<uint32_t>(packet.address(0) + i * 4);
        if (Status fault = cp.check_fault(); !fault) return fault;
        if (Status status = write(cp, RegisterWindow::Sh, kLoadOffset.get(packet.body[2]) + i, value);
            !status)
            return status;
    }
    return {};
}

constexpr PacketRow kRegisterRows[] = {
    {0x63, "LOAD_SH_REG_INDEX", kOnBoth, 4, 4, load_sh_registers, kLoadFields},
    {0x68, "SET_CONFIG_REG", kOnBoth, 2, kAnySize, set_registers<RegisterWindow::Config>, kSetFields},
    {0x69, "SET_CONTEXT_REG", kOnGfx, 2, kAnySize, set_registers<RegisterWindow::Context>, kSetFields},
    {0x76, "SET_SH_REG", kOnBoth, 2, kAnySize, set_registers<RegisterWindow::Sh>, kSetFields},
    {0x79, "SET_UCONFIG_REG", kOnBoth, 2, kAnySize, set_registers<RegisterWindow::Uconfig>, kSetFields},
    {0x7A, "SET_UCONFIG_REG_INDEX", kOnBoth, 2, kAnySize, set_registers<RegisterWindow::Uconfig>, kSetFields},
    {0x9B, "SET_SH_REG_INDEX", kOnBoth, 2, kAnySize, set_registers<RegisterWindow::Sh>, kSetFields},
    {0x9F, "LOAD_CONTEXT_REG_INDEX", kOnGfx, 4, kAnySize, nullptr},
    {0xB8, "SET_CONTEXT_REG_PAIRS", kOnGfx, 2, kAnySize, set_pairs<RegisterWindow::Context>},
    {0xB9, "SET_CONTEXT_REG_PAIRS_PACKED", kOnGfx, 4, kAnySize, set_packed<RegisterWindow::Context>},
    {0xBA, "SET_SH_REG_PAIRS", kOnBoth, 2, kAnySize, set_pairs<RegisterWindow::Sh>},
    {0xBB, "SET_SH_REG_PAIRS_PACKED", kOnBoth, 4, kAnySize, set_packed<RegisterWindow::Sh>},
    {0xBD, "SET_SH_REG_PAIRS_PACKED_N", kOnBoth, 4, 22, set_packed<RegisterWindow::Sh>},
    {0xBE, "SET_UCONFIG_REG_PAIRS", kOnBoth, 2, kAnySize, set_pairs<RegisterWindow::Uconfig>},
};

} // namespace

std::span<const PacketRow> register_packets() {
    return kRegisterRows;
}

} // namespace wb::sim
