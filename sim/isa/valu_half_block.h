// SPDX-License-Identifier: MIT
// f16 arithmetic where the host converts between f16 and f32: as many numbers at once as a vector register
// holds f32, from registers to registers without a detour. For MODE as shaders run it; valu_half.h has the
// general way.
#pragma once

#include "sim/isa/valu_types.h"

#if defined(__F16C__)

#include <immintrin.h>

namespace wb::sim::WB_SIMD {

/// True when the host's conversions are all there is to do: rounding to nearest, denormals kept, overflow to
/// infinity.
inline bool host_converts(const Fp& fp) {
    return (fp.round16 | fp.flush_in16 | fp.flush_out16 | fp.fp16_ovfl) == 0;
}

#if defined(__AVX512F__)
inline constexpr unsigned kBlock = 16;
inline constexpr __mmask16 kWholeBlock = 0xffff; // GCC 12 warns of the intrinsics without a mask.
#else
inline constexpr unsigned kBlock = 8;
#endif
struct FloatBlock {
    alignas(64) float value[kBlock];
};

/// The low halves of kBlock words, or with `shift` 16 the high ones.
[[gnu::always_inline]] inline FloatBlock widen_low(const uint32_t* words, unsigned shift = 0) {
    FloatBlock r;
#if defined(__AVX512F__)
    const __m512i shifted = _mm512_maskz_srli_epi32(kWholeBlock, _mm512_load_si512(words), shift);
    const __m256i halves = _mm512_maskz_cvtepi32_epi16(kWholeBlock, shifted);
    _mm512_store_ps(r.value, _mm512_maskz_cvtph_ps(kWholeBlock, halves));
#else
    const __m256i all = _mm256_load_si256(reinterpret_cast<const __m256i*>(words));
    const __m256i low = _mm256_and_si256(_mm256_srli_epi32(all, int(shift)), _mm256_set1_epi32(0xffff));
    const __m128i halves = _mm_packus_epi32(_mm256_castsi256_si128(low), _mm256_extracti128_si256(low, 1));
    _mm256_store_ps(r.value, _mm256_cvtph_ps(halves));
#endif
    return r;
}
/// Both halves of kBlock / 2 words.
[[gnu::always_inline]] inline FloatBlock widen_pairs(const uint32_t* words) {
    FloatBlock r;
#if defined(__AVX512F__)
    const __m256i halves = _mm256_load_si256(reinterpret_cast<const __m256i*>(words));
    _mm512_store_ps(r.value, _mm512_maskz_cvtph_ps(kWholeBlock, halves));
#else
    const __m128i halves = _mm_load_si128(reinterpret_cast<const __m128i*>(words));
    _mm256_store_ps(r.value, _mm256_cvtph_ps(halves));
#endif
    return r;
}

/// kBlock f16 numbers one after another.
#if defined(__AVX512F__)
using HalfBlock = __m256i;
#else
using HalfBlock = __m128i;
#endif
/// Rounds as the host's instruction counts the modes.
template <int Round = _MM_FROUND_TO_NEAREST_INT>
[[gnu::always_inline]] inline HalfBlock narrow_block(const float* x) {
#if defined(__AVX512F__)
    return _mm512_maskz_cvtps_ph(kWholeBlock, _mm512_load_ps(x), Round | _MM_FROUND_NO_EXC);
#else
    return _mm256_cvtps_ph(_mm256_load_ps(x), Round);
#endif
}
/// Into the low halves of kBlock words; the high ones become the bits of `old` that are in `keep`.
[[gnu::always_inline]] inline void store_low(HalfBlock halves, const uint32_t* old, uint32_t keep,
                                             uint32_t* words) {
#if defined(__AVX512F__)
    const __m512i high = _mm512_and_si512(_mm512_load_si512(old), _mm512_set1_epi32(int(keep)));
    _mm512_store_si512(words, _mm512_or_si512(high, _mm512_maskz_cvtepu16_epi32(kWholeBlock, halves)));
#else
    const __m256i high = _mm256_and_si256(_mm256_load_si256(reinterpret_cast<const __m256i*>(old)),
                                          _mm256_set1_epi32(int(keep)));
    _mm256_store_si256(reinterpret_cast<__m256i*>(words),
                       _mm256_or_si256(high, _mm256_cvtepu16_epi32(halves)));
#endif
}
/// Into both halves of kBlock words.
[[gnu::always_inline]] inline void store_both(HalfBlock low, HalfBlock high, uint32_t* words) {
#if defined(__AVX512F__)
    const __m512i shifted =
        _mm512_maskz_slli_epi32(kWholeBlock, _mm512_maskz_cvtepu16_epi32(kWholeBlock, high), 16);
    _mm512_store_si512(words, _mm512_or_si512(shifted, _mm512_maskz_cvtepu16_epi32(kWholeBlock, low)));
#else
    const __m256i shifted = _mm256_slli_epi32(_mm256_cvtepu16_epi32(high), 16);
    _mm256_store_si256(reinterpret_cast<__m256i*>(words),
                       _mm256_or_si256(shifted, _mm256_cvtepu16_epi32(low)));
#endif
}
/// Into kBlock / 2 words, number after number.
[[gnu::always_inline]] inline void store_pairs(HalfBlock halves, uint32_t* words) {
    *reinterpret_cast<HalfBlock*>(words) = halves;
}

#if defined(__AVX512F__)
/// x * y + z of f16 numbers rounded to odd: of the results rounded up and down, which are neighbours or
/// equal, the odd one. A zero is the one that rounding to nearest gives.
[[gnu::always_inline]] inline FloatBlock fma_to_odd(const FloatBlock& x, const FloatBlock& y,
                                                    const FloatBlock& z) {
    const __m512 a = _mm512_load_ps(x.value), b = _mm512_load_ps(y.value), c = _mm512_load_ps(z.value);
    const __m512 up = _mm512_fmadd_round_ps(a, b, c, _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC);
    const __m512 down = _mm512_fmadd_round_ps(a, b, c, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
    const __mmask16 odd = _mm512_test_epi32_mask(_mm512_castps_si512(down), _mm512_set1_epi32(1));
    FloatBlock r;
    _mm512_store_ps(r.value, _mm512_mask_mov_ps(up, odd, down));
    return r;
}
#endif

[[gnu::always_inline]] inline bool any_nan(const FloatBlock& x) {
#if defined(__AVX512F__)
    const __m512 value = _mm512_load_ps(x.value);
    return _mm512_cmp_ps_mask(value, value, _CMP_UNORD_Q) != 0;
#else
    const __m256 value = _mm256_load_ps(x.value);
    return _mm256_movemask_ps(_mm256_cmp_ps(value, value, _CMP_UNORD_Q)) != 0;
#endif
}

} // namespace wb::sim::WB_SIMD

#endif
