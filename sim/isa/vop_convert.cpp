// SPDX-License-Identifier: MIT
// Conversions between f32, f16 and integers. Float to integer saturates and turns NaN into 0. RDNA3 ISA 16.8,
// 16.12.
#include "sim/isa/valu_convert.h"
#include "sim/isa/valu_families.h"

namespace wb::sim::WB_SIMD {

namespace {

WB_LANE float from_i32(int32_t x) {
    return float(x);
}
WB_LANE float from_u32(uint32_t x) {
    return float(x);
}
template <unsigned Byte>
WB_LANE float from_ubyte(uint32_t x) {
    return float(int32_t((x >> (8 * Byte)) & 0xffu));
}
WB_LANE int32_t to_i32(float x) {
    return float_to_i32(x);
}
WB_LANE uint32_t to_u32(float x) {
    return float_to_u32(x);
}
WB_LANE int32_t floor_i32(float x) {
    return float_to_i32(__builtin_floorf(x));
}
/// floor(x + 0.5), the sum without rounding.
WB_LANE int32_t nearest_i32(float x) {
    return double_to_i32(__builtin_floor(double(x) + 0.5));
}
WB_LANE float off_i4(uint32_t x) {
    return float(int32_t(x << 28) >> 28) * 0.0625f;
}

WB_LANE Half to_half(const Fp& fp, float x) {
    return round_half(fp, x);
}
WB_LANE float from_half(const Fp& fp, Half h) {
    const uint32_t x = bits(widen(fp, h));
    return as_float(is_nan(x) ? quiet(x) : x);
}
WB_LANE Half from_u16(const Fp& fp, U16 x) {
    return round_half(fp, float(int32_t(x.v)));
}
WB_LANE Half from_i16(const Fp& fp, I16 x) {
    return round_half(fp, float(x.v));
}
WB_LANE U16 half_to_u16(const Fp& fp, Half h) {
    return {clamp_u16(float_to_i32(widen(fp, h)))};
}
WB_LANE I16 half_to_i16(const Fp& fp, Half h) {
    return {clamp_i16(float_to_i32(widen(fp, h)))};
}

WB_LANE uint32_t pack(uint32_t low, uint32_t high) {
    return (low & 0xffffu) | high << 16;
}
/// Rounds to zero whatever MODE says.
WB_LANE uint32_t pk_rtz(const Fp& fp, float a, float b) {
    constexpr uint32_t kToZero = 3;
    Fp rtz = fp;
    rtz.round16 = kToZero;
    return pack(round_half(rtz, a).bits, round_half(rtz, b).bits);
}
WB_LANE uint32_t pk_i16(float a, float b) {
    return pack(uint32_t(clamp_i16(float_to_i32(a))), uint32_t(clamp_i16(float_to_i32(b))));
}
WB_LANE uint32_t pk_u16(float a, float b) {
    return pack(clamp_u16(float_to_i32(a)), clamp_u16(float_to_i32(b)));
}
WB_LANE uint32_t pk_u16_u32(uint32_t a, uint32_t b) {
    return pack(a > 0xffffu ? 0xffffu : a, b > 0xffffu ? 0xffffu : b);
}
WB_LANE uint32_t pk_i16_i32(int32_t a, int32_t b) {
    return pack(uint32_t(clamp_i16(a)), uint32_t(clamp_i16(b)));
}

// Normalised integers: round(clamp(x) * maximum), nearest even. The product is exact in f64. Under
// Control::Exact.
WB_LANE uint32_t snorm(float x) {
    const float c = x > 1.f ? 1.f : x < -1.f ? -1.f : x;
    const int32_t r = int32_t(__builtin_rint(double(is_nan(bits(x)) ? 0.f : c) * 32767.));
    return uint32_t(r);
}
WB_LANE uint32_t unorm(float x) {
    const float c = x > 1.f ? 1.f : x > 0.f ? x : 0.f;
    return uint32_t(int32_t(__builtin_rint(double(is_nan(bits(x)) ? 0.f : c) * 65535.)));
}
WB_LANE uint32_t pk_snorm(float a, float b) {
    return pack(snorm(a), snorm(b));
}
WB_LANE uint32_t pk_unorm(float a, float b) {
    return pack(unorm(a), unorm(b));
}
WB_LANE I16 half_snorm(const Fp& fp, Half a) {
    return {int32_t(snorm(widen(fp, a)))};
}
WB_LANE U16 half_unorm(const Fp& fp, Half a) {
    return {unorm(widen(fp, a))};
}
WB_LANE uint32_t pk_half_snorm(const Fp& fp, Half a, Half b) {
    return pack(snorm(widen(fp, a)), snorm(widen(fp, b)));
}
WB_LANE uint32_t pk_half_unorm(const Fp& fp, Half a, Half b) {
    return pack(unorm(widen(fp, a)), unorm(widen(fp, b)));
}
/// Rounds by MODE, saturates to 0..255 and replaces byte `index` of `old`.
WB_LANE uint32_t pk_u8(float x, uint32_t index, uint32_t old) {
    const int32_t i = float_to_i32(__builtin_rintf(x));
    const uint32_t byte = uint32_t(i < 0 ? 0 : i > 255 ? 255 : i), shift = (index & 3) * 8;
    return (old & ~(0xffu << shift)) | byte << shift;
}

const Kernel kKernels[] = {
    {"v_cvt_f32_i32", alu<from_i32>},
    {"v_cvt_f32_u32", alu<from_u32>},
    {"v_cvt_f32_ubyte0", alu<from_ubyte<0>>},
    {"v_cvt_f32_ubyte1", alu<from_ubyte<1>>},
    {"v_cvt_f32_ubyte2", alu<from_ubyte<2>>},
    {"v_cvt_f32_ubyte3", alu<from_ubyte<3>>},
    {"v_cvt_i32_f32", alu<to_i32>},
    {"v_cvt_u32_f32", alu<to_u32>},
    {"v_cvt_floor_i32_f32", alu<floor_i32>},
    {"v_cvt_nearest_i32_f32", alu<nearest_i32, Sources::InOrder, Control::Exact>},
    {"v_cvt_off_f32_i4", alu<off_i4>},
    {"v_cvt_f16_f32", alu<to_half>},
    {"v_cvt_f32_f16", alu<from_half>},
    {"v_cvt_f16_u16", alu<from_u16>},
    {"v_cvt_f16_i16", alu<from_i16>},
    {"v_cvt_u16_f16", alu<half_to_u16>},
    {"v_cvt_i16_f16", alu<half_to_i16>},
    {"v_cvt_pk_rtz_f16_f32", alu<pk_rtz>},
    {"v_cvt_pk_i16_f32", alu<pk_i16>},
    {"v_cvt_pk_u16_f32", alu<pk_u16>},
    {"v_cvt_pk_u16_u32", alu<pk_u16_u32>},
    {"v_cvt_pk_i16_i32", alu<pk_i16_i32>},
    {"v_cvt_pk_norm_i16_f32", alu<pk_snorm, Sources::InOrder, Control::Exact>},
    {"v_cvt_pk_norm_u16_f32", alu<pk_unorm, Sources::InOrder, Control::Exact>},
    {"v_cvt_pk_norm_i16_f16", alu<pk_half_snorm, Sources::InOrder, Control::Exact>},
    {"v_cvt_pk_norm_u16_f16", alu<pk_half_unorm, Sources::InOrder, Control::Exact>},
    {"v_cvt_norm_i16_f16", alu<half_snorm, Sources::InOrder, Control::Exact>},
    {"v_cvt_norm_u16_f16", alu<half_unorm, Sources::InOrder, Control::Exact>},
    {"v_cvt_pk_u8_f32", alu<pk_u8>},
};

} // namespace

KernelList<Kernel> convert_kernels() {
    return list(kKernels);
}

} // namespace wb::sim::WB_SIMD
