// SPDX-License-Identifier: MIT
// f16 arithmetic. Sums and products are computed in f32, where a second rounding to f16 cannot hurt (24 >= 2
// * 11 + 2 bits); fused multiply-add needs more and goes through f64. RDNA3 ISA 16.7, 16.8, 16.12.
#include "sim/isa/valu_families.h"
#include "sim/isa/valu_half.h"

namespace wb::sim::WB_SIMD {

namespace {

/// Through trunc, which is exact in every rounding mode: inline code for floor on hosts without SSE4.1 is
/// not.
WB_LANE float floor_of(float x) {
    const float r = __builtin_truncf(x);
    return r > x ? r - 1 : r;
}
WB_LANE Half trunc(const Fp& fp, Half a) {
    const float x = widen(fp, a);
    return round_half(fp, nan1(__builtin_truncf(x), x));
}
WB_LANE Half ceil(const Fp& fp, Half a) {
    const float x = widen(fp, a);
    return round_half(fp, nan1(__builtin_ceilf(x), x));
}
WB_LANE Half floor(const Fp& fp, Half a) {
    const float x = widen(fp, a);
    return round_half(fp, nan1(floor_of(x), x));
}
/// Under Control::Exact.
WB_LANE Half rndne(const Fp& fp, Half a) {
    const float x = widen(fp, a);
    return round_half(fp, nan1(__builtin_rintf(x), x));
}
WB_LANE Half fract(const Fp& fp, Half a) {
    const float x = widen(fp, a);
    const Half r = round_half(fp, nan1(x - floor_of(x), x));
    constexpr uint32_t kOne = 0x3c00, kBelowOne = 0x3bff;
    return {r.bits == kOne ? kBelowOne : r.bits};
}
WB_LANE Half frexp_mant(const Fp& fp, Half a) {
    const uint32_t x = bits(widen(fp, a));
    return round_half(fp, as_float(frexp_mantissa(x)));
}
WB_LANE I16 frexp_exp(const Fp& fp, Half a) {
    return {frexp_exponent(bits(widen(fp, a)))};
}
WB_LANE Half ldexp(const Fp& fp, Half a, I16 n) {
    const int32_t e = n.v < -60 ? -60 : n.v > 60 ? 60 : n.v;
    const float x = widen(fp, a);
    return round_half(fp, nan1(x * as_float(uint32_t(e + 127) << 23), x));
}
WB_LANE Half div_fixup(const Fp& fp, Half q, Half d0, Half n0) {
    // Denormal inputs count as zeros when MODE flushes them.
    const uint32_t d = (d0.bits & 0x7c00u) ? d0.bits : d0.bits & (0x8000u | ~fp.flush_in16);
    const uint32_t n = (n0.bits & 0x7c00u) ? n0.bits : n0.bits & (0x8000u | ~fp.flush_in16);
    const uint32_t sign = (d ^ n) & 0x8000u, ad = d & 0x7fffu, an = n & 0x7fffu, inf = 0x7c00u;
    uint32_t r = sign | (q.bits & 0x7fffu);
    r = ad == inf || an == 0 ? sign : r;
    r = ad == 0 || an == inf ? sign | inf : r;
    r = (ad == inf && an == inf) || (ad == 0 && an == 0) ? 0xfe00u : r;
    r = ad > inf ? d | 0x200u : r;
    return {an > inf ? n | 0x200u : r};
}

const Kernel kKernels[] = {
    {"v_add_f16", alu<add_h>},
    {"v_sub_f16", alu<sub_h>},
    {"v_subrev_f16", alu<subrev_h>},
    {"v_mul_f16", alu<mul_h>},
    {"v_fma_f16", alu<fma_h>},
    {"v_fmac_f16", alu<fma_h, Sources::Accumulate>},
    {"v_fmaak_f16", alu<fma_h, Sources::ConstantLast>},
    {"v_fmamk_f16", alu<fma_h, Sources::ConstantMiddle>},
    {"v_min_f16", alu<min_h>},
    {"v_max_f16", alu<max_h>},
    {"v_min3_f16", alu<min3_h>},
    {"v_max3_f16", alu<max3_h>},
    {"v_med3_f16", alu<med3_h>},
    {"v_maxmin_f16", alu<maxmin_h>},
    {"v_minmax_f16", alu<minmax_h>},
    {"v_trunc_f16", alu<trunc>},
    {"v_ceil_f16", alu<ceil>},
    {"v_floor_f16", alu<floor>},
    {"v_rndne_f16", alu<rndne, Sources::InOrder, Control::Exact>},
    {"v_fract_f16", alu<fract>},
    {"v_frexp_mant_f16", alu<frexp_mant>},
    {"v_frexp_exp_i16_f16", alu<frexp_exp>},
    {"v_ldexp_f16", alu<ldexp>},
    {"v_div_fixup_f16", alu<div_fixup>},
};

} // namespace

KernelList<Kernel> f16_kernels() {
    return list(kKernels);
}

} // namespace wb::sim::WB_SIMD
