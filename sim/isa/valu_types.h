// SPDX-License-Identifier: MIT
// The lane types of vector ALU functions, and the pieces of float arithmetic that the host has no instruction
// for. Everything is written so that a loop over lanes vectorises: no branches, 32-bit lanes for 16-bit
// types.
#pragma once

#include "sim/isa/registers.h"

#include <bit>
#include <cstddef>
#include <cstdint>

#ifndef WB_SIMD
#error "built once for each SIMD level with WB_SIMD naming the namespace (sim/isa/meson.build)"
#endif

/// For functions that become the body of a lane loop.
#define WB_LANE [[gnu::always_inline]] static inline
/// For lambdas that become the body of a lane loop.
#define WB_BODY __attribute__((always_inline))

namespace wb::sim::WB_SIMD {

/// A 16-bit float in the low half of a word.
struct Half {
    uint32_t bits;
};
/// 16-bit integers, zero- and sign-extended. Results may carry anything above bit 15.
struct U16 {
    uint32_t v;
};
struct I16 {
    int32_t v;
};
/// One lane of a lane mask: 0 or ~0.
struct Mask {
    uint32_t bits;
};
/// The same, always of VCC (div_fmas names it nowhere).
struct VccMask {
    uint32_t bits;
};
/// The lane's own number.
struct LaneIndex {
    uint32_t v;
};
/// A result together with a lane of the mask result (carry out, div_scale's VCC).
template <class T>
struct WithMask {
    T value;
    uint32_t mask; ///< 0 or ~0.
};

/// Calls body(j) for each lane, in blocks of constant size whose index cannot wrap, so that the vectoriser
/// takes them. An iteration may store only to what the same iteration loads, or to memory of its own;
/// pointers that `body` uses should be locals, which its stores cannot change.
template <class Body>
[[gnu::always_inline]] inline void for_lanes(unsigned lanes, Body body) {
    for (size_t base = 0; base < lanes; base += 32) {
#pragma omp simd
        for (size_t k = 0; k < 32; ++k)
            body(base + k);
    }
}

/// The float side of MODE, unpacked, for functions that do their own rounding or flushing. Round codes as in
/// MODE (hardware.md 6.4): 0 nearest even, 1 up, 2 down, 3 to zero.
struct Fp {
    uint32_t round16;                 ///< f16 and f64.
    uint32_t flush_in32, flush_out32; ///< ~0: denormals become zeros of the same sign.
    uint32_t flush_in16, flush_out16;
    uint32_t ieee; ///< ~0 when MODE.IEEE.
    uint32_t dx10_clamp;
    uint32_t fp16_ovfl;
};

/// Bitwise a where mask is ~0, b where it is 0.
WB_LANE uint32_t pick(uint32_t mask, uint32_t a, uint32_t b) {
    return (a & mask) | (b & ~mask);
}
WB_LANE uint64_t pick(uint64_t mask, uint64_t a, uint64_t b) {
    return (a & mask) | (b & ~mask);
}
WB_LANE uint32_t bits(float x) {
    return std::bit_cast<uint32_t>(x);
}
WB_LANE uint64_t bits(double x) {
    return std::bit_cast<uint64_t>(x);
}
WB_LANE float as_float(uint32_t x) {
    return std::bit_cast<float>(x);
}
WB_LANE double as_double(uint64_t x) {
    return std::bit_cast<double>(x);
}

WB_LANE bool is_nan(uint32_t x) {
    return (x & 0x7fff'ffffu) > 0x7f80'0000u;
}
WB_LANE bool is_nan(uint64_t x) {
    return (x & ~(1ull << 63)) > 0x7ff0'0000'0000'0000ull;
}
WB_LANE bool is_signaling(uint32_t x) {
    return is_nan(x) && !(x & 0x40'0000u);
}
WB_LANE bool is_signaling(uint64_t x) {
    return is_nan(x) && !(x & (1ull << 51));
}
WB_LANE bool is_denormal(uint32_t x) {
    return (x & 0x7f80'0000u) == 0 && (x & 0x7f'ffffu) != 0;
}
WB_LANE uint32_t quiet(uint32_t x) {
    return x | 0x40'0000u;
}
WB_LANE uint64_t quiet(uint64_t x) {
    return x | (1ull << 51);
}

/// What an invalid operation gives, as in V_DIV_FIXUP's 0/0 (RDNA3 ISA, 16.12).
inline constexpr uint32_t kDefaultNan32 = 0xffc0'0000u;
inline constexpr uint64_t kDefaultNan64 = 0xfff8'0000'0000'0000ull;

/// Zero of the same sign for a denormal, when `flush` is ~0.
WB_LANE uint32_t flush32(uint32_t flush, uint32_t x) {
    return (x & 0x7f80'0000u) == 0 ? x & (0x8000'0000u | ~flush) : x;
}
WB_LANE uint64_t flush64(uint32_t flush, uint64_t x) {
    const uint64_t keep = ~(uint64_t(flush) | uint64_t(flush) << 32) | 1ull << 63;
    return (x & 0x7ff0'0000'0000'0000ull) == 0 ? x & keep : x;
}

// The NaN of a result: the first NaN source, made quiet, else the default one. The host does the same, except
// that the compiler may exchange operands: which of several NaNs counts is decided here. `r` must come from
// the host's arithmetic on the operands.
template <class F>
WB_LANE F quieted(F a) {
    return std::bit_cast<F>(quiet(bits(a)));
}
template <class F>
WB_LANE F nan1(F r, F a) {
    return a != a ? quieted(a) : r;
}
template <class F>
WB_LANE F nan2(F r, F a, F) {
    return nan1(r, a); // A NaN of b alone is what the host propagates.
}
template <class F>
WB_LANE F nan3(F r, F a, F b, F) {
    return nan1(nan1(r, b), a);
}

/// f16 to f32, exact. Keeps NaN payloads and the signalling bit. `flush` ~0: denormals become zeros.
WB_LANE float half_to_float(uint32_t h, uint32_t flush = 0) {
    const uint32_t sign = (h & 0x8000u) << 16, magnitude = h & 0x7fffu, exponent = h & 0x7c00u;
    uint32_t normal = (magnitude << 13) + (112u << 23);
    normal += exponent == 0x7c00u ? 112u << 23 : 0u;
    const uint32_t denormal = bits(float(int32_t(magnitude)) * 0x1p-24f) & ~flush;
    return as_float(sign | (exponent == 0 ? denormal : normal));
}

/// f32 to f16 with one rounding in MODE's code `round`. NaNs become quiet and keep the payload's high bits.
WB_LANE uint32_t float_to_half(float f, uint32_t round) {
    const uint32_t x = bits(f), sign = (x >> 16) & 0x8000u, a = x & 0x7fff'ffffu;
    // All ones where the mode rounds this sign away from zero, where it rounds to nearest.
    const uint32_t up = round == 1 ? ~0u : 0u, down = round == 2 ? ~0u : 0u;
    const uint32_t away = sign ? down : up;
    const uint32_t nearest = round == 0 ? ~0u : 0u;
    const uint32_t v = a - (112u << 23);
    uint32_t normal = (v + ((0xfffu + ((v >> 13) & 1u)) & nearest) + (0x1fffu & away)) >> 13;
    const uint32_t biggest = 0x7bffu + ((nearest | away) & 1u);
    normal = normal >= 0x7c00u ? biggest : normal;
    const uint32_t e = a >> 23;
    const uint32_t m = (a & 0x7f'ffffu) | uint32_t(e != 0) << 23;
    uint32_t shift = 126u - e;
    shift = shift > 31u ? 31u : shift;
    const uint32_t half = (1u << ((shift - 1u) & 31u)) - 1u + ((m >> shift) & 1u);
    const uint32_t denormal = (m + (half & nearest) + (((1u << shift) - 1u) & away)) >> shift;
    uint32_t r = a < 0x3880'0000u ? denormal : normal;
    r = a == 0x7f80'0000u ? 0x7c00u : r;
    r = a > 0x7f80'0000u ? 0x7e00u | ((a >> 13) & 0x3ffu) : r;
    return r | sign;
}
/// The same for results of f16 arithmetic: also flushes, and saturates finite overflow under FP16_OVFL.
WB_LANE Half round_half(const Fp& fp, float f) {
    uint32_t h = float_to_half(f, fp.round16);
    h &= (h & 0x7c00u) == 0 ? 0x8000u | ~fp.flush_out16 : ~0u;
    // In masks: a choice by the conjunction of two comparisons would keep the loop scalar.
    const uint32_t infinite = (h & 0x7fffu) == 0x7c00u ? fp.fp16_ovfl : 0u;
    const uint32_t overflowed = (bits(f) & 0x7fff'ffffu) != 0x7f80'0000u ? infinite : 0u;
    return {pick(overflowed, (h & 0x8000u) | 0x7bffu, h)};
}
WB_LANE float widen(const Fp& fp, Half h) {
    return half_to_float(h.bits, fp.flush_in16);
}

} // namespace wb::sim::WB_SIMD
