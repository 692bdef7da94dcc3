// SPDX-License-Identifier: MIT
// f64 arithmetic and conversions between f64 and 32-bit types. RDNA3 ISA 16.7, 16.12.
#include "sim/isa/two_over_pi.h"
#include "sim/isa/valu_convert.h"
#include "sim/isa/valu_families.h"
#include "sim/isa/valu_float.h"

#include <cmath>

namespace wb::sim::WB_SIMD {

namespace {

constexpr uint64_t kInf = 0x7ff0'0000'0000'0000, kSign = 1ull << 63;

WB_LANE double add(double a, double b) {
    return nan2(a + b, a, b);
}
WB_LANE double mul(double a, double b) {
    return nan2(a * b, a, b);
}
WB_LANE double fma(double a, double b, double c) {
    return nan3(__builtin_fma(a, b, c), a, b, c);
}
WB_LANE uint64_t flushed(const Fp& fp, double x) {
    return flush64(fp.flush_in16 | fp.flush_out16, bits(x));
}
WB_LANE double min_ieee(const Fp& fp, double x, double y) {
    const uint64_t a = flushed(fp, x), b = flushed(fp, y);
    return as_double(choose_bits64(fp, a, b, order_key(a) < order_key(b)));
}
WB_LANE double max_ieee(const Fp& fp, double x, double y) {
    const uint64_t a = flushed(fp, x), b = flushed(fp, y);
    return as_double(choose_bits64(fp, a, b, order_key(a) > order_key(b)));
}
// Without MODE.IEEE, as shaders run: no signalling NaNs to look for. Equal numbers differ in the sign of
// zeros at most, of which the minimum has any and the maximum both.
WB_LANE double choose(uint64_t a, uint64_t b, bool take_a, bool take_b, uint64_t if_equal) {
    const double x = as_double(a), y = as_double(b);
    uint64_t r = take_a ? a : if_equal;
    r = take_b ? b : r;
    r = x != x ? b : r;
    return as_double(y != y ? a : r);
}
WB_LANE double min(const Fp& fp, double x, double y) {
    const uint64_t a = flushed(fp, x), b = flushed(fp, y);
    return choose(a, b, as_double(a) < as_double(b), as_double(b) < as_double(a), a | b);
}
WB_LANE double max(const Fp& fp, double x, double y) {
    const uint64_t a = flushed(fp, x), b = flushed(fp, y);
    return choose(a, b, as_double(a) > as_double(b), as_double(b) > as_double(a), a & b);
}
WB_LANE double trunc(double x) {
    return nan1(__builtin_trunc(x), x);
}
WB_LANE double ceil(double x) {
    return nan1(__builtin_ceil(x), x);
}
WB_LANE double floor(double x) {
    return nan1(floor_of(x), x);
}
/// Under Control::Exact.
WB_LANE double rndne(double x) {
    return nan1(__builtin_rint(x), x);
}
WB_LANE double fract(double x) {
    const double r = x - floor_of(x);
    return nan1(r >= 1. ? 0x1.fffffffffffffp-1 : r, x);
}
WB_LANE double rcp(double x) {
    return nan1(1. / x, x);
}
WB_LANE double rsq(double x) {
    return nan1(1. / __builtin_sqrt(x), x);
}
WB_LANE double sqrt(double x) {
    return nan1(__builtin_sqrt(x), x);
}

/// A denormal as a normal number 2^54 times as large; the flag tells.
WB_LANE uint64_t normalised(uint64_t a) {
    return a < 1ull << 52 ? bits(as_double(a) * 0x1p54) : a;
}
/// Both under Control::Exact: the scaling of denormals needs them.
WB_LANE double frexp_mant(const Fp& fp, double x0) {
    const uint64_t x = flush64(fp.flush_in16, bits(x0)), a = x & ~kSign;
    uint64_t r = (x & kSign) | (normalised(a) & ((1ull << 52) - 1)) | 0x3fe0'0000'0000'0000;
    r = a == 0 || a == kInf ? x : r;
    return as_double(is_nan(x) ? quiet(x) : r);
}
WB_LANE int32_t frexp_exp(const Fp& fp, double x0) {
    const uint64_t a = flush64(fp.flush_in16, bits(x0)) & ~kSign;
    const int32_t r = int32_t(normalised(a) >> 52) - (a < 1ull << 52 ? 1022 + 54 : 1022);
    return a == 0 || a >= kInf ? 0 : r;
}
WB_LANE double ldexp(double x, int32_t n) {
    n = n < -5000 ? -5000 : n > 5000 ? 5000 : n;
    return nan1(std::ldexp(x, n), x);
}

WB_LANE double div_fixup(double q, double d, double n) {
    const uint64_t sign = (bits(d) ^ bits(n)) & kSign;
    const uint64_t ad = bits(d) & ~kSign, an = bits(n) & ~kSign;
    const int32_t exponents = int32_t(an >> 52) - int32_t(ad >> 52);
    uint64_t r = sign | (bits(q) & ~kSign);
    r = exponents < -1075 ? sign : r;
    r = exponents >= 1025 ? sign | kInf : r;
    r = ad == kInf || n == 0 ? sign : r;
    r = d == 0 || an == kInf ? sign | kInf : r;
    r = (ad == kInf && an == kInf) || (d == 0 && n == 0) ? kDefaultNan64 : r;
    r = is_nan(bits(d)) ? quiet(bits(d)) : r;
    return as_double(is_nan(bits(n)) ? quiet(bits(n)) : r);
}
WB_LANE double div_fmas(double a, double b, double c, VccMask scale) {
    // As for f32: the factors that undo div_scale.
    const double r = fma(a, b, c), factor = (bits(c) & kInf) > 0x3ff0'0000'0000'0000 ? 0x1p128 : 0x1p-128;
    return as_double(scale.bits ? bits(nan1(r * factor, r)) : bits(r));
}
WB_LANE bool denormal_or_less(double x) {
    const uint64_t a = bits(x) & ~kSign;
    return a != 0 && a < 1ull << 52;
}
/// Under Control::Exact, so that denormal quotients show.
WB_LANE WithMask<double> div_scale(double s, double d, double n) {
    const uint64_t ad = bits(d) & ~kSign, an = bits(n) & ~kSign;
    const int32_t exponents = int32_t(an >> 52) - int32_t(ad >> 52);
    const double up = s * 0x1p128, down = s * 0x1p-128;
    const bool inverse_denormal = denormal_or_less(1. / d), result_denormal = denormal_or_less(n / d);
    const bool is_d = s == d, is_n = s == n;
    double r = s;
    uint32_t mask = 0;
    r = int32_t(an >> 52) <= 53 ? up : r;
    r = result_denormal ? (is_n ? up : s) : r;
    mask = result_denormal ? ~0u : mask;
    // As for f32: down, against the ISA's text.
    r = inverse_denormal ? (result_denormal ? (is_d ? down : s) : down) : r;
    const bool d_denormal = ad != 0 && ad < 1ull << 52;
    r = d_denormal ? up : r;
    mask = d_denormal ? 0u : mask;
    const bool huge = exponents >= 768;
    r = huge ? (is_d ? up : s) : r;
    mask = huge ? ~0u : mask;
    const bool zero = d == 0 || n == 0;
    return {as_double(zero ? kDefaultNan64 : bits(nan1(r, s))), zero ? 0u : mask};
}

/// Bits of 2/pi for the argument reduction of huge angles (RDNA3 ISA 16.12, V_TRIG_PREOP_F64).
double trig_preop(double x, uint32_t segment) {
    const int32_t exponent = int32_t((bits(x) & ~kSign) >> 52);
    int32_t shift = int32_t(segment & 31) * 53;
    if (exponent > 1077) shift += exponent - 1077;
    // 53 bits of the 1201-bit fraction, `shift` bits below its top.
    uint64_t result = 0;
    for (int32_t i = 0; i < 53; ++i)
        result = result << 1 | uint64_t(two_over_pi_bit(shift + i));
    int32_t scale = -53 - shift;
    if (exponent >= 1968) scale += 128;
    return std::ldexp(double(result), scale);
}

WB_LANE int32_t cvt_i32(double x) {
    return double_to_i32(x);
}
WB_LANE uint32_t cvt_u32(double x) {
    return double_to_u32(x);
}
WB_LANE double cvt_from_i32(int32_t x) {
    return double(x);
}
WB_LANE double cvt_from_u32(uint32_t x) {
    return double(x);
}
WB_LANE float cvt_f32(double x) {
    const uint64_t b = bits(x);
    const uint32_t nan = uint32_t(b >> 63) << 31 | 0x7fc0'0000u | (uint32_t(b >> 29) & 0x3f'ffffu);
    return as_float(is_nan(b) ? nan : bits(float(x)));
}
WB_LANE double cvt_from_f32(float x) {
    const uint32_t b = bits(x);
    const uint64_t nan = uint64_t(b >> 31) << 63 | 0x7ff8'0000'0000'0000 | uint64_t(b & 0x7f'ffffu) << 29;
    return as_double(is_nan(b) ? nan : bits(double(x)));
}

