// SPDX-License-Identifier: MIT
// MUBUF instructions. Dword accesses are range-checked dword by dword, all others as a whole (RDNA3 ISA,
// "Range checking"). Not modelled, and so stopping the device: loads into LDS.
#include "sim/isa/buffer_handlers.h"
#include "sim/isa/lane_access.h"
#include "sim/isa/memory_handlers.h"

#include <type_traits>

namespace wb::sim {

namespace {

/// The everyday buffer, linear and checked as raw bytes, with lanes that differ only in their offset: an
/// access at offset o touches `start` + o, and o <= `last` is all there is to check.
template <unsigned Bytes>
struct RawLanes {
    uint64_t start = 0, last = 0;
    const uint32_t* offset = nullptr;

    /// `offset` stays null for all other buffers, for what stops the device, and where nothing is in range.
    RawLanes(Wave& wave, const Inst& inst) {
        if ((inst.mem_flags & (kMemIdxen | kMemTfe)) || inst.src[2] == kNull) return;
        const uint32_t* words = wave.sgpr + inst.src[2];
        if (!BufferResource::is_raw(words)) return;
        const uint64_t records = words[2];
        const uint64_t skip = uint64_t(read_scalar32(wave, inst.src[3], 0)) + uint32_t(inst.imm);
        if (skip + Bytes > records) return;
        start = BufferResource::base_of(words) + skip;
        last = records - skip - Bytes;
        if (!(inst.mem_flags & kMemOffen))
            offset = kNoAddress;
        else if (inst.src[0] - kVgpr0 < wave.vgpr_count)
            offset = wave.v[inst.src[0] - kVgpr0].lane;
    }
    /// The lanes' dwords when they lie one after another, in range and inside the window, else null.
    uint8_t* consecutive(const Wave& wave, bool write) const {
        const unsigned lanes = wave.lanes;
        if (!offset || wave.exec() != wave.all_lanes()) return nullptr;
        if (offset[lanes - 1] > last || !are_consecutive(offset, lanes, 4)) return nullptr;
        if (!wave.memory->in_window(start + offset[0], lanes * 4)) return nullptr;
        return static_cast<uint8_t*>(wave.memory->at(start + offset[0], 4, write));
    }
    /// Where `start` is when all offsets are in range and inside the window, else null.
    uint8_t* origin(GpuMemory& memory, unsigned lanes, bool write) const {
        if (!offset) return nullptr;
        const uint64_t highest = any_bits(offset, lanes);
        if (highest > last || !memory.in_window(start, highest + Bytes)) return nullptr;
        return static_cast<uint8_t*>(memory.at(start, 1, write));
    }
    /// Calls body(lane, address) for the lanes of `mask` that are in range; returns the others.
    template <class Body>
    uint64_t for_each(uint64_t mask, Body&& body) const {
        if (!offset) return mask;
        uint64_t outside = 0;
        for_each_lane(mask, [&](unsigned lane) {
            if (offset[lane] <= last) [[likely]]
                body(lane, start + offset[lane]);
            else
                outside |= 1ull << lane;
        });
        return outside;
    }
};

// The ways beside the everyday one have functions of their own: what they need would cost that one registers
// to save.
template <class Access>
[[gnu::noinline]] void load_each(Wave& wave, const Inst& inst, const RawLanes<Access::kBytes>& raw,
                                 Vgpr* dst) {
    GpuMemory& memory = *wave.memory;
    if (const uint8_t* from = raw.origin(memory, wave.lanes, false)) {
        load_lanes<Access>(wave, from, raw.offset, dst);
        return wave.note_memory_fault();
    }
    const BufferAccess buffer(wave, inst);
    if (!buffer) return;
    const uint64_t rest = raw.for_each(wave.exec(), [&](unsigned lane, uint64_t address) {
        Access::unpack(memory.at(address, Access::kBytes, false), dst, lane);
    });
    for_each_lane(rest, [&](unsigned lane) {
        const uint64_t record = buffer.index_of(lane), at = buffer.offset_of(lane);
        uint8_t bytes[Access::kBytes] = {};
        if (buffer.in_range(record, at, Access::kBytes)) [[likely]] {
            buffer.read<Access::kBytes>(memory, record, at, bytes);
        } else if constexpr (Access::kBytes > 4) {
            for (unsigned i = 0; i < Access::kBytes; i += 4)
                if (buffer.in_range(record, at + i, 4)) buffer.read<4>(memory, record, at + i, bytes + i);
        }
        Access::unpack(bytes, dst, lane);
    });
    wave.note_memory_fault();
}

template <class Access>
[[gnu::noinline]] void store_each(Wave& wave, const Inst& inst, const RawLanes<Access::kBytes>& raw,
                                  const Vgpr* data) {
    GpuMemory& memory = *wave.memory;
    if (uint8_t* to = raw.origin(memory, wave.lanes, true)) {
        store_lanes<Access>(wave, to, raw.offset, data);
        return wave.note_memory_fault();
    }
    const BufferAccess buffer(wave, inst);
    if (!buffer) return;
    const uint64_t rest = raw.for_each(wave.exec(), [&](unsigned lane, uint64_t address) {
        Access::pack(memory.at(address, Access::kBytes, true), data, lane);
    });
    for_each_lane(rest, [&](unsigned lane) {
        const uint64_t record = buffer.index_of(lane), at = buffer.offset_of(lane);
        uint8_t bytes[Access::kBytes];
        Access::pack(bytes, data, lane);
        if (buffer.in_range(record, at, Access::kBytes)) [[likely]] {
            buffer.write<Access::kBytes>(memory, record, at, bytes);
        } else if constexpr (Access::kBytes > 4) {
            for (unsigned i = 0; i < Access::kBytes; i += 4)
                if (buffer.in_range(record, at + i, 4)) buffer.write<4>(memory, record, at + i, bytes + i);
        }
    });
    wave.note_memory_fault();
}

struct BufferUnit {
    template <class Access>
    static void load(Wave& wave, const Inst& inst) {
        Vgpr* dst = vgprs(wave, inst, inst.dst, Access::kRegs);
        if (!dst) return;
        const RawLanes<Access::kBytes> raw(wave, inst);
        if constexpr (std::is_same_v<Access, LoadDwords<1>>) {
            if (const uint8_t* from = raw.consecutive(wave, false)) {
                std::memcpy(dst->lane, from, wave.lanes * 4);
                return wave.note_memory_fault();
            }
        }
        load_each<Access>(wave, inst, raw, dst);
    }

