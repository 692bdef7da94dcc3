// SPDX-License-Identifier: MIT
// The transcendental unit: reciprocal, square roots, exponential, logarithm, sine and cosine of f32 and f16.
// The hardware's results are within 1 ulp, not IEEE exact (RDNA3 ISA 16.8); these are computed in f64, where
// every level of the host gives the same bits, and rounded once. The f32 forms flush denormals, in and out.
#include "sim/isa/valu_families.h"
#include "sim/isa/valu_half.h"

namespace wb::sim::WB_SIMD {

namespace {

/// Adding and subtracting rounds to an integer, nearest even.
constexpr double kRoundMagic = 0x1.8p52;

// The polynomials were fitted at Chebyshev nodes; their errors are far below f32's last bit.

/// 2^x for finite x: 2^n * (1 + f * p(f)), |f| <= 0.5, within 2^-33 of the result.
WB_LANE double exp2_of(double x) {
    x = x < -200. ? -200. : x > 200. ? 200. : x;
    const double n = (x + kRoundMagic) - kRoundMagic, f = x - n;
    double p = 1.5297323760701075e-05;
    p = p * f + 0.0001546144469856913;
    p = p * f + 0.001333350238616277;
    p = p * f + 0.009618056678524637;
    p = p * f + 0.055504108839096185;
    p = p * f + 0.24022650922288757;
    p = p * f + 0.6931471805599453;
    p = p * f + 1.;
    const uint64_t scale = uint64_t(int64_t(int32_t(n)) + 1023) << 52;
    return p * as_double(scale);
}
/// log2 of a positive normal number: exponent + s * p(s^2), s = (m - 1) / (m + 1), m in [sqrt 1/2, sqrt 2),
/// within 2^-36 of the logarithm of m.
WB_LANE double log2_of(double x) {
    const uint64_t b = bits(x) - 0x3fe6'a09e'667f'3bcdull; // sqrt 1/2
    const int32_t e = int32_t(int64_t(b) >> 52);
    const double m = as_double(bits(x) - (uint64_t(int64_t(e)) << 52)), d = m + 1.;
    // An f32 division and one step of Newton's method are faster than an f64 division and exact to 2^-46.
    const double r = double(1.f / float(d));
    const double s = (m - 1.) * (r * (2. - d * r)), q = s * s;
    double p = 0.34071413665191197;
    p = p * q + 0.411673658400816;
    p = p * q + 0.5770835677034892;
    p = p * q + 0.9617966734432283;
    p = p * q + 2.885390081789993;
    return double(e) + s * p;
}
/// sin(2 pi x) of finite x, within 2^-35 of the result. Reduction by whole and half turns is exact.
WB_LANE double sin_turns(double x) {
    const double r = x - ((x + kRoundMagic) - kRoundMagic);
    const double half = as_double(bits(0.5) | (bits(r) & 1ull << 63));
    const uint64_t fold = __builtin_fabs(r) > 0.25 ? ~0ull : 0;
    const double f = as_double(pick(fold, bits(half - r), bits(r))), q = f * f;
    double p = -14.393966295455941;
    p = p * q + 42.009779303153906;
    p = p * q - 76.70427987604262;
    p = p * q + 81.60522617402967;
    p = p * q - 41.341702116744;
    p = p * q + 6.283185307072264;
    return f * p;
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

/// Results do not depend on how MODE treats denormals: none gets in or out.
template <auto F>
constexpr ExecFn unit = alu<F, Sources::InOrder, Control::Nearest>;

/// f32 denormals are kept between the two roundings: they may round away from zero.
template <auto F>
constexpr ExecFn half_unit = half_alu<F, 1, Sources::InOrder, Control::Exact>;

const Kernel kKernels[] = {
    {"v_exp_f32", unit<exp>},         {"v_log_f32", unit<log>},           {"v_sin_f32", unit<sin>},
    {"v_cos_f32", unit<cos>},         {"v_rcp_f32", unit<rcp>},           {"v_rcp_iflag_f32", unit<rcp>},
    {"v_sqrt_f32", unit<sqrt>},       {"v_rsq_f32", unit<rsq>},           {"v_exp_f16", half_unit<exp_of>},
    {"v_log_f16", half_unit<log_of>}, {"v_sin_f16", half_unit<sin_of>},   {"v_cos_f16", half_unit<cos_of>},
    {"v_rcp_f16", half_unit<rcp_of>}, {"v_sqrt_f16", half_unit<sqrt_of>}, {"v_rsq_f16", half_unit<rsq_of>},
};

} // namespace

KernelList<Kernel> transcendental_kernels() {
    return list(kKernels);
}

} // namespace wb::sim::WB_SIMD