const Kernel kKernels[] = {
    {"v_add_f64", alu<add>},
    {"v_mul_f64", alu<mul>},
    {"v_fma_f64", alu<fma>},
    {"v_min_f64", alu_by_ieee<min, min_ieee>},
    {"v_max_f64", alu_by_ieee<max, max_ieee>},
    {"v_trunc_f64", alu<trunc>},
    {"v_ceil_f64", alu<ceil>},
    {"v_floor_f64", alu<floor>},
    {"v_rndne_f64", alu<rndne, Sources::InOrder, Control::Exact>},
    {"v_fract_f64", alu<fract>},
    {"v_rcp_f64", alu<rcp>},
    {"v_rsq_f64", alu<rsq>},
    {"v_sqrt_f64", alu<sqrt>},
    {"v_frexp_mant_f64", alu<frexp_mant, Sources::InOrder, Control::Exact>},
    {"v_frexp_exp_i32_f64", alu<frexp_exp, Sources::InOrder, Control::Exact>},
    {"v_ldexp_f64", alu<ldexp>},
    {"v_div_fixup_f64", alu<div_fixup>},
    {"v_div_fmas_f64", alu<div_fmas>},
    {"v_div_scale_f64", alu<div_scale, Sources::InOrder, Control::Exact>},
    {"v_trig_preop_f64", alu<trig_preop, Sources::InOrder, Control::Exact>},
    {"v_cvt_i32_f64", alu<cvt_i32, Sources::InOrder, Control::Double>},
    {"v_cvt_u32_f64", alu<cvt_u32, Sources::InOrder, Control::Double>},
    {"v_cvt_f64_i32", alu<cvt_from_i32>},
    {"v_cvt_f64_u32", alu<cvt_from_u32>},
    {"v_cvt_f32_f64", alu<cvt_f32, Sources::InOrder, Control::Single>},
    {"v_cvt_f64_f32", alu<cvt_from_f32, Sources::InOrder, Control::Single>},
};

} // namespace

KernelList<Kernel> f64_kernels() {
    return list(kKernels);
}

} // namespace wb::sim::WB_SIMD
