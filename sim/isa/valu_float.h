// SPDX-License-Identifier: MIT
// Float functions on bit patterns that several families share.
#pragma once

#include "sim/isa/valu_types.h"

namespace wb::sim::WB_SIMD {

/// f32 order as integers: -0 below +0, NaNs outside.
WB_LANE int32_t order_key(uint32_t x) {
    return int32_t(x ^ (uint32_t(int32_t(x) >> 31) & 0x7fff'ffffu));
}
WB_LANE int64_t order_key(uint64_t x) {
    return int64_t(x ^ (uint64_t(int64_t(x) >> 63) & ~(1ull << 63)));
}

/// Through trunc, which is exact in every rounding mode: inline code for floor on hosts without SSE4.1 is
/// not.
WB_LANE float floor_of(float x) {
    const float r = __builtin_truncf(x);
    return r > x ? r - 1 : r;
}
WB_LANE double floor_of(double x) {
    const double r = __builtin_trunc(x);
    return r > x ? r - 1 : r;
}

/// V_MIN/V_MAX_F32 (RDNA3 ISA 16.7): a NaN gives way to the other operand; with MODE.IEEE a signalling NaN
/// wins, made quiet. Denormals flush as MODE says.
WB_LANE uint32_t choose_bits(const Fp& fp, uint32_t a, uint32_t b, bool take_a) {
    uint32_t r = take_a ? a : b;
    r = is_nan(a) ? b : r;
    r = is_nan(b) ? a : r;
    const uint32_t signaling = is_signaling(a) ? quiet(a) : quiet(b);
    return (is_signaling(a) || is_signaling(b)) && fp.ieee ? signaling : r;
}
WB_LANE uint32_t min_bits(const Fp& fp, uint32_t a, uint32_t b) {
    a = flush32(fp.flush_in32 | fp.flush_out32, a);
    b = flush32(fp.flush_in32 | fp.flush_out32, b);
    return choose_bits(fp, a, b, order_key(a) < order_key(b));
}
WB_LANE uint32_t max_bits(const Fp& fp, uint32_t a, uint32_t b) {
    a = flush32(fp.flush_in32 | fp.flush_out32, a);
    b = flush32(fp.flush_in32 | fp.flush_out32, b);
    return choose_bits(fp, a, b, order_key(a) > order_key(b));
}
WB_LANE uint64_t choose_bits64(const Fp& fp, uint64_t a, uint64_t b, bool take_a) {
    uint64_t r = take_a ? a : b;
    r = is_nan(a) ? b : r;
    r = is_nan(b) ? a : r;
    const uint64_t signaling = is_signaling(a) ? quiet(a) : quiet(b);
    return (is_signaling(a) || is_signaling(b)) && fp.ieee ? signaling : r;
}

/// The fraction of a finite number, in [0.5, 1); zeros, infinities and NaNs (made quiet) as they are.
WB_LANE uint32_t frexp_mantissa(uint32_t x) {
    const uint32_t a = x & 0x7fff'ffffu, sign = x & 0x8000'0000u;
    // A denormal as an integer converts to a float with the same fraction.
    const uint32_t normal = a < 0x80'0000u ? bits(float(int32_t(a))) : a;
    uint32_t r = sign | (normal & 0x7f'ffffu) | 0x3f00'0000u;
    r = a == 0 || a == 0x7f80'0000u ? x : r;
    return is_nan(x) ? quiet(x) : r;
}
/// The exponent that goes with it; 0 for zeros, infinities and NaNs.
WB_LANE int32_t frexp_exponent(uint32_t x) {
    const uint32_t a = x & 0x7fff'ffffu;
    const uint32_t normal = a < 0x80'0000u ? bits(float(int32_t(a))) : a;
    const int32_t bias = a < 0x80'0000u ? 126 + 149 : 126;
    const int32_t r = int32_t(normal >> 23) - bias;
    return a == 0 || a >= 0x7f80'0000u ? 0 : r;
}

} // namespace wb::sim::WB_SIMD
