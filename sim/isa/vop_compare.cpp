// SPDX-License-Identifier: MIT
// v_cmp and v_cmpx of all types, and class tests. RDNA3 ISA 16.9.
#include "sim/isa/valu_families.h"

namespace wb::sim::WB_SIMD {

namespace {

/// What is compared: the type itself, but f32 values for f16 and plain integers for 16-bit ones.
template <class T>
WB_LANE T comparable(T x) {
    return x;
}
WB_LANE float comparable(Half x) {
    return half_to_float(x.bits);
}
WB_LANE uint32_t comparable(U16 x) {
    return x.v;
}
WB_LANE int32_t comparable(I16 x) {
    return x.v;
}

// clang-format off
template <class T> WB_LANE bool f(T, T) { return false; }
template <class T> WB_LANE bool t(T, T) { return true; }
template <class T> WB_LANE bool lt(T a, T b) { return comparable(a) < comparable(b); }
template <class T> WB_LANE bool eq(T a, T b) { return comparable(a) == comparable(b); }
template <class T> WB_LANE bool le(T a, T b) { return comparable(a) <= comparable(b); }
template <class T> WB_LANE bool gt(T a, T b) { return comparable(a) > comparable(b); }
template <class T> WB_LANE bool ge(T a, T b) { return comparable(a) >= comparable(b); }
template <class T> WB_LANE bool ne(T a, T b) { return comparable(a) != comparable(b); }
/// Less or greater: false with a NaN.
template <class T> WB_LANE bool lg(T a, T b) { return lt(a, b) || gt(a, b); }
template <class T> WB_LANE bool o(T a, T b) { return !__builtin_isunordered(comparable(a), comparable(b)); }
template <class T> WB_LANE bool u(T a, T b) { return __builtin_isunordered(comparable(a), comparable(b)); }
template <class T> WB_LANE bool nge(T a, T b) { return !ge(a, b); }
template <class T> WB_LANE bool nlg(T a, T b) { return !lg(a, b); }
template <class T> WB_LANE bool ngt(T a, T b) { return !gt(a, b); }
template <class T> WB_LANE bool nle(T a, T b) { return !le(a, b); }
template <class T> WB_LANE bool neq(T a, T b) { return !eq(a, b); }
template <class T> WB_LANE bool nlt(T a, T b) { return !lt(a, b); }
// clang-format on

/// Ten classes: signalling NaN, quiet NaN, -inf, -normal, -denormal, -0, +0, +denormal, +normal, +inf. Bits
/// as they are, without flushing.
WB_LANE bool class_of(bool nan, bool is_quiet, bool sign, bool inf, bool normal, bool zero, uint32_t mask) {
    const uint32_t magnitude = inf ? 0u : normal ? 1u : zero ? 3u : 2u;
    uint32_t index = sign ? 2 + magnitude : 9 - magnitude;
    index = nan ? (is_quiet ? 1u : 0u) : index;
    return (mask >> index) & 1;
}
// Sources that are not floats to the handler still take neg and abs.
WB_LANE bool class_f32(uint32_t x, uint32_t mask) {
    const uint32_t a = x & 0x7fff'ffffu;
    return class_of(a > 0x7f80'0000u, x & 0x40'0000u, x >> 31, a == 0x7f80'0000u, a >= 0x80'0000u, a == 0,
                    mask);
}
WB_LANE bool class_f16(Half h, U16 mask) {
    const uint32_t a = h.bits & 0x7fffu;
    return class_of(a > 0x7c00u, h.bits & 0x200u, h.bits >> 15, a == 0x7c00u, a >= 0x400u, a == 0, mask.v);
}
WB_LANE bool class_f64(double d, uint32_t mask) {
    const uint64_t x = bits(d), a = x & ~(1ull << 63);
    return class_of(a > 0x7ff0'0000'0000'0000, x >> 51 & 1, x >> 63, a == 0x7ff0'0000'0000'0000,
                    a >= 1ull << 52, a == 0, mask);
}

#define WB_PAIR(condition, suffix, function)                                                                 \
    {"v_cmp_" #condition "_" #suffix, compare<function>}, {                                                  \
        "v_cmpx_" #condition "_" #suffix, compare<function>                                                  \
    }
#define WB_ORDER(suffix, type)                                                                               \
    WB_PAIR(lt, suffix, lt<type>), WB_PAIR(eq, suffix, eq<type>), WB_PAIR(le, suffix, le<type>),             \
        WB_PAIR(gt, suffix, gt<type>), WB_PAIR(ge, suffix, ge<type>)
#define WB_INTEGER(suffix, type) WB_ORDER(suffix, type), WB_PAIR(ne, suffix, ne<type>)
#define WB_CONSTANT(suffix, type) WB_PAIR(f, suffix, f<type>), WB_PAIR(t, suffix, t<type>)
#define WB_FLOAT(suffix, type)                                                                               \
    WB_ORDER(suffix, type), WB_CONSTANT(suffix, type), WB_PAIR(lg, suffix, lg<type>),                        \
        WB_PAIR(o, suffix, o<type>), WB_PAIR(u, suffix, u<type>), WB_PAIR(nge, suffix, nge<type>),           \
        WB_PAIR(nlg, suffix, nlg<type>), WB_PAIR(ngt, suffix, ngt<type>), WB_PAIR(nle, suffix, nle<type>),   \
        WB_PAIR(neq, suffix, neq<type>), WB_PAIR(nlt, suffix, nlt<type>)

const Kernel kKernels[] = {
    WB_FLOAT(f16, Half),
    WB_FLOAT(f32, float),
    WB_FLOAT(f64, double),
    WB_INTEGER(i16, I16),
    WB_INTEGER(u16, U16),
    WB_INTEGER(i32, int32_t),
    WB_INTEGER(u32, uint32_t),
    WB_INTEGER(i64, int64_t),
    WB_INTEGER(u64, uint64_t),
    WB_CONSTANT(i32, int32_t),
    WB_CONSTANT(u32, uint32_t),
    WB_CONSTANT(i64, int64_t),
    WB_CONSTANT(u64, uint64_t),
    {"v_cmp_class_f16", compare<class_f16>},
    {"v_cmpx_class_f16", compare<class_f16>},
    {"v_cmp_class_f32", compare<class_f32>},
    {"v_cmpx_class_f32", compare<class_f32>},
    {"v_cmp_class_f64", compare<class_f64>},
    {"v_cmpx_class_f64", compare<class_f64>},
};

} // namespace

KernelList<Kernel> compare_kernels() {
    return list(kKernels);
}

} // namespace wb::sim::WB_SIMD
