// SPDX-License-Identifier: MIT
// The transcendental unit: reciprocal, square roots, exponential, logarithm, sine and cosine of f32 and f16.
// The hardware's results are within 1 ulp, not IEEE exact (RDNA3 ISA 16.8). These are within 0.9 ulp: the
// worst of hundreds of millions of arguments is 0.89 for exponentials, sines and cosines and 0.76 for
// logarithms; the roots and reciprocals are rounded exactly or nearly so. Every level of the host computes
// the same bits. The f32 forms flush denormals, in and out.
#include "sim/isa/valu_families.h"
#include "sim/isa/valu_half.h"

namespace wb::sim::WB_SIMD {

namespace {

/// Adding and subtracting rounds to an integer, nearest even, what is below 2^22.
constexpr float kRoundMagic = 0x1.8p23f;

// Ranges are reduced where each step is exact. The polynomials minimise the greatest relative error and are
// summed in pairs: how long one operation waits for another is what the time goes by. Arguments that are out
// of range are not kept out but give nonsense, which the special result replaces; NaNs go through the
// arithmetic as they are, but for becoming quiet.

WB_LANE uint32_t when(bool condition) {
    return condition ? ~0u : 0u;
}

/// a * b + c with one rounding, to nearest: the host's, or in f64 with the sum rounded to odd.
WB_LANE float fused(float a, float b, float c) {
#if defined(__FMA__)
    return __builtin_fmaf(a, b, c);
#else
    const double p = double(a) * double(b), z = double(c), s = p + z, zz = s - p;
    const double error = (p - (s - zz)) + (z - zz);
    const uint64_t b64 = bits(s), step = int64_t(bits(error) ^ b64) < 0 ? ~0ull : 1ull;
    return float(as_double(b64 + (error < 0 || error > 0 ? step & ((b64 & 1) - 1) : 0)));
#endif
}

/// 2^x for x in [-126, 128).
WB_LANE float exp2_of(float x) {
    const float shifted = x + kRoundMagic, f = x - (shifted - kRoundMagic), f2 = f * f;
    const float high = fused(f2, 0.000154563575f, fused(f, 0.00133916433f, 0.00961807743f));
    const float p = fused(f2, high, fused(f, 0.0555035807f, 0.240226507f));
    const float power = 1.f + fused(f, 0.693147182f, f2 * p);
    // The low bits of `shifted` are the integer. The result's exponent stays in range, at 127.5 also.
    return as_float(bits(power) + (bits(shifted) << 23));
}
/// log2 of a positive normal number: with x = 2^e * (1 + f), 1 + f in [sqrt 1/2, sqrt 2), the natural
/// logarithm of 1 + f is f - f^2/2 + s * (f^2/2 + z * r(z)), s = f / (2 + f), z = s^2. That is a sum of two
/// floats, of which the second is small.
WB_LANE float log2_of(float x) {
    const uint32_t b = bits(x) - 0x3f35'04f3u; // sqrt 1/2
    const float e = float(int32_t(b) >> 23);
    const float f = as_float(bits(x) - (b & 0xff80'0000u)) - 1.f;
    const float s = f / (2.f + f), z = s * s, half = 0.5f * f;
    const float r = fused(z * z, 0.298712373f, fused(z, 0.399775743f, 0.666667759f));
    const float high = fused(-half, f, f), low = fused(-half, f, f - high) + s * fused(z, r, half * f);
    constexpr float kLog2e = 0x1.715476p+0f, kLog2eLow = 0x1.4ae0cp-26f;
    const float product = high * kLog2e,
                rest = fused(high, kLog2e, -product) + fused(low, kLog2e, high * kLog2eLow);
    const float sum = e + product;
    return sum + ((product - (sum - e)) + rest);
}
/// sin(2 pi (x + quarters / 4)).
WB_LANE float sin_turns(float x, uint32_t quarters) {
    constexpr float kQuarterMagic = 0x1.8p21f, kTurn = 0x1.921fb6p+2f, kTurnLow = -0x1.777a5cp-23f;
    constexpr uint32_t kWholeHalves = 0x4a80'0000u, kTiny = (127u - 100u) << 23; // 2^22, 2^-100
    const uint32_t a = bits(x) & 0x7fff'ffffu;
    // Whole turns, then quarters of one are taken off. From 2^22 on there are only halves: all is off.
    const float turn = as_float(bits(x - ((x + kRoundMagic) - kRoundMagic)) & when(a < kWholeHalves));
    const float shifted = turn + kQuarterMagic, f = turn - (shifted - kQuarterMagic), q = f * f, q2 = q * q;
    const uint32_t n = bits(shifted) + quarters, sign = (n << 30) & 0x8000'0000u;
    // |f| <= 1/8: 2 pi f + f^3 * p(f^2), or the cosine. What 2 pi has beyond f32 is left out of tiny
    // products, which could be denormals that MODE may flush.
    const float g = as_float(bits(f) ^ sign), p = fused(q, fused(q, -75.435112f, 81.5935211f), -41.341671f);
    const uint32_t small = bits(g * fused(q, p, kTurnLow)) & when(a >= kTiny);
    const uint32_t sine = bits(fused(g, kTurn, as_float(small)));
    const float c = fused(q, fused(q2, 58.8147774f, fused(q, -85.4294968f, 64.9391785f)), -19.7392082f);
    const uint32_t cosine = bits(fused(q, c, 1.f)) ^ sign;
    const uint32_t r = pick(when((n & 1) == 0), sine, cosine);
    return as_float(pick(when(a >= 0x7f80'0000u), bits(x - x), r));
}

/// Results below 2^-126 are 2^-126, which those who round up must see, unless `zap`.
WB_LANE float exp_or_least(float x, uint32_t zap) {
    const uint32_t b = bits(x), least = pick(zap | when(b == 0xff80'0000u), 0u, 0x80'0000u);
    uint32_t r = pick(when(x < -126.f), least, bits(exp2_of(x)));
    r = pick(when(x >= 128.f), 0x7f80'0000u, r);
    return as_float(pick(when(x != x), quiet(b), r));
}
WB_LANE float exp_of(float x) {
    return exp_or_least(x, 0);
}
/// The square root has the special results but that of zeros.
WB_LANE float log_of(float x) {
    const uint32_t b = bits(x);
    const uint32_t r = pick(when(b >= 0x7f80'0000u), bits(__builtin_sqrtf(x)), bits(log2_of(x)));
    return as_float(pick(when((b & 0x7f80'0000u) == 0), 0xff80'0000u, r));
}
WB_LANE float sin_of(float x) {
    const uint32_t b = bits(x);
    return as_float(pick(when((b & 0x7f80'0000u) == 0), b & 0x8000'0000u, bits(sin_turns(x, 0))));
}
WB_LANE float cos_of(float x) {
    return sin_turns(x, 1);
}
WB_LANE float rcp_of(float x) {
    return nan1(1.f / x, x);
}
WB_LANE float sqrt_of(float x) {
    return nan1(__builtin_sqrtf(x), x);
}
/// With a step of Newton's method.
WB_LANE float rsq_of(float x) {
    const float y = 1.f / __builtin_sqrtf(x), root = x * y, low = fused(x, y, -root);
    const float next = fused(0.5f * y, fused(-low, y, fused(-root, y, 1.f)), y);
    return as_float(pick(when(next == next), bits(next), bits(y))); // Zeros, infinities, NaNs.
}

/// Denormals of f32 as zeros of the same sign, whatever MODE says.
WB_LANE float zap(float x) {
    return as_float(flush32(~0u, bits(x)));
}

WB_LANE float exp(float x) {
    return exp_or_least(x, ~0u);
}
WB_LANE float log(float x) {
    return log_of(x);
}
WB_LANE float sin(float x) {
    return sin_of(x);
}
WB_LANE float cos(float x) {
    return cos_of(x);
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
