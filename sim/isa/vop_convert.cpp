// SPDX-License-Identifier: MIT
// Conversions between f32, f16 and integers. Float to integer saturates and turns NaN into 0. RDNA3 ISA 16.8,
// 16.12.
#include "sim/isa/valu_convert.h"
#include "sim/isa/valu_families.h"
#include "sim/isa/valu_half.h"

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

/// An f32 operand with its modifiers.
void load_f32(Wave& w, const Inst& in, unsigned i, FloatLanes& out, uint64_t& active) {
    SourceSpace space;
    Source s = fetch(w, in, in.src[i], Type::F32, space);
    if (!is_plain(in)) modify_source(w, in, i, i, Type::F32, s, space, active);
    std::memcpy(out.value, s.lo, w.lanes * sizeof(uint32_t));
}
void to_half(Wave& w, const Inst& in) {
    set_control<Control::Half>(w);
    uint64_t active = w.exec();
    FloatLanes x;
    load_f32(w, in, 0, x, active);
    store_half_result(w, in, unpack_mode(w.mode), x, active);
}
void from_half(Wave& w, const Inst& in) {
    uint64_t active = w.exec();
    FloatLanes x;
    load_half_operands(w, in, unpack_mode(w.mode), 1, Sources::InOrder, &x, active);
    LaneWords out, unused;
    std::memcpy(out.word, x.value, w.lanes * sizeof(uint32_t));
    if (in.omod | in.clamp) set_control<Control::Single>(w);
    store_result(w, in, in.dst, Type::F32, out, unused, active);
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
void pk_rtz(Wave& w, const Inst& in) {
    constexpr uint32_t kToZero = 3;
    Fp fp = unpack_mode(w.mode);
    fp.round16 = kToZero;
    uint64_t active = w.exec();
    SourceSpace space[2];
    const float* x[2];
    const bool plain = is_plain(in);
    for (unsigned i = 0; i < 2; ++i) {
        Source s = fetch(w, in, in.src[i], Type::F32, space[i]);
        if (!plain) modify_source(w, in, i, i, Type::F32, s, space[i], active);
        x[i] = reinterpret_cast<const float*>(s.lo);
    }
    LaneWords words, unused;
    const bool direct = plain && active == w.all_lanes();
    uint32_t* out = direct ? w.v[in.dst - kVgpr0].lane : words.word;
    bool done = false;
#if defined(__F16C__)
    if (!(fp.flush_out16 | fp.fp16_ovfl)) [[likely]] {
        for (unsigned j = 0; j < w.lanes; j += kBlock)
            store_both(narrow_block<_MM_FROUND_TO_ZERO>(x[0] + j), narrow_block<_MM_FROUND_TO_ZERO>(x[1] + j),
                       out + j);
        done = true;
    }
#endif
    if (!done) {
        const float *low = x[0], *high = x[1];
        for_lanes(w.lanes, [=](size_t j) WB_BODY {
            const uint32_t h = round_half(fp, high[j]).bits;
            out[j] = round_half(fp, low[j]).bits | h << 16;
        });
    }
    if (!direct) store_result(w, in, in.dst, Type::B32, words, unused, active);
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
    {"v_cvt_f16_f32", to_half},
    {"v_cvt_f32_f16", from_half},
    {"v_cvt_f16_u16", alu<from_u16>},
    {"v_cvt_f16_i16", alu<from_i16>},
    {"v_cvt_u16_f16", alu<half_to_u16>},
    {"v_cvt_i16_f16", alu<half_to_i16>},
    {"v_cvt_pk_rtz_f16_f32", pk_rtz},
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
