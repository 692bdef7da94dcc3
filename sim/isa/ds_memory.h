// SPDX-License-Identifier: MIT
// DS instructions that access LDS: loads, stores, their two-address forms, and atomics. The address is a
// 32-bit VGPR plus the offset, modulo 2^32 (RDNA3 ISA, "Data Share Operations").
#pragma once

#include "sim/isa/lane_access.h"
#include "sim/isa/memory_spaces.h"

#include <algorithm>
#include <type_traits>

namespace wb::sim {

/// The 16-bit byte offset of one-address instructions.
inline uint32_t ds_offset(const Inst& inst) {
    return uint32_t(inst.imm) & 0xffff;
}
/// The two 8-bit offsets of two-address instructions, in elements of `scale` bytes.
inline uint32_t ds_offset0(const Inst& inst, unsigned scale) {
    return (uint32_t(inst.imm) & 0xff) * scale;
}
inline uint32_t ds_offset1(const Inst& inst, unsigned scale) {
    return (uint32_t(inst.imm) >> 8 & 0xff) * scale;
}

/// Stops the device. Always false.
[[gnu::cold, gnu::noinline]] bool stop_at_gds(Wave& wave, const Inst& inst);
/// False after stopping the device because the instruction is for GDS, which is not modelled.
inline bool is_lds(Wave& wave, const Inst& inst) {
    if (!(inst.mem_flags & kMemGds)) [[likely]]
        return true;
    return stop_at_gds(wave, inst);
}

/// The LDS of a dword access of all lanes, one dword after another and in range, or null.
inline uint8_t* consecutive_lds(const Wave& wave, const LdsSpace& lds, const Vgpr& address, uint32_t offset) {
    if (wave.exec() != wave.all_lanes() || !are_consecutive(address.lane, wave.lanes, 4)) return nullptr;
    const uint32_t first = address.lane[0] + offset;
    return lds.holds(first, wave.lanes * 4) ? lds.bytes + first : nullptr;
}

// The ways beside the everyday one have functions of their own: what they need would cost that one registers
// to save.
template <class Access>
[[gnu::noinline]] void ds_load_each(Wave& wave, const LdsSpace lds, uint32_t offset, const Vgpr* address,
                                    Vgpr* dst) {
    if (lds.holds_all(any_bits(address->lane, wave.lanes), offset, Access::kBytes))
        return load_lanes<Access>(wave, lds.bytes + offset, address->lane, dst);
    for_each_lane(wave.exec(), [&](unsigned lane) {
        uint8_t bytes[Access::kBytes];
        lds.read<Access::kBytes>(address->lane[lane] + offset, bytes);
        Access::unpack(bytes, dst, lane);
    });
}

template <class Access>
void ds_load(Wave& wave, const Inst& inst) {
    Vgpr* dst = vgprs(wave, inst, inst.dst, Access::kRegs);
    const Vgpr* address = vgprs(wave, inst, inst.src[0], 1);
    if (!dst || !address || !is_lds(wave, inst)) return;
    const LdsSpace lds(wave);
    const uint32_t offset = ds_offset(inst);
    if constexpr (std::is_same_v<Access, LoadDwords<1>>) {
        if (const uint8_t* from = consecutive_lds(wave, lds, *address, offset)) {
            std::memcpy(dst->lane, from, wave.lanes * 4);
            return;
        }
    }
    ds_load_each<Access>(wave, lds, offset, address, dst);
}

template <class Access>
[[gnu::noinline]] void ds_store_each(Wave& wave, const LdsSpace lds, uint32_t offset, const Vgpr* address,
                                     const Vgpr* data) {
    if (lds.holds_all(any_bits(address->lane, wave.lanes), offset, Access::kBytes))
        return store_lanes<Access>(wave, lds.bytes + offset, address->lane, data);
    for_each_lane(wave.exec(), [&](unsigned lane) {
        uint8_t bytes[Access::kBytes];
        Access::pack(bytes, data, lane);
        lds.write<Access::kBytes>(address->lane[lane] + offset, bytes);
    });
}

template <class Access>
void ds_store(Wave& wave, const Inst& inst) {
    const Vgpr* data = vgprs(wave, inst, inst.src[1], Access::kRegs);
    const Vgpr* address = vgprs(wave, inst, inst.src[0], 1);
    if (!data || !address || !is_lds(wave, inst)) return;
    const LdsSpace lds(wave);
    const uint32_t offset = ds_offset(inst);
    if constexpr (std::is_same_v<Access, StoreDwords<1>>) {
        if (uint8_t* to = consecutive_lds(wave, lds, *address, offset)) {
            std::memcpy(to, data->lane, wave.lanes * 4);
            return;
        }
    }
    ds_store_each<Access>(wave, lds, offset, address, data);
}

/// ds_load_2addr[_stride64]: `Words` dwords from each address. The offsets count Words * 4 * `Stride` bytes.
template <unsigned Words, unsigned Stride>
void ds_load_2addr(Wave& wave, const Inst& inst) {
    Vgpr* dst = vgprs(wave, inst, inst.dst, Words * 2);
    const Vgpr* address = vgprs(wave, inst, inst.src[0], 1);
    if (!dst || !address || !is_lds(wave, inst)) return;
    const LdsSpace lds(wave);
    constexpr unsigned kBytes = Words * 4;
    const uint32_t offset0 = ds_offset0(inst, kBytes * Stride), offset1 = ds_offset1(inst, kBytes * Stride);
    if (lds.holds_all(any_bits(address->lane, wave.lanes), std::max(offset0, offset1), kBytes)) [[likely]] {
        const uint8_t *from0 = lds.bytes + offset0, *from1 = lds.bytes + offset1;
        for_active_lanes(wave, [=](unsigned lane) {
            uint8_t bytes[kBytes * 2];
            std::memcpy(bytes, from0 + address->lane[lane], kBytes);
            std::memcpy(bytes + kBytes, from1 + address->lane[lane], kBytes);
            LoadDwords<Words * 2>::unpack(bytes, dst, lane);
        });
        return;
    }
    for_each_lane(wave.exec(), [&](unsigned lane) {
        uint8_t bytes[kBytes * 2];
        lds.read<kBytes>(address->lane[lane] + offset0, bytes);
        lds.read<kBytes>(address->lane[lane] + offset1, bytes + kBytes);
        LoadDwords<Words * 2>::unpack(bytes, dst, lane);
    });
}

/// ds_store_2addr[_stride64]: the second address gets the second data operand, and wins where both meet.
template <unsigned Words, unsigned Stride>
void ds_store_2addr(Wave& wave, const Inst& inst) {
    const Vgpr* data0 = vgprs(wave, inst, inst.src[1], Words);
    const Vgpr* data1 = vgprs(wave, inst, inst.src[3], Words);
    const Vgpr* address = vgprs(wave, inst, inst.src[0], 1);
    if (!data0 || !data1 || !address || !is_lds(wave, inst)) return;
    const LdsSpace lds(wave);
    constexpr unsigned kBytes = Words * 4;
    const uint32_t offset0 = ds_offset0(inst, kBytes * Stride), offset1 = ds_offset1(inst, kBytes * Stride);
    if (lds.holds_all(any_bits(address->lane, wave.lanes), std::max(offset0, offset1), kBytes)) [[likely]] {
        uint8_t *to0 = lds.bytes + offset0, *to1 = lds.bytes + offset1;
        for_active_lanes(wave, [=](unsigned lane) {
            StoreDwords<Words>::pack(to0 + address->lane[lane], data0, lane);
            StoreDwords<Words>::pack(to1 + address->lane[lane], data1, lane);
        });
        return;
    }
    for_each_lane(wave.exec(), [&](unsigned lane) {
        uint8_t bytes[kBytes];
        StoreDwords<Words>::pack(bytes, data0, lane);
        lds.write<kBytes>(address->lane[lane] + offset0, bytes);
        StoreDwords<Words>::pack(bytes, data1, lane);
        lds.write<kBytes>(address->lane[lane] + offset1, bytes);
    });
}

/// An LDS atomic, lanes in order. With `Returns` the old values go to vdst.
template <class Op, bool Returns>
void ds_atomic(Wave& wave, const Inst& inst) {
    using T = typename Op::T;
    constexpr unsigned kWords = sizeof(T) / 4;
    const Vgpr* address = vgprs(wave, inst, inst.src[0], 1);
    const Vgpr* data = vgprs(wave, inst, inst.src[1], kWords);
    const Vgpr* data2 = Op::kOperands == 2 ? vgprs(wave, inst, inst.src[3], kWords) : data;
    Vgpr* dst = Returns ? vgprs(wave, inst, inst.dst, kWords) : nullptr;
    if (!address || !data || !data2 || (Returns && !dst) || !is_lds(wave, inst)) return;
    [[maybe_unused]] const AtomicArithmetic<Op> arithmetic;
    const LdsSpace lds(wave);
    const uint32_t offset = ds_offset(inst), any = any_bits(address->lane, wave.lanes);
    if (((any | offset) % sizeof(T)) == 0 && lds.holds_all(any, offset, sizeof(T))) [[likely]] {
        for_active_lanes(wave, [=](unsigned lane) {
            const T old = lds.update<Op>(address->lane[lane] + offset, data_word<T>(data, lane),
                                         data_word<T>(data2, lane));
            if constexpr (Returns) set_data_word<T>(dst, lane, old);
        });
        return;
    }
    for_each_lane(wave.exec(), [&](unsigned lane) {
        const T old =
            lds.atomic<Op>(address->lane[lane] + offset, data_word<T>(data, lane), data_word<T>(data2, lane));
        if constexpr (Returns) set_data_word<T>(dst, lane, old);
    });
    wave.note_memory_fault();
}

/// ds_storexchg_2addr[_stride64]_rtn: two exchanges. Both old values are read before either is written.
template <class T, unsigned Stride>
void ds_exchange_2addr(Wave& wave, const Inst& inst) {
    constexpr unsigned kWords = sizeof(T) / 4;
    const Vgpr* address = vgprs(wave, inst, inst.src[0], 1);
    const Vgpr* data0 = vgprs(wave, inst, inst.src[1], kWords);
    const Vgpr* data1 = vgprs(wave, inst, inst.src[3], kWords);
    Vgpr* dst = vgprs(wave, inst, inst.dst, kWords * 2);
    if (!address || !data0 || !data1 || !dst || !is_lds(wave, inst)) return;
    const LdsSpace lds(wave);
    const uint32_t offset0 = ds_offset0(inst, sizeof(T) * Stride),
                   offset1 = ds_offset1(inst, sizeof(T) * Stride);
    for_each_lane(wave.exec(), [&](unsigned lane) {
        const uint32_t first = address->lane[lane] + offset0, second = address->lane[lane] + offset1;
        if (first % sizeof(T) || second % sizeof(T)) [[unlikely]] {
            record_violation(kSharedAperture + (first % sizeof(T) ? first : second), true);
            return;
        }
        T old0, old1;
        lds.read<sizeof(T)>(first, &old0);
        lds.read<sizeof(T)>(second, &old1);
        const T value0 = data_word<T>(data0, lane), value1 = data_word<T>(data1, lane);
        lds.write<sizeof(T)>(first, &value0);
        lds.write<sizeof(T)>(second, &value1);
        set_data_word<T>(dst, lane, old0);
        set_data_word<T>(dst + kWords, lane, old1);
    });
    wave.note_memory_fault();
}

// ds_special.cpp. Each documented with its instruction there.
void ds_nop(Wave& wave, const Inst& inst);
void ds_conditional_exchange(Wave& wave, const Inst& inst);
void ds_append(Wave& wave, const Inst& inst);
void ds_consume(Wave& wave, const Inst& inst);
void ds_load_addtid(Wave& wave, const Inst& inst);
void ds_store_addtid(Wave& wave, const Inst& inst);

// ds_lanes.cpp: exchanges between lanes; they touch no memory.
void ds_swizzle(Wave& wave, const Inst& inst);
void ds_permute(Wave& wave, const Inst& inst);
void ds_bpermute(Wave& wave, const Inst& inst);

} // namespace wb::sim
