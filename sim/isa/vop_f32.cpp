// SPDX-License-Identifier: MIT
// f32 arithmetic: add, multiply, fused multiply-add, minimum and maximum families, rounding to integers,
// frexp, ldexp, division helpers, cube coordinates. RDNA3 ISA 16.7, 16.8, 16.12.
#include "sim/isa/valu_families.h"
#include "sim/isa/valu_float.h"
#include "sim/isa/valu_order.h"

namespace wb::sim::WB_SIMD {

namespace {

WB_LANE float add(float a, float b) {
    return nan2(a + b, a, b);
}
WB_LANE float sub(float a, float b) {
    return nan2(a - b, a, b);
}
WB_LANE float subrev(float a, float b) {
    return nan2(b - a, a, b);
}
WB_LANE float mul(float a, float b) {
    return nan2(a * b, a, b);
}
WB_LANE float fma(float a, float b, float c) {
    return nan3(__builtin_fmaf(a, b, c), a, b, c);
}
/// DX9 rule: zero times anything is +0.
WB_LANE float mul_dx9(float a, float b) {
    return a == 0 || b == 0 ? 0.f : mul(a, b);
}
WB_LANE float fma_dx9(float a, float b, float c) {
    return as_float(a == 0 || b == 0 ? bits(c) : bits(fma(a, b, c)));
}
WB_LANE float mullit(float a, float b, float c) {
    const bool lowest =
        b == -0x1.fffffep127f || b == -__builtin_inff() || is_nan(bits(b)) || c <= 0 || is_nan(bits(c));
    return as_float(lowest ? bits(-0x1.fffffep127f) : bits(mul(a, b)));
}

WB_LANE int32_t lower(int32_t a, int32_t b) {
    return a < b ? a : b;
}
WB_LANE int32_t higher(int32_t a, int32_t b) {
    return a > b ? a : b;
}
/// Minimum and maximum, whatever MODE.IEEE says.
struct General {
    using Value = float;
    WB_LANE float min(const Fp& fp, float a, float b) { return as_float(min_bits(fp, bits(a), bits(b))); }
    WB_LANE float max(const Fp& fp, float a, float b) { return as_float(max_bits(fp, bits(a), bits(b))); }
};
/// The same without MODE.IEEE, as shaders run it: no signalling NaNs to look for, numbers in order as
/// integers.
struct Plain {
    using Value = float;
    WB_LANE uint32_t flushed(const Fp& fp, float x) {
        return flush32(fp.flush_in32 | fp.flush_out32, bits(x));
    }
    WB_LANE float unless_nan(uint32_t a, uint32_t b, int32_t key) {
        uint32_t r = is_nan(a) ? b : uint32_t(order_key(uint32_t(key)));
        return as_float(is_nan(b) ? a : r);
    }
    WB_LANE float min(const Fp& fp, float x, float y) {
        const uint32_t a = flushed(fp, x), b = flushed(fp, y);
        return unless_nan(a, b, lower(order_key(a), order_key(b)));
    }
    WB_LANE float max(const Fp& fp, float x, float y) {
        const uint32_t a = flushed(fp, x), b = flushed(fp, y);
        return unless_nan(a, b, higher(order_key(a), order_key(b)));
    }
};
/// ~0 where the numbers are equal; zeros are, whatever their signs.
WB_LANE uint32_t equal_mask(uint32_t a, uint32_t b) {
    const uint32_t zeros = ((a | b) & 0x7fff'ffffu) == 0 ? ~0u : 0u;
    return zeros | (a == b ? ~0u : 0u);
}
/// med3_ieee without MODE.IEEE, as shaders run it: orders the numbers as integers.
WB_LANE float med3(const Fp& fp, float x, float y, float z) {
    const uint32_t flush = fp.flush_in32 | fp.flush_out32;
    const uint32_t a = flush32(flush, bits(x)), b = flush32(flush, bits(y)), c = flush32(flush, bits(z));
    const int32_t ka = order_key(a), kb = order_key(b), kc = order_key(c);
    const int32_t ab = higher(ka, kb), ac = higher(ka, kc), bc = higher(kb, kc);
    const uint32_t high = uint32_t(order_key(uint32_t(higher(ab, kc))));
    uint32_t r = pick(equal_mask(high, b), uint32_t(ac), uint32_t(ab));
    r = pick(equal_mask(high, a), uint32_t(bc), r);
    // With a NaN the lowest of the other numbers; no number's key is as high as the NaNs' here.
    const uint32_t na = is_nan(a) ? ~0u : 0u, nb = is_nan(b) ? ~0u : 0u, nc = is_nan(c) ? ~0u : 0u;
    constexpr uint32_t kLast = 0x7fff'ffffu;
    const int32_t low =
        lower(lower(int32_t(pick(na, kLast, uint32_t(ka))), int32_t(pick(nb, kLast, uint32_t(kb)))),
              int32_t(pick(nc, kLast, uint32_t(kc))));
    r = uint32_t(order_key(pick(na | nb | nc, uint32_t(low), r)));
    return as_float(pick(na & nb & nc, a, r));
}
/// Of numbers of which one is positive.
WB_LANE float med3_usual(const Fp& fp, float x, float y, float z) {
    const uint32_t flush = fp.flush_in32 | fp.flush_out32;
    const int32_t a = order_key(flush32(flush, bits(x))), b = order_key(flush32(flush, bits(y))),
                  c = order_key(flush32(flush, bits(z)));
    const int32_t median = higher(lower(a, b), lower(higher(a, b), c));
    return as_float(uint32_t(order_key(uint32_t(median))));
}
WB_LANE uint32_t med3_unusual(float x, float y, float z) {
    const int32_t a = order_key(bits(x)), b = order_key(bits(y)), c = order_key(bits(z));
    const int32_t high = higher(higher(a, b), c), low = lower(lower(a, b), c);
    constexpr int32_t kInfinity = 0x7f80'0000, kNormal = 0x80'0000;
    return (high < kNormal) | (high > kInfinity) | (low < ~kInfinity) ? ~0u : 0u;
}
WB_LANE float med3_ieee(const Fp& fp, float a, float b, float c) {
    const float high = max3_of<General>(fp, a, b, c), bc = General::max(fp, b, c),
                ac = General::max(fp, a, c), ab = General::max(fp, a, b);
    uint32_t r = high == b ? bits(ac) : bits(ab);
    r = high == a ? bits(bc) : r;
    const bool nan = is_nan(bits(a)) || is_nan(bits(b)) || is_nan(bits(c));
    return as_float(nan ? bits(min3_of<General>(fp, a, b, c)) : r);
}

WB_LANE float input(const Fp& fp, float x) {
    return as_float(flush32(fp.flush_in32, bits(x)));
}
WB_LANE float trunc(const Fp& fp, float x) {
    return nan1(__builtin_truncf(input(fp, x)), x);
}
WB_LANE float ceil(const Fp& fp, float x) {
    return nan1(__builtin_ceilf(input(fp, x)), x);
}
WB_LANE float floor(const Fp& fp, float x) {
    return nan1(floor_of(input(fp, x)), x);
}
/// Under Control::Nearest.
WB_LANE float rndne(const Fp& fp, float x) {
    return nan1(__builtin_rintf(input(fp, x)), x);
}
WB_LANE float fract(const Fp& fp, float x0) {
    const float x = input(fp, x0), r = x - floor_of(x);
    // The result stays below 1 even for tiny negative numbers.
    return nan1(r >= 1.f ? 0x1.fffffep-1f : r, x0);
}
WB_LANE float frexp_mant(const Fp& fp, float x) {
    return as_float(frexp_mantissa(flush32(fp.flush_in32, bits(x))));
}
WB_LANE int32_t frexp_exp(const Fp& fp, float x) {
    return frexp_exponent(flush32(fp.flush_in32, bits(x)));
}
WB_LANE float ldexp(float x, int32_t n) {
    // In f64 the product is exact, so that the conversion rounds once.
    n = n < -400 ? -400 : n > 400 ? 400 : n;
    return nan1(float(double(x) * as_double(uint64_t(int64_t(n) + 1023) << 52)), x);
}

WB_LANE float cube_id(float x, float y, float z) {
    const float ax = as_float(bits(x) & 0x7fff'ffffu), ay = as_float(bits(y) & 0x7fff'ffffu),
                az = as_float(bits(z) & 0x7fff'ffffu);
    const float on_z = z < 0 ? 5.f : 4.f, on_y = y < 0 ? 3.f : 2.f, on_x = x < 0 ? 1.f : 0.f;
    return az >= ax && az >= ay ? on_z : ay >= ax ? on_y : on_x;
}
WB_LANE float cube_pick(float x, float y, float z, uint32_t on_x, uint32_t on_y, uint32_t on_z) {
    const float ax = as_float(bits(x) & 0x7fff'ffffu), ay = as_float(bits(y) & 0x7fff'ffffu),
                az = as_float(bits(z) & 0x7fff'ffffu);
    return as_float(az >= ax && az >= ay ? on_z : ay >= ax ? on_y : on_x);
}
WB_LANE uint32_t negate(float x) {
    return bits(x) ^ 0x8000'0000u;
}
WB_LANE float cube_sc(float x, float y, float z) {
    return cube_pick(x, y, z, x < 0 ? bits(z) : negate(z), bits(x), z < 0 ? negate(x) : bits(x));
}
WB_LANE float cube_tc(float x, float y, float z) {
    return cube_pick(x, y, z, negate(y), y < 0 ? negate(z) : bits(z), negate(y));
}
WB_LANE float cube_ma(float x, float y, float z) {
    return cube_pick(x, y, z, bits(x * 2), bits(y * 2), bits(z * 2));
}

WB_LANE float div_fixup(float q, float d, float n) {
    const uint32_t sign = (bits(d) ^ bits(n)) & 0x8000'0000u;
    const uint32_t ad = bits(d) & 0x7fff'ffffu, an = bits(n) & 0x7fff'ffffu, inf = 0x7f80'0000u;
    const int32_t exponents = int32_t(an >> 23) - int32_t(ad >> 23);
    uint32_t r = sign | (bits(q) & 0x7fff'ffffu);
    r = exponents < -150 ? sign : r;
    r = exponents >= 129 ? sign | inf : r; // at least 2^128, where the sequence gives a NaN
    r = ad == inf || n == 0 ? sign : r;
    r = d == 0 || an == inf ? sign | inf : r;
    r = (ad == inf && an == inf) || (d == 0 && n == 0) ? kDefaultNan32 : r;
    r = is_nan(bits(d)) ? quiet(bits(d)) : r;
    return as_float(is_nan(bits(n)) ? quiet(bits(n)) : r);
}
/// For numbers and exponents as most divisions have them, the quotient is only given its sign.
WB_LANE float div_fixup_usual(float q, float d, float n) {
    return as_float(((bits(d) ^ bits(n)) & 0x8000'0000u) | (bits(q) & 0x7fff'ffffu));
}
/// ~0 for zeros, denormals, infinities, NaNs.
WB_LANE uint32_t not_normal(uint32_t x) {
    return (x & 0x7fff'ffffu) - 0x80'0000u >= 0x7f00'0000u ? ~0u : 0u;
}
WB_LANE uint32_t div_fixup_unusual(float, float d, float n) {
    const uint32_t difference = (bits(n) << 1 >> 24) - (bits(d) << 1 >> 24);
    return not_normal(bits(d)) | not_normal(bits(n)) | (difference + 100 >= 200 ? ~0u : 0u);
}
WB_LANE float div_fmas(float a, float b, float c, VccMask scale) {
    // The ISA's text says 2^32; only these two factors undo what div_scale does.
    const float r = fma(a, b, c), factor = (bits(c) & 0x7f80'0000u) > 0x3f80'0000u ? 0x1p64f : 0x1p-64f;
    return as_float(pick(scale.bits, bits(nan1(r * factor, r)), bits(r)));
}
/// Whether the magnitudes' quotient n / d would be a denormal: n * 2^126 < d, on the numbers' words.
WB_LANE bool quotient_denormal(const Fp& fp, uint32_t n, uint32_t d) {
    const bool tiny = n < 0x80'0000u;
    // A denormal is its word times 2^-149. No sum of a word and an exponent wraps.
    const uint32_t limit = tiny ? bits(float(int32_t(n)) * 0x1p-23f) : n + (126u << 23);
    return n != 0 && !(tiny && fp.flush_in32) && limit < d && d < 0x7f80'0000u;
}
WB_LANE WithMask<float> div_scale(const Fp& fp, float s, float d, float n) {
    const uint32_t ad = bits(d) & 0x7fff'ffffu, an = bits(n) & 0x7fff'ffffu;
    const int32_t exponents = int32_t(an >> 23) - int32_t(ad >> 23);
    const float up = s * 0x1p64f, down = s * 0x1p-64f;
    // 1/d is a denormal f64 for no f32 d; the ISA means an f32 denormal: |d| > 2^126.
    const bool inverse_denormal = ad > 0x7e80'0000u && ad < 0x7f80'0000u;
    const bool result_denormal = quotient_denormal(fp, an, ad);
    const bool is_d = s == d, is_n = s == n;
    float r = s;
    uint32_t mask = 0;
    const bool tiny_numerator = int32_t(an >> 23) <= 23;
    r = tiny_numerator ? up : r;
    r = result_denormal ? (is_n ? up : s) : r;
    mask = result_denormal ? ~0u : mask;
    // The ISA's text scales d up here, to infinity; down is what makes the sequence work.
    r = inverse_denormal ? (result_denormal ? (is_d ? down : s) : down) : r;
    const bool d_denormal = is_denormal(bits(d));
    r = d_denormal ? up : r;
    mask = d_denormal ? 0u : mask;
    const bool huge = exponents >= 96;
    r = huge ? (is_d ? up : s) : r;
    mask = huge ? ~0u : mask;
    const bool zero = d == 0 || n == 0;
    const uint32_t value = zero ? kDefaultNan32 : bits(nan1(r, s));
    return {as_float(value), zero ? 0u : mask};
}

/// For numbers and exponents as most divisions have them there is nothing to scale.
WB_LANE WithMask<float> div_scale_usual(float s, float, float) {
    return {s, 0};
}
WB_LANE uint32_t div_scale_unusual(float s, float d, float n) {
    const uint32_t tiny = (bits(n) << 1 >> 24) <= 23 ? ~0u : 0u;
    const uint32_t inverse_denormal = (bits(d) & 0x7fff'ffffu) > 0x7e80'0000u ? ~0u : 0u;
    const uint32_t nan = is_nan(bits(s)) ? ~0u : 0u;
    // Less than 96, as for div_fixup.
    const uint32_t difference = (bits(n) << 1 >> 24) - (bits(d) << 1 >> 24);
    return not_normal(bits(d)) | not_normal(bits(n)) | tiny | inverse_denormal | nan |
           (difference + 96 >= 192 ? ~0u : 0u);
}

template <auto F, auto G, auto Unusual>
constexpr ExecFn usually = alu<F, Sources::InOrder, Control::Single, Usually<G, Unusual>>;

void med3_by_ieee(Wave& w, const Inst& in) {
    if (mode::ieee.get(w.mode)) [[unlikely]]
        return alu<med3_ieee>(w, in);
    usually<med3, med3_usual, med3_unusual>(w, in);
}

const Kernel kKernels[] = {
    {"v_add_f32", alu<add>},
    {"v_sub_f32", alu<sub>},
    {"v_subrev_f32", alu<subrev>},
    {"v_mul_f32", alu<mul>},
    {"v_mul_dx9_zero_f32", alu<mul_dx9>},
    {"v_fma_f32", alu<fma>},
    {"v_fmac_f32", alu<fma, Sources::Accumulate>},
    {"v_fmaak_f32", alu<fma, Sources::ConstantLast>},
    {"v_fmamk_f32", alu<fma, Sources::ConstantMiddle>},
    {"v_fma_dx9_zero_f32", alu<fma_dx9>},
    {"v_fmac_dx9_zero_f32", alu<fma_dx9, Sources::Accumulate>},
    {"v_mullit_f32", alu<mullit>},
    {"v_min_f32", alu_by_ieee<min_of<Plain>, min_of<General>>},
    {"v_max_f32", alu_by_ieee<max_of<Plain>, max_of<General>>},
    {"v_min3_f32", alu_by_ieee<min3_of<Plain>, min3_of<General>>},
    {"v_max3_f32", alu_by_ieee<max3_of<Plain>, max3_of<General>>},
    {"v_med3_f32", med3_by_ieee},
    {"v_maxmin_f32", alu_by_ieee<maxmin_of<Plain>, maxmin_of<General>>},
    {"v_minmax_f32", alu_by_ieee<minmax_of<Plain>, minmax_of<General>>},
    {"v_trunc_f32", alu<trunc>},
    {"v_ceil_f32", alu<ceil>},
    {"v_floor_f32", alu<floor>},
    {"v_rndne_f32", alu<rndne, Sources::InOrder, Control::Nearest>},
    {"v_fract_f32", alu<fract>},
    {"v_frexp_mant_f32", alu<frexp_mant>},
    {"v_frexp_exp_i32_f32", alu<frexp_exp>},
    {"v_ldexp_f32", alu<ldexp>},
    {"v_cubeid_f32", alu<cube_id>},
    {"v_cubesc_f32", alu<cube_sc>},
    {"v_cubetc_f32", alu<cube_tc>},
    {"v_cubema_f32", alu<cube_ma>},
    {"v_div_fixup_f32", usually<div_fixup, div_fixup_usual, div_fixup_unusual>},
    {"v_div_fmas_f32", alu<div_fmas>},
    {"v_div_scale_f32", usually<div_scale, div_scale_usual, div_scale_unusual>},
};

} // namespace

KernelList<Kernel> f32_kernels() {
    return list(kKernels);
}

} // namespace wb::sim::WB_SIMD