    template <class Access>
    static void store(Wave& wave, const Inst& inst) {
        const Vgpr* data = vgprs(wave, inst, inst.src[1], Access::kRegs);
        if (!data) return;
        const RawLanes<Access::kBytes> raw(wave, inst);
        if constexpr (std::is_same_v<Access, StoreDwords<1>>) {
            if (uint8_t* to = raw.consecutive(wave, true)) {
                std::memcpy(to, data->lane, wave.lanes * 4);
                return wave.note_memory_fault();
            }
        }
        store_each<Access>(wave, inst, raw, data);
    }

    template <class Op>
    static void atomic(Wave& wave, const Inst& inst) {
        using T = typename Op::T;
        const BufferAccess buffer(wave, inst);
        const AtomicLanes<Op> lanes(wave, inst); // The data register is also the destination.
        if (!buffer || !lanes) return;
        lanes.run(wave.exec(), [&](unsigned lane, T a, T b) {
            const uint64_t record = buffer.index_of(lane), at = buffer.offset_of(lane);
            if (!buffer.in_range(record, at, sizeof(T))) return T{};
            return global_atomic<Op>(*wave.memory, buffer.address(record, at), a, b);
        });
        wave.note_memory_fault();
    }
};

/// buffer_gl0_inv, buffer_gl1_inv: there are no vector caches to invalidate.
void invalidate_cache(Wave&, const Inst&) {}

constexpr ExecFn mubuf_handler(std::string_view op) {
    if (op == "gl0_inv" || op == "gl1_inv") return invalidate_cache;
    if (ExecFn typed = typed_handler<false>(op)) return typed;
    if (ExecFn access = load_store_handler<BufferUnit>(op)) return access;
    return atomic_handler<BufferUnit>(op);
}

} // namespace

const OpTable& mubuf_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, mubuf_handler(without_prefix(#name))},
#include "sim/isa/tables/mubuf.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::MUBUF, kRows};
    return kTable;
}

} // namespace wb::sim
