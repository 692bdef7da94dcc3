// SPDX-License-Identifier: MIT
// f16 arithmetic, plain and packed: the operands are widened to f32, a lane function computes there, and the
// result is rounded once more. f32 carries every f16 as a normal number, so the host's flush bits do not
// matter.
//
// Sums and products: rounding to 24 bits first cannot change the result (24 >= 2 * 11 + 2; in the directed
// modes two roundings in one direction are one). A fused multiply-add needs more: see fma_in_f32.
#pragma once

#include "sim/isa/valu_alu.h"

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
/// f32 to f16, rounded, flushed and saturated as MODE says.
void narrow_halves(const Fp&, const FloatLanes&, HalfLanes&, unsigned count);

/// The low halves of the lanes' words, or with `shift` 16 the high ones.
void words_to_halves(const uint32_t* words, unsigned shift, HalfLanes&, unsigned lanes);

/// The widened operands of a plain instruction, modifiers applied.
void load_half_operands(Wave&, const Inst&, const Fp&, unsigned count, Sources, FloatLanes* out,
                        uint64_t& active);
/// Rounds, applies omod and clamp and writes the active lanes.
void store_half_result(Wave&, const Inst&, const Fp&, const FloatLanes&, uint64_t active);
/// The same for packed instructions: twice as many numbers.
void load_packed_operands(Wave&, const Inst&, const Fp&, unsigned count, Sources, FloatLanes* out,
                          uint64_t& active);
void store_packed_result(Wave&, const Inst&, const Fp&, const FloatLanes&, uint64_t active);

/// x * y + z of f16 numbers "rounded to odd": a rounding to f16 of the result is the rounding of the exact
/// sum. The product is exact. Under Control::Nearest, where the sum's error is exact too (Knuth's two-sum);
/// an inexact sum whose last bit is even is replaced by its neighbour on the other side of the exact value.
WB_LANE float fma_in_f32(const Fp& fp, float x, float y, float z) {
    const float p = x * y, s = p + z, zz = s - p;
    const float error = (p - (s - zz)) + (z - zz);
    const uint32_t b = bits(s);
    const uint32_t even = (b & 1) - 1, inexact = error < 0 || error > 0 ? ~0u : 0u;
    // One unit further from zero when the error points there, else nearer.
    const uint32_t step = ((bits(error) ^ b) >> 31 ? ~0u : 1u) & even & inexact;
    // An exact zero is -0 when MODE rounds down, unless both terms are +0.
    const uint32_t down = fp.round16 == 2 ? 0x8000'0000u : 0u;
    const uint32_t zero = s == 0 ? (bits(p) | bits(z)) & down : 0u;
    return nan3(nan1(as_float((b + step) | zero), z), x, y, z);
}

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
    uint64_t active = w.exec();
    FloatLanes x[3];
    load_packed_operands(w, in, fp, Count, S, x, active);
    run_halves<F, Count>(fp, x, 2 * w.lanes);
    store_packed_result(w, in, fp, x[0], active);
}

WB_LANE float add_in_f32(float x, float y) {
    return nan2(x + y, x, y);
}
WB_LANE float sub_in_f32(float x, float y) {
    return nan2(x - y, x, y);
}
WB_LANE float subrev_in_f32(float x, float y) {
    return nan2(y - x, x, y);
}
WB_LANE float mul_in_f32(float x, float y) {
    return nan2(x * y, x, y);
}
/// The fused multiply-add of f16 values in words, under Control::Nearest: for where one result feeds the
/// next.
WB_LANE Half fma_h(const Fp& fp, Half a, Half b, Half c) {
    return round_half(fp, fma_in_f32(fp, widen(fp, a), widen(fp, b), widen(fp, c)));
}

} // namespace wb::sim::WB_SIMD
