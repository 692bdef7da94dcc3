// SPDX-License-Identifier: MIT
// Operands of vector ALU instructions: fetching sources, input and output modifiers, DPP, lane masks, and
// storing under EXEC. Sources: RDNA3 ISA chapters 7 and 16; hardware.md 6.3, 6.4.
#pragma once

#include "sim/isa/float_control.h"
#include "sim/isa/inst.h"
#include "sim/isa/valu_kernels.h"
#include "sim/isa/valu_types.h"
#include "sim/wave/wave.h"

#include <cstddef>
#include <cstring>

namespace wb::sim::WB_SIMD {

/// A word for each lane, not initialised.
struct LaneWords {
    alignas(64) uint32_t word[kMaxLanes];
};

/// What a source or result is: decides the meaning of constants and where the sign bit is.
enum class Type : uint8_t { B16, F16, B32, F32, B64, I64, F64 };
constexpr bool is_16(Type t) {
    return t <= Type::F16;
}
constexpr bool is_64(Type t) {
    return t >= Type::B64;
}
constexpr bool is_float(Type t) {
    return t == Type::F16 || t == Type::F32 || t == Type::F64;
}

/// Where a source's words are; `hi` only for 64-bit types.
struct Source {
    const uint32_t* lo;
    const uint32_t* hi;
};
struct SourceSpace {
    LaneWords lo, hi;
};

/// True when the instruction has no modifiers: no neg, abs, op_sel, omod, clamp and no DPP.
inline bool is_plain(const Inst& in) {
    static_assert(offsetof(Inst, dwords) == 32 && offsetof(Inst, opsel_hi) == 36 &&
                  offsetof(Inst, lane_control) == 39 && offsetof(Inst, neg) == 33);
    uint64_t word;
    std::memcpy(&word, &in.dwords, sizeof(word));
    return (word & ~(0xffull | 0xffull << 32)) == 0; // not the length, not op_sel_hi
}

/// The value of a scalar or constant source code (< 256) as `type` sees it, 64-bit types included.
/// 16-bit integer sources see 32-bit constants, f16 sources 16-bit float constants.
uint64_t scalar_source(Wave&, const Inst&, unsigned code, Type type);
/// A lane mask source: a pair of scalar registers in wave64, one in wave32. NULL reads 0.
uint64_t mask_source(Wave&, unsigned code);
/// scalar_source repeated for each lane.
Source broadcast(Wave&, const Inst&, unsigned code, Type type, SourceSpace&);

[[gnu::always_inline]] inline Source fetch(Wave& w, const Inst& in, unsigned code, Type type,
                                           SourceSpace& space) {
    if (code >= kVgpr0) [[likely]] {
        const Vgpr* v = w.v + (code - kVgpr0);
        return {v->lane, is_64(type) ? v[1].lane : nullptr};
    }
    return broadcast(w, in, code, type, space);
}

/// The long way of modify_source.
void change_source(Wave&, const Inst&, unsigned index, unsigned opsel_bit, Type type, Source& source,
                   SourceSpace& space, uint64_t& active);
/// Replaces `source`, which is operand `index` and was fetched, by its modified form in `space`: DPP (on
/// operand 0), op_sel, abs, neg. DPP takes lanes it must not write out of `active`.
[[gnu::always_inline]] inline void modify_source(Wave& w, const Inst& in, unsigned index, unsigned opsel_bit,
                                                 Type type, Source& source, SourceSpace& space,
                                                 uint64_t& active) {
    const unsigned high = is_16(type) ? in.opsel >> opsel_bit : 0;
    const bool permuted = index == 0 && in.lane_control != LaneControl::None;
    if (permuted || ((high | in.abs >> index | in.neg >> index) & 1))
        change_source(w, in, index, opsel_bit, type, source, space, active);
}
/// Lane i of each row of 16 lanes of `out` becomes lane from[i] of the row whose number differs by `row_xor`,
/// or 0 where that lane is not in `readable`. Returns the lanes that got a value. `in` and `out` are
/// different.
uint64_t permute_rows(const uint8_t* from, unsigned row_xor, uint64_t readable, const uint32_t* in,
                      uint32_t* out, unsigned lanes);
/// Only the DPP part, for operands that know no modifiers.
void permute_dpp(Wave&, const Inst&, Source& source, bool two_words, SourceSpace& space, uint64_t& active);

/// Applies omod and clamp to a float result, then writes the active lanes of the destination.
void store_result(Wave&, const Inst&, unsigned dst, Type type, LaneWords& lo, LaneWords& hi, uint64_t active);
/// Writes the active lanes of one register.
void store_lanes(const Wave&, uint32_t* dst, const uint32_t* value, uint64_t active);

/// Bit j for lane j of a half.
inline constexpr struct LaneBits {
    alignas(64) uint32_t word[32];
} kLaneBits = [] {
    LaneBits r{};
    for (unsigned j = 0; j < 32; ++j)
        r.word[j] = 1u << j;
    return r;
}();
/// A lane mask as a word for each lane.
[[gnu::always_inline]] inline void expand_mask(uint64_t mask, uint32_t* out, unsigned lanes) {
    for (size_t base = 0; base < lanes; base += 32) {
        const uint32_t half = uint32_t(mask >> base);
        for (size_t j = 0; j < 32; ++j)
            out[base + j] = (half & kLaneBits.word[j]) == kLaneBits.word[j] ? ~0u : 0u;
    }
}
/// The lane mask whose bits are the sign bits of `words`.
uint64_t collect_mask(const uint32_t* words, unsigned lanes);

/// MODE unpacked.
inline Fp unpack_mode(uint32_t m) {
    const auto when = [](bool b) { return b ? ~0u : 0u; };
    const uint32_t d32 = mode::denorm_f32.get(m), d16 = mode::denorm_f16_f64.get(m);
    return {mode::round_f16_f64.get(m),
            when(!(d32 & 1)),
            when(!(d32 & 2)),
            when(!(d16 & 1)),
            when(!(d16 & 2)),
            when(mode::ieee.get(m)),
            when(mode::dx10_clamp.get(m)),
            when(mode::fp16_ovfl.get(m))};
}

} // namespace wb::sim::WB_SIMD
