// SPDX-License-Identifier: MIT
// f16 arithmetic: valu_half.h tells how. RDNA3 ISA 16.7, 16.8, 16.12.
#include "sim/isa/valu_families.h"
#include "sim/isa/valu_half.h"
#include "sim/isa/valu_half_order.h"

namespace wb::sim::WB_SIMD {

namespace {

WB_LANE float trunc(float x) {
    return nan1(__builtin_truncf(x), x);
}
WB_LANE float ceil(float x) {
    return nan1(__builtin_ceilf(x), x);
}
WB_LANE float floor(float x) {
    return nan1(floor_of(x), x);
}
/// Under Control::Nearest.
WB_LANE float rndne(float x) {
    return nan1(__builtin_rintf(x), x);
}
/// The result stays below 1 even for tiny negative numbers.
WB_LANE float fract(float x) {
    constexpr float kBelowOne = 0x1.ffcp-1f;
    const float r = x - floor_of(x);
    return nan1(r > kBelowOne ? kBelowOne : r, x);
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

template <Sources S>
constexpr ExecFn half_fma = half_alu<fma_in_f32, 3, S, Control::Nearest>;

const Kernel kKernels[] = {
    {"v_add_f16", half_alu<add_in_f32, 2>},
    {"v_sub_f16", half_alu<sub_in_f32, 2>},
    {"v_subrev_f16", half_alu<subrev_in_f32, 2>},
    {"v_mul_f16", half_alu<mul_in_f32, 2>},
    {"v_fma_f16", half_fma<Sources::InOrder>},
    {"v_fmac_f16", half_fma<Sources::Accumulate>},
    {"v_fmaak_f16", half_fma<Sources::ConstantLast>},
    {"v_fmamk_f16", half_fma<Sources::ConstantMiddle>},
    {"v_min_f16", alu_by_ieee<min_of<PlainHalf>, min_of<GeneralHalf>>},
    {"v_max_f16", alu_by_ieee<max_of<PlainHalf>, max_of<GeneralHalf>>},
    {"v_min3_f16", alu_by_ieee<min3_of<PlainHalf>, min3_of<GeneralHalf>>},
    {"v_max3_f16", alu_by_ieee<max3_of<PlainHalf>, max3_of<GeneralHalf>>},
    {"v_med3_f16", alu_by_ieee<med3_h<PlainHalf>, med3_h<GeneralHalf>>},
    {"v_maxmin_f16", alu_by_ieee<maxmin_of<PlainHalf>, maxmin_of<GeneralHalf>>},
    {"v_minmax_f16", alu_by_ieee<minmax_of<PlainHalf>, minmax_of<GeneralHalf>>},
    {"v_trunc_f16", half_alu<trunc, 1>},
    {"v_ceil_f16", half_alu<ceil, 1>},
    {"v_floor_f16", half_alu<floor, 1>},
    {"v_rndne_f16", half_alu<rndne, 1, Sources::InOrder, Control::Nearest>},
    {"v_fract_f16", half_alu<fract, 1>},
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
