// SPDX-License-Identifier: MIT
// f16 arithmetic, plain and packed: the operands are widened to f32, a lane function computes there, and the
// result is rounded once more. f32 carries every f16 as a normal number, so the host's flush bits do not
// matter.
//
// Sums and products: rounding to 24 bits first cannot change the result (24 >= 2 * 11 + 2; in the directed
// modes two roundings in one direction are one). A fused multiply-add needs more: see fma_in_f32.
#pragma once

#include "sim/isa/valu_alu.h"
#include "sim/isa/valu_half_block.h"

namespace wb::sim::WB_SIMD {

inline constexpr unsigned kMaxHalves = 2 * kMaxLanes;

/// f16 numbers one after another: of the lanes, or of the lanes' low and high halves alternately.
struct HalfLanes {
    alignas(64) uint16_t bits[kMaxHalves];
};
struct FloatLanes {
    alignas(64) float value[kMaxHalves];
};

/// f16 to f32, exact; signalling NaNs become quiet. Denormals flush as MODE says. `count` is a multiple
/// of 32.
void widen_halves(const Fp&, const HalfLanes&, FloatLanes&, unsigned count);
/// The low halves of the lanes' words, or with `shift` 16 the high ones, as f32.
void widen_words(const Fp&, const uint32_t* words, unsigned shift, FloatLanes&, unsigned lanes);
/// f32 to f16, rounded, flushed and saturated as MODE says.
void narrow_halves(const Fp&, const FloatLanes&, HalfLanes&, unsigned count);

/// The low halves of the lanes' words, or with `shift` 16 the high ones.
void words_to_halves(const uint32_t* words, unsigned shift, HalfLanes&, unsigned lanes);

/// The high halves of the lanes' words, in `space`.
const uint32_t* high_halves(const uint32_t* words, SourceSpace& space, unsigned lanes);

/// The widened operands of a plain instruction, modifiers applied.
void load_half_operands(Wave&, const Inst&, const Fp&, unsigned count, Sources, FloatLanes* out,
                        uint64_t& active);
/// Rounds, applies omod and clamp and writes the active lanes.
void store_half_result(Wave&, const Inst&, const Fp&, const FloatLanes&, uint64_t active);
/// The same for packed instructions: twice as many numbers.
void load_packed_operands(Wave&, const Inst&, const Fp&, unsigned count, Sources, FloatLanes* out,
                          uint64_t& active);
void store_packed_result(Wave&, const Inst&, const Fp&, const FloatLanes&, uint64_t active);

/// True when each of the first `count` operands of a packed instruction is taken as it is: halves where they
/// belong, no signs, no DPP.
inline bool takes_own_halves(const Inst& in, unsigned count) {
    const unsigned all = (1u << count) - 1;
    return is_plain(in) && (in.encoding != Encoding::VOP3P || (in.opsel_hi & all) == all);
}
/// The packed operand that load_packed_operands would widen: words whose halves are where they belong, signs
/// applied; in `space` if need be.
const uint32_t* packed_words(Wave&, const Inst&, unsigned index, unsigned code, SourceSpace& space,
                             uint64_t& active);
/// Clamps both halves of each word when the instruction asks for it, then writes the active lanes.
void store_packed_words(Wave&, const Inst&, const Fp&, uint32_t* words, uint64_t active);

/// x * y + z of f16 numbers "rounded to odd": a rounding to f16 of the result is the rounding of the exact
/// sum. The product is exact. Under Control::Nearest, where the sum's error is exact too (Knuth's two-sum);
/// an inexact sum whose last bit is even is replaced by its neighbour on the other side of the exact value.
/// NaNs apart.
WB_LANE float fma_numbers(const Fp& fp, float x, float y, float z) {
    const float p = x * y, s = p + z, zz = s - p;
    const float error = (p - (s - zz)) + (z - zz);
    const uint32_t b = bits(s);
    const uint32_t even = (b & 1) - 1, inexact = error < 0 || error > 0 ? ~0u : 0u;
    // One unit further from zero when the error points there, else nearer.
    const uint32_t step = uint32_t(int32_t(bits(error) ^ b) >> 31 | 1) & even & inexact;
    // An exact zero is -0 when MODE rounds down, unless both terms are +0.
    const uint32_t down = fp.round16 == 2 ? 0x8000'0000u : 0u;
    const uint32_t zero = s == 0 ? (bits(p) | bits(z)) & down : 0u;
    return as_float((b + step) | zero);
}
WB_LANE float fma_in_f32(const Fp& fp, float x, float y, float z) {
    return nan3(nan1(fma_numbers(fp, x, y, z), z), x, y, z);
}
WB_LANE float add_numbers(float x, float y) {
    return x + y;
}
WB_LANE float sub_numbers(float x, float y) {
    return x - y;
}
WB_LANE float subrev_numbers(float x, float y) {
    return y - x;
}
WB_LANE float mul_numbers(float x, float y) {
    return x * y;
}
WB_LANE float add_in_f32(float x, float y) {
    return nan2(add_numbers(x, y), x, y);
}
WB_LANE float sub_in_f32(float x, float y) {
    return nan2(sub_numbers(x, y), x, y);
}
WB_LANE float subrev_in_f32(float x, float y) {
    return nan2(subrev_numbers(x, y), x, y);
}
WB_LANE float mul_in_f32(float x, float y) {
    return nan2(mul_numbers(x, y), x, y);
}

/// What gives the same as F wherever its own result is no NaN, in fewer steps.
template <auto F>
inline constexpr auto kNumbers = F;
template <>
inline constexpr auto kNumbers<fma_in_f32> = fma_numbers;
template <>
inline constexpr auto kNumbers<add_in_f32> = add_numbers;
template <>
inline constexpr auto kNumbers<sub_in_f32> = sub_numbers;
template <>
inline constexpr auto kNumbers<subrev_in_f32> = subrev_numbers;
template <>
inline constexpr auto kNumbers<mul_in_f32> = mul_numbers;

#if defined(__F16C__)
/// The loop of both forms of an instruction where host_converts(). Plain: the low halves of the words, `keep`
/// of `old` goes into the result. Packed: both halves.
template <auto F, unsigned Count, bool Packed>
[[gnu::always_inline]] inline void run_blocks(const Source* source, const uint32_t* old, uint32_t keep,
                                              uint32_t* out, unsigned lanes) {
    const uint32_t* word[3] = {source[0].lo, source[Count > 1].lo, source[Count - 1].lo};
    constexpr unsigned kWords = Packed ? kBlock / 2 : kBlock;
    for (unsigned j = 0; j < lanes; j += kWords) {
        FloatBlock x[Count], r;
        for (unsigned i = 0; i < Count; ++i)
            x[i] = Packed ? widen_pairs(word[i] + j) : widen_low(word[i] + j);
        const auto apply = [&]<auto G>() WB_BODY {
#pragma omp simd
            for (unsigned k = 0; k < kBlock; ++k)
                if constexpr (Count == 1)
                    r.value[k] = G(x[0].value[k]);
                else if constexpr (Count == 2)
                    r.value[k] = G(x[0].value[k], x[1].value[k]);
                else
                    r.value[k] = G(Fp{}, x[0].value[k], x[1].value[k], x[2].value[k]);
        };
#if defined(__AVX512F__)
        if constexpr (std::is_same_v<std::integral_constant<decltype(F), F>,
                                     std::integral_constant<decltype(&fma_in_f32), &fma_in_f32>>)
            r = fma_to_odd(x[0], x[1], x[2]);
        else
#endif
            apply.template operator()<kNumbers<F>>();
        if constexpr (kNumbers<F> != F)
            if (any_nan(r)) [[unlikely]]
                apply.template operator()<F>();
        if constexpr (Packed)
            store_pairs(narrow_block(r.value), out + j);
        else
            store_low(narrow_block(r.value), old + j, keep, out + j);
    }
}
template <auto F, unsigned Count, Sources S>
[[gnu::always_inline]] inline void half_blocks(Wave& w, const Inst& in) {
    const bool plain = is_plain(in);
    uint64_t active = w.exec();
    Source source[Count];
    SourceSpace space[Count];
    for (unsigned i = 0; i < Count; ++i) {
        source[i] = fetch(w, in, operand_code<S, Half>(in, i, Count), Type::F16, space[i]);
        if (plain) [[likely]]
            continue;
        if (S != Sources::Accumulate || i != Count - 1)
            modify_source(w, in, i, i, Type::F16, source[i], space[i], active);
        else if (in.opsel & 8)
            source[i].lo = high_halves(source[i].lo, space[i], w.lanes);
    }
    uint32_t* dst = w.v[in.dst - kVgpr0].lane;
    // Without omod, clamp and the high half the loop's words are the result.
    const bool as_is = plain || !(in.omod | in.clamp | (in.opsel & 8));
    const bool direct = as_is && active == w.all_lanes();
    LaneWords words, unused;
    run_blocks<F, Count, false>(source, dst, as_is ? 0xffff'0000u : 0, direct ? dst : words.word, w.lanes);
    if (direct) [[likely]]
        return;
    if (as_is) return store_lanes(w, dst, words.word, active);
    store_result(w, in, in.dst, Type::F16, words, unused, active);
}
template <auto F, unsigned Count, Sources S>
[[gnu::always_inline]] inline void packed_blocks(Wave& w, const Inst& in, const Fp& fp) {
    uint64_t active = w.exec();
    Source source[Count];
    SourceSpace space[Count];
    const bool plain = takes_own_halves(in, Count);
    for (unsigned i = 0; i < Count; ++i) {
        const unsigned code = operand_code<S, Half>(in, i, Count);
        source[i].lo = plain ? fetch(w, in, code, Type::F16, space[i]).lo
                             : packed_words(w, in, i, code, space[i], active);
    }
    uint32_t* dst = w.v[in.dst - kVgpr0].lane;
    if (!in.clamp && active == w.all_lanes()) [[likely]]
        return run_blocks<F, Count, true>(source, dst, 0, dst, w.lanes);
    LaneWords words;
    run_blocks<F, Count, true>(source, dst, 0, words.word, w.lanes);
    store_packed_words(w, in, fp, words.word, active);
}
#endif

/// The loop over widened operands: one for the plain and the packed form of an instruction.
template <auto F, unsigned Count>
[[gnu::noinline]] void run_halves(const Fp& fp_in, FloatLanes* x, unsigned count) {
    const Fp fp = fp_in;
    float* a = x[0].value;
    const float *b = x[1].value, *c = x[2].value;
    for_lanes(count, [=](size_t j) WB_BODY {
        if constexpr (Count == 1)
            a[j] = F(a[j]);
        else if constexpr (Count == 2)
            a[j] = F(a[j], b[j]);
        else
            a[j] = F(fp, a[j], b[j], c[j]);
    });
}

/// Handler of an f16 instruction computed in f32: F takes one or two floats, or Fp and three.
template <auto F, unsigned Count, Sources S = Sources::InOrder, Control C = Control::Half>
void half_alu(Wave& w, const Inst& in) {
    set_control<C>(w);
    const Fp fp = unpack_mode(w.mode);
#if defined(__F16C__)
    if (host_converts(fp)) [[likely]]
        return half_blocks<F, Count, S>(w, in);
#endif
    uint64_t active = w.exec();
    FloatLanes x[3];
    load_half_operands(w, in, fp, Count, S, x, active);
    run_halves<F, Count>(fp, x, w.lanes);
    store_half_result(w, in, fp, x[0], active);
}
template <auto F, unsigned Count, Sources S = Sources::InOrder, Control C = Control::Half>
void half_packed(Wave& w, const Inst& in) {
    set_control<C>(w);
    const Fp fp = unpack_mode(w.mode);
#if defined(__F16C__)
    if (host_converts(fp)) [[likely]]
        return packed_blocks<F, Count, S>(w, in, fp);
#endif
    uint64_t active = w.exec();
    FloatLanes x[3];
    load_packed_operands(w, in, fp, Count, S, x, active);
    run_halves<F, Count>(fp, x, 2 * w.lanes);
    store_packed_result(w, in, fp, x[0], active);
}

/// The fused multiply-add of f16 values in words, under Control::Nearest: for where one result feeds the
/// next.
WB_LANE Half fma_h(const Fp& fp, Half a, Half b, Half c) {
    return round_half(fp, fma_in_f32(fp, widen(fp, a), widen(fp, b), widen(fp, c)));
}

} // namespace wb::sim::WB_SIMD
