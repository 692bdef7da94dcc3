// SPDX-License-Identifier: MIT
// Minimum, maximum and median of f16, shared by the plain and the packed forms: on bit patterns, in order as
// integers. RDNA3 ISA 16.7, V_MIN_F16.
#pragma once

#include "sim/isa/valu_float.h"
#include "sim/isa/valu_order.h"

namespace wb::sim::WB_SIMD {

WB_LANE uint32_t flush_h(const Fp& fp, uint32_t x) {
    return x & ((x & 0x7c00u) == 0 ? 0x8000u | ~(fp.flush_in16 | fp.flush_out16) : ~0u);
}
WB_LANE bool is_nan_h(uint32_t x) {
    return (x & 0x7fffu) > 0x7c00u;
}
/// -0 below +0, NaNs outside. Turns keys back into numbers, too, in the low half.
WB_LANE int32_t order_key_h(uint32_t x) {
    const int32_t s = int32_t(x << 16) >> 16;
    return s ^ ((s >> 31) & 0x7fff);
}
/// Whatever MODE.IEEE says: with it a signalling NaN wins, made quiet.
struct GeneralHalf {
    using Value = Half;
    WB_LANE Half choose(const Fp& fp, uint32_t a, uint32_t b, bool take_a) {
        const bool sa = is_nan_h(a) && !(a & 0x200u), sb = is_nan_h(b) && !(b & 0x200u);
        uint32_t r = take_a ? a : b;
        r = is_nan_h(a) ? b : r;
        r = is_nan_h(b) ? a : r;
        const uint32_t signaling = (sa ? a : b) | 0x200u;
        return {(sa || sb) && fp.ieee ? signaling : r};
    }
    WB_LANE Half min(const Fp& fp, Half x, Half y) {
        const uint32_t a = flush_h(fp, x.bits), b = flush_h(fp, y.bits);
        return choose(fp, a, b, order_key_h(a) < order_key_h(b));
    }
    WB_LANE Half max(const Fp& fp, Half x, Half y) {
        const uint32_t a = flush_h(fp, x.bits), b = flush_h(fp, y.bits);
        return choose(fp, a, b, order_key_h(a) > order_key_h(b));
    }
};
/// Without MODE.IEEE, as shaders run it.
struct PlainHalf {
    using Value = Half;
    WB_LANE Half unless_nan(uint32_t a, uint32_t b, int32_t key) {
        uint32_t r = is_nan_h(a) ? b : uint32_t(order_key_h(uint32_t(key))) & 0xffffu;
        return {is_nan_h(b) ? a : r};
    }
    WB_LANE Half min(const Fp& fp, Half x, Half y) {
        const uint32_t a = flush_h(fp, x.bits), b = flush_h(fp, y.bits);
        const int32_t ka = order_key_h(a), kb = order_key_h(b);
        return unless_nan(a, b, ka < kb ? ka : kb);
    }
    WB_LANE Half max(const Fp& fp, Half x, Half y) {
        const uint32_t a = flush_h(fp, x.bits), b = flush_h(fp, y.bits);
        const int32_t ka = order_key_h(a), kb = order_key_h(b);
        return unless_nan(a, b, ka > kb ? ka : kb);
    }
};

WB_LANE bool equal_h(uint32_t a, uint32_t b) {
    return a == b || ((a | b) & 0x7fffu) == 0;
}
template <class M>
WB_LANE Half med3_h(const Fp& fp, Half a, Half b, Half c) {
    const uint32_t high = max3_of<M>(fp, a, b, c).bits;
    uint32_t r = equal_h(high, flush_h(fp, b.bits)) ? M::max(fp, a, c).bits : M::max(fp, a, b).bits;
    r = equal_h(high, flush_h(fp, a.bits)) ? M::max(fp, b, c).bits : r;
    const bool nan = is_nan_h(a.bits) || is_nan_h(b.bits) || is_nan_h(c.bits);
    return {nan ? min3_of<M>(fp, a, b, c).bits : r};
}

} // namespace wb::sim::WB_SIMD
