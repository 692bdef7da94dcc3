// SPDX-License-Identifier: MIT
// The transcendental unit: reciprocal, square roots, exponential, logarithm, sine and cosine of f32 and f16.
// The hardware's results are within 1 ulp, not IEEE exact (RDNA3 ISA 16.8); these are computed in f64, where
// every level of the host gives the same bits, and rounded once. The f32 forms flush denormals, in and out.
#include "sim/isa/valu_families.h"

namespace wb::sim::WB_SIMD {

namespace {

/// Adding and subtracting rounds to an integer, nearest even.
constexpr double kRoundMagic = 0x1.8p52;

/// 2^x for finite x. Taylor series of e^(f ln 2), |f| <= 0.5: the eleventh term is below 2^-45.
WB_LANE double exp2_of(double x) {
    x = x < -200. ? -200. : x > 200. ? 200. : x;
    const double n = (x + kRoundMagic) - kRoundMagic;
    const double y = (x - n) * 0.693147180559945309417;
    double p = 1. / 39916800.;
    p = p * y + 1. / 3628800.;
    p = p * y + 1. / 362880.;
    p = p * y + 1. / 40320.;
    p = p * y + 1. / 5040.;
    p = p * y + 1. / 720.;
    p = p * y + 1. / 120.;
    p = p * y + 1. / 24.;
    p = p * y + 1. / 6.;
    p = p * y + 0.5;
    p = p * y + 1.;
    p = p * y + 1.;
    const uint64_t scale = uint64_t(int64_t(int32_t(n)) + 1023) << 52;
    return p * as_double(scale);
}
/// log2 of a positive normal number: exponent + 2/ln 2 * atanh((m - 1) / (m + 1)), m in [sqrt 1/2, sqrt 2).
WB_LANE double log2_of(double x) {
    const uint64_t b = bits(x) - 0x3fe6'a09e'667f'3bcdull; // sqrt 1/2
    const int32_t e = int32_t(int64_t(b) >> 52);
    const double m = as_double(bits(x) - (uint64_t(int64_t(e)) << 52));
    const double s = (m - 1.) / (m + 1.), q = s * s;
    double p = 1. / 19.;
    p = p * q + 1. / 17.;
    p = p * q + 1. / 15.;
    p = p * q + 1. / 13.;
    p = p * q + 1. / 11.;
    p = p * q + 1. / 9.;
    p = p * q + 1. / 7.;
    p = p * q + 1. / 5.;
    p = p * q + 1. / 3.;
    p = p * q + 1.;
    return double(e) + 2.885390081777926814720 * (s * p);
}
/// sin(2 pi x) of finite x. Reduction by whole and half turns is exact.
WB_LANE double sin_turns(double x) {
    const double r = x - ((x + kRoundMagic) - kRoundMagic);
    const double half = as_double(bits(0.5) | (bits(r) & 1ull << 63));
    const uint64_t fold = __builtin_fabs(r) > 0.25 ? ~0ull : 0;
    const double f = as_double(pick(fold, bits(half - r), bits(r)));
    const double y = f * 6.283185307179586476925, q = y * y;
    double p = 1. / 355687428096000.;
    p = p * q - 1. / 1307674368000.;
    p = p * q + 1. / 6227020800.;
    p = p * q - 1. / 39916800.;
    p = p * q + 1. / 362880.;
    p = p * q - 1. / 5040.;
    p = p * q + 1. / 120.;
    p = p * q - 1. / 6.;
    return y + y * (q * p);
}

/// Sign bit set and not NaN and not zero.
WB_LANE bool negative(uint32_t x) {
    return x > 0x8000'0000u && x <= 0xff80'0000u;
}

WB_LANE float exp_of(float x) {
    const uint32_t b = bits(x);
    const float r = float(exp2_of(double(is_nan(b) ? 0.f : x)));
    return as_float(is_nan(b) ? quiet(b) : bits(r));
}
WB_LANE float log_of(float x) {
    const uint32_t b = bits(x);
    const bool positive = b > 0 && b < 0x7f80'0000u;
    const float r = float(log2_of(double(positive ? x : 1.f)));
    uint32_t out = bits(r);
    out = (b & 0x7fff'ffffu) == 0 ? 0xff80'0000u : out;
    out = b == 0x7f80'0000u ? b : out;
    out = negative(b) ? kDefaultNan32 : out;
    return as_float(is_nan(b) ? quiet(b) : out);
}
WB_LANE float sin_of(float x) {
    const uint32_t b = bits(x);
    const bool finite = (b & 0x7f80'0000u) != 0x7f80'0000u;
    // -0 and tiny numbers keep their sign: the reduction would lose it.
    const double d = finite ? double(x) : 0.;
    const uint32_t r = pick(x == 0 ? ~0u : 0u, b, bits(float(sin_turns(d))));
    return as_float(pick(is_nan(b) ? ~0u : 0u, quiet(b), finite ? r : kDefaultNan32));
}
WB_LANE float cos_of(float x) {
    const uint32_t b = bits(x);
    const bool finite = (b & 0x7f80'0000u) != 0x7f80'0000u;
    const double d = finite ? __builtin_fabs(double(x)) : 0.;
    // A quarter turn is added after taking whole turns off, where it is exact.
    const double r0 = d - ((d + kRoundMagic) - kRoundMagic);
    const float r = float(sin_turns(r0 + 0.25));
    return as_float(pick(is_nan(b) ? ~0u : 0u, quiet(b), finite ? bits(r) : kDefaultNan32));
}
WB_LANE float rcp_of(float x) {
    return nan1(1.f / x, x);
}
WB_LANE float sqrt_of(float x) {
    return nan1(__builtin_sqrtf(x), x);
}
WB_LANE float rsq_of(float x) {
    return nan1(float(1. / __builtin_sqrt(double(x))), x);
}

/// Denormals of f32 as zeros of the same sign, whatever MODE says.
WB_LANE float zap(float x) {
    return as_float(flush32(~0u, bits(x)));
}

WB_LANE float exp(float x) {
    return zap(exp_of(zap(x)));
}
WB_LANE float log(float x) {
    return log_of(zap(x));
}
WB_LANE float sin(float x) {
    return zap(sin_of(zap(x)));
}
WB_LANE float cos(float x) {
    return zap(cos_of(zap(x)));
}
WB_LANE float rcp(float x) {
    return zap(rcp_of(zap(x)));
}
WB_LANE float sqrt(float x) {
    return sqrt_of(zap(x));
}
WB_LANE float rsq(float x) {
    return rsq_of(zap(x));
}

WB_LANE Half exp_h(const Fp& fp, Half x) {
    return round_half(fp, exp_of(widen(fp, x)));
}
WB_LANE Half log_h(const Fp& fp, Half x) {
    return round_half(fp, log_of(widen(fp, x)));
}
WB_LANE Half sin_h(const Fp& fp, Half x) {
    return round_half(fp, sin_of(widen(fp, x)));
}
WB_LANE Half cos_h(const Fp& fp, Half x) {
    return round_half(fp, cos_of(widen(fp, x)));
}
WB_LANE Half rcp_h(const Fp& fp, Half x) {
    return round_half(fp, rcp_of(widen(fp, x)));
}
WB_LANE Half sqrt_h(const Fp& fp, Half x) {
    return round_half(fp, sqrt_of(widen(fp, x)));
}
WB_LANE Half rsq_h(const Fp& fp, Half x) {
    return round_half(fp, rsq_of(widen(fp, x)));
}

template <auto F>
inline constexpr ExecFn kUnit = alu<F, Sources::InOrder, Control::Exact>;

const Kernel kKernels[] = {
    {"v_exp_f32", kUnit<exp>},   {"v_log_f32", kUnit<log>},     {"v_sin_f32", kUnit<sin>},
    {"v_cos_f32", kUnit<cos>},   {"v_rcp_f32", kUnit<rcp>},     {"v_rcp_iflag_f32", kUnit<rcp>},
    {"v_sqrt_f32", kUnit<sqrt>}, {"v_rsq_f32", kUnit<rsq>},     {"v_exp_f16", kUnit<exp_h>},
    {"v_log_f16", kUnit<log_h>}, {"v_sin_f16", kUnit<sin_h>},   {"v_cos_f16", kUnit<cos_h>},
    {"v_rcp_f16", kUnit<rcp_h>}, {"v_sqrt_f16", kUnit<sqrt_h>}, {"v_rsq_f16", kUnit<rsq_h>},
};

} // namespace

KernelList<Kernel> transcendental_kernels() {
    return list(kKernels);
}

} // namespace wb::sim::WB_SIMD
