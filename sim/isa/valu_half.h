// SPDX-License-Identifier: MIT
// f16 lane functions, shared by the plain and the packed forms. They run under MODE's f16 rounding without
// regard to the host's flush bits: f32 carries every f16 as a normal number.
#pragma once

#include "sim/isa/valu_float.h"

namespace wb::sim::WB_SIMD {

WB_LANE Half add_h(const Fp& fp, Half a, Half b) {
    const float x = widen(fp, a), y = widen(fp, b);
    return round_half(fp, nan2(x + y, x, y));
}
WB_LANE Half sub_h(const Fp& fp, Half a, Half b) {
    const float x = widen(fp, a), y = widen(fp, b);
    return round_half(fp, nan2(x - y, x, y));
}
WB_LANE Half subrev_h(const Fp& fp, Half a, Half b) {
    const float x = widen(fp, a), y = widen(fp, b);
    return round_half(fp, nan2(y - x, x, y));
}
WB_LANE Half mul_h(const Fp& fp, Half a, Half b) {
    const float x = widen(fp, a), y = widen(fp, b);
    return round_half(fp, nan2(x * y, x, y));
}
WB_LANE Half fma_h(const Fp& fp, Half a, Half b, Half c) {
    const float x = widen(fp, a), y = widen(fp, b), z = widen(fp, c);
    // The product is exact in f64. A sum that is not, rounds by MODE, far below f16's last bit.
    const float r = double_to_float_odd(double(x) * double(y) + double(z));
    return round_half(fp, nan3(r, x, y, z));
}

WB_LANE uint32_t flush_h(const Fp& fp, uint32_t x) {
    return x & ((x & 0x7c00u) == 0 ? 0x8000u | ~(fp.flush_in16 | fp.flush_out16) : ~0u);
}
WB_LANE int32_t order_key_h(uint32_t x) {
    return x & 0x8000u ? -int32_t(x & 0x7fffu) - 1 : int32_t(x);
}
WB_LANE bool is_nan_h(uint32_t x) {
    return (x & 0x7fffu) > 0x7c00u;
}
WB_LANE Half choose_h(const Fp& fp, uint32_t a, uint32_t b, bool take_a) {
    const bool sa = is_nan_h(a) && !(a & 0x200u), sb = is_nan_h(b) && !(b & 0x200u);
    uint32_t r = take_a ? a : b;
    r = is_nan_h(a) ? b : r;
    r = is_nan_h(b) ? a : r;
    const uint32_t signaling = (sa ? a : b) | 0x200u;
    return {(sa || sb) && fp.ieee ? signaling : r};
}
WB_LANE Half min_h(const Fp& fp, Half x, Half y) {
    const uint32_t a = flush_h(fp, x.bits), b = flush_h(fp, y.bits);
    return choose_h(fp, a, b, order_key_h(a) < order_key_h(b));
}
WB_LANE Half max_h(const Fp& fp, Half x, Half y) {
    const uint32_t a = flush_h(fp, x.bits), b = flush_h(fp, y.bits);
    return choose_h(fp, a, b, order_key_h(a) > order_key_h(b));
}
WB_LANE Half min3_h(const Fp& fp, Half a, Half b, Half c) {
    return min_h(fp, min_h(fp, a, b), c);
}
WB_LANE Half max3_h(const Fp& fp, Half a, Half b, Half c) {
    return max_h(fp, max_h(fp, a, b), c);
}
WB_LANE Half maxmin_h(const Fp& fp, Half a, Half b, Half c) {
    return min_h(fp, max_h(fp, a, b), c);
}
WB_LANE Half minmax_h(const Fp& fp, Half a, Half b, Half c) {
    return max_h(fp, min_h(fp, a, b), c);
}
WB_LANE bool equal_h(uint32_t a, uint32_t b) {
    return a == b || ((a | b) & 0x7fffu) == 0;
}
WB_LANE Half med3_h(const Fp& fp, Half a, Half b, Half c) {
    const uint32_t high = max3_h(fp, a, b, c).bits;
    uint32_t r = equal_h(high, flush_h(fp, b.bits)) ? max_h(fp, a, c).bits : max_h(fp, a, b).bits;
    r = equal_h(high, flush_h(fp, a.bits)) ? max_h(fp, b, c).bits : r;
    const bool nan = is_nan_h(a.bits) || is_nan_h(b.bits) || is_nan_h(c.bits);
    return {nan ? min3_h(fp, a, b, c).bits : r};
}

} // namespace wb::sim::WB_SIMD
