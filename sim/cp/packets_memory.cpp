// SPDX-License-Identifier: MIT
// Packets that write, copy and update memory: WRITE_DATA, COPY_DATA, DMA_DATA, ATOMIC_MEM.
#include "sim/clock.h"
#include "sim/cp/packet.h"
#include "sim/cp/processor.h"
#include "sim/text.h"

#include <algorithm>
#include <atomic>

namespace wb::sim {

namespace {

constexpr Field kWriteDst{8, 4}, kWriteOneAddress{16, 1};
// Memory "across GRBM" is what RADV writes on the gfx ring (vkCmdUpdateBuffer): the same bytes, ordered with
// register writes.
constexpr unsigned kWriteDstRegister = 0, kWriteDstMemoryGrbm = 1, kWriteDstL2 = 2, kWriteDstMemory = 5;
constexpr PacketField kWriteDataFields[] = {
    {0, kWriteDst, "DST_SEL"},    {0, kWriteOneAddress, "WR_ONE_ADDR"}, {0, {20, 1}, "WR_CONFIRM"},
    {0, {25, 2}, "CACHE_POLICY"}, {0, {30, 2}, "ENGINE_SEL"},
};

Status write_register(PacketProcessor& cp, uint32_t dword_offset, uint32_t value) {
    const uint32_t offset = dword_offset * 4;
    if (register_name(offset) == nullptr || !cp.registers().write(offset, value))
        return fail(text("register %#x is not known", offset));
    return {};
}

Status write_data(PacketProcessor& cp, const Packet& packet) {
    const uint32_t control = packet.body[0];
    const auto data = packet.body.subspan(3);
    switch (kWriteDst.get(control)) {
    case kWriteDstRegister:
        for (size_t i = 0; i < data.size(); ++i) {
            const uint32_t at = packet.body[1] + (kWriteOneAddress.get(control) ? 0 : uint32_t(i));
            if (Status status = write_register(cp, at, data[i]); !status) return status;
        }
        return {};
    case kWriteDstMemoryGrbm:
    case kWriteDstL2:
    case kWriteDstMemory: {
        const uint64_t va = packet.address(1);
        if (Status ok =
                cp.check_range(va, kWriteOneAddress.get(control) ? 4 : data.size() * 4, true, "destination");
            !ok)
            return ok;
        for (size_t i = 0; i < data.size(); ++i)
            cp.memory().store(va + (kWriteOneAddress.get(control) ? 0 : i * 4), data[i]);
        return {};
    }
    default:
        return fail(text("WRITE_DATA DST_SEL %u is not modelled", kWriteDst.get(control)));
    }
}

constexpr Field kCopySrc{0, 4}, kCopyDst{8, 4}, kCopyCount{16, 1};
constexpr PacketField kCopyDataFields[] = {
    {0, kCopySrc, "SRC_SEL"},      {0, kCopyDst, "DST_SEL"},   {0, {13, 2}, "SRC_CACHE_POLICY"},
    {0, kCopyCount, "COUNT_SEL"},  {0, {20, 1}, "WR_CONFIRM"}, {0, {25, 2}, "DST_CACHE_POLICY"},
    {0, {29, 1}, "PQ_EXE_STATUS"}, {0, {30, 2}, "ENGINE_SEL"},
};

Status copy_data(PacketProcessor& cp, const Packet& packet) {
    enum Select : unsigned {
        kRegister = 0,
        kMemory = 1,
        kL2 = 2,
        kImmediate = 5,
        kDstMemory = 5,
        kTimestamp = 9
    };
    const uint32_t control = packet.body[0];
    const bool wide = kCopyCount.get(control) != 0;
    uint64_t value = 0;
    switch (kCopySrc.get(control)) {
    case kRegister: {
        const uint32_t offset = packet.body[1] * 4;
        if (register_name(offset) == nullptr) return fail(text("register %#x is not known", offset));
        value = cp.registers().read(offset);
        if (wide) value |= uint64_t(cp.registers().read(offset + 4)) << 32;
        break;
    }
    case kMemory:
    case kL2:
        value = wide ? cp.memory().load<uint64_t>(packet.address(1))
                     : cp.memory().load<uint32_t>(packet.address(1));
        break;
    case kImmediate:
        value = packet.value64(1);
        break;
    case kTimestamp:
        value = clock_ticks();
        break;
    default:
        return fail(text("COPY_DATA SRC_SEL %u is not modelled", kCopySrc.get(control)));
    }
    if (Status fault = cp.check_fault(); !fault) return fault;
    switch (kCopyDst.get(control)) {
    case kRegister:
        if (Status status = write_register(cp, packet.body[3], uint32_t(value)); !status) return status;
        return wide ? write_register(cp, packet.body[3] + 1, uint32_t(value >> 32)) : Status{};
    case kMemory:
    case kL2:
    case kDstMemory:
        if (wide)
            cp.memory().store(packet.address(3), value);
        else
            cp.memory().store(packet.address(3), uint32_t(value));
        return {};
    default:
        return fail(text("COPY_DATA DST_SEL %u is not modelled", kCopyDst.get(control)));
    }
}

constexpr Field kDmaDst{20, 2}, kDmaSrc{29, 2}, kDmaBytes{0, 26};
constexpr PacketField kDmaDataFields[] = {
    {0, {0, 1}, "ENGINE"},
    {0, {13, 2}, "SRC_CACHE_POLICY"},
    {0, kDmaDst, "DST_SEL"},
    {0, {25, 2}, "DST_CACHE_POLICY"},
    {0, kDmaSrc, "SRC_SEL"},
    {0, {31, 1}, "CP_SYNC"},
    {5, kDmaBytes, "BYTE_COUNT"},
    {5, {30, 1}, "RAW_WAIT"},
    {5, {31, 1}, "DISABLE_WR_CONFIRM"},
};

Status dma_data(PacketProcessor& cp, const Packet& packet) {
    enum Source : unsigned { kSrcAddress = 0, kSrcData = 2, kSrcL2 = 3 };
    enum Destination : unsigned { kDstAddress = 0, kDstNowhere = 2, kDstL2 = 3 };
    const unsigned source = kDmaSrc.get(packet.body[0]), destination = kDmaDst.get(packet.body[0]);
    const uint64_t bytes = kDmaBytes.get(packet.body[5]);
    if (source != kSrcAddress && source != kSrcData && source != kSrcL2)
        return fail(text("DMA_DATA SRC_SEL %u is not modelled", source));
    if (destination != kDstAddress && destination != kDstNowhere && destination != kDstL2)
        return fail(text("DMA_DATA DST_SEL %u is not modelled", destination));
    // Nothing goes anywhere: an L2 prefetch or a wait for earlier copies, which have ended here.
    if (bytes == 0 || destination == kDstNowhere) return {};
    const uint64_t to = packet.address(3);
    if (Status ok = cp.check_range(to, bytes, true, "destination"); !ok) return ok;
    uint8_t* const out = cp.memory().host_base() + (to - kWindowBase);
    if (source == kSrcData) {
        const uint32_t word = packet.body[1];
        if (bytes % 4 != 0) return fail(text("DMA_DATA fill of %llu bytes", (unsigned long long)bytes));
        for (uint64_t i = 0; i < bytes; i += 4)
            std::memcpy(out + i, &word, 4);
        return {};
    }
    const uint64_t from = packet.address(1);
    if (Status ok = cp.check_range(from, bytes, false, "source"); !ok) return ok;
    std::memmove(out, cp.memory().host_base() + (from - kWindowBase), bytes);
    return {};
}

constexpr Field kAtomicOp{0, 7}, kAtomicCommand{8, 4};
constexpr PacketField kAtomicFields[] = {
    {0, kAtomicOp, "ATOMIC"},   {0, kAtomicCommand, "COMMAND"}, {0, {25, 2}, "CACHE_POLICY"},
    {0, {30, 2}, "ENGINE_SEL"}, {7, {0, 13}, "LOOP_INTERVAL"},
};

/// 32-bit GL2 atomics without return (codes of the L2's opcode field, Mesa's TC_OP_ATOMIC_*).
Status atomic_mem(PacketProcessor& cp, const Packet& packet) {
    enum Op : unsigned {
        kSwap32 = 0x47,
        kCmpSwap32 = 0x48,
        kAdd32 = 0x4F,
        kSub32 = 0x50,
        kAnd32 = 0x55,
        kOr32 = 0x56,
        kXor32 = 0x57,
    };
    constexpr unsigned kUntilEqual = 1;
    const uint64_t va = packet.address(1);
    if (va % 4 != 0) return fail("ATOMIC_MEM address is not a multiple of 4");
    if (Status ok = cp.check_range(va, 4, true, "operand"); !ok) return ok;
    std::atomic_ref<uint32_t> word(*static_cast<uint32_t*>(cp.memory().at(va, 4, true)));
    const uint32_t source = packet.body[3], compare = packet.body[5];
    const unsigned op = kAtomicOp.get(packet.body[0]), command = kAtomicCommand.get(packet.body[0]);
    if (command > kUntilEqual) return fail(text("ATOMIC_MEM COMMAND %u is not modelled", command));
    if (command == kUntilEqual && op != kCmpSwap32)
        return fail("ATOMIC_MEM loops only make sense with compare-and-swap");
    switch (op) {
    case kSwap32:
        word.exchange(source);
        return {};
    case kAdd32:
        word.fetch_add(source);
        return {};
    case kSub32:
        word.fetch_sub(source);
        return {};
    case kAnd32:
        word.fetch_and(source);
        return {};
    case kOr32:
        word.fetch_or(source);
        return {};
    case kXor32:
        word.fetch_xor(source);
        return {};
    case kCmpSwap32:
        for (unsigned attempt = 0; !cp.killed(); ++attempt) {
            uint32_t expected = compare;
            if (word.compare_exchange_strong(expected, source) || command != kUntilEqual) return {};
            cp.pause(attempt);
        }
        return {};
    default:
        return fail(text("ATOMIC_MEM operation %#x is not modelled", op));
    }
}

constexpr PacketRow kMemoryRows[] = {
    {0x1E, "ATOMIC_MEM", kOnBoth, 8, 8, atomic_mem, kAtomicFields},
    {0x37, "WRITE_DATA", kOnBoth, 4, kAnySize, write_data, kWriteDataFields},
    {0x40, "COPY_DATA", kOnBoth, 5, 5, copy_data, kCopyDataFields},
    {0x50, "DMA_DATA", kOnBoth, 6, 6, dma_data, kDmaDataFields},
};

} // namespace

std::span<const PacketRow> memory_packets() {
    return kMemoryRows;
}

} // namespace wb::sim
