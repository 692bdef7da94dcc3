// SPDX-License-Identifier: MIT
// V_PERM_B32: each byte of the result is a byte of two words, a sign or a constant. RDNA3 ISA 16.12.
#pragma once

#include "sim/isa/valu_types.h"

#include <immintrin.h>

namespace wb::sim::WB_SIMD {

/// One byte of V_PERM_B32: selectors 0..3 take a byte of `low`, 4..7 of `high`, 8..11 of `signs`, 12 is zero,
/// more are 0xff.
WB_LANE uint32_t perm_byte(uint32_t high, uint32_t low, uint32_t signs, uint32_t selector) {
    uint32_t word = selector & 4 ? high : low;
    word = selector & 8 ? signs : word;
    uint32_t r = (word >> ((selector & 3) * 8)) & 0xff;
    r = selector == 12 ? 0u : r;
    return selector > 12 ? 0xffu : r;
}
WB_LANE uint32_t perm(uint32_t a, uint32_t b, uint32_t s) {
    // The signs of bytes 1, 3, 5 and 7 of the pair, each a byte of 0 or 0xff.
    const uint32_t top = (b >> 15 & 1) | (b >> 23 & 0x100) | (a << 1 & 0x1'0000) | (a >> 7 & 0x100'0000);
    const uint32_t signs = (top << 8) - top;
    return perm_byte(a, b, signs, s & 0xff) | perm_byte(a, b, signs, s >> 8 & 0xff) << 8 |
           perm_byte(a, b, signs, s >> 16 & 0xff) << 16 | perm_byte(a, b, signs, s >> 24) << 24;
}

/// perm of `lanes` words each. Where the host shuffles bytes, it does so but for the signs.
inline void perm_lanes(const uint32_t* a, const uint32_t* b, const uint32_t* s, uint32_t* out,
                       unsigned lanes) {
#if defined(__AVX2__)
    using Words = const __m256i*;
    const __m256i three = _mm256_set1_epi8(3), four = _mm256_set1_epi8(4), eight = _mm256_set1_epi8(8),
                  twelve = _mm256_set1_epi8(12);
    // Where each word begins in its half of the vector.
    const __m256i start =
        _mm256_setr_epi32(0, 0x0404'0404, 0x0808'0808, 0x0c0c'0c0c, 0, 0x0404'0404, 0x0808'0808, 0x0c0c'0c0c);
    for (unsigned j = 0; j < lanes; j += 8) {
        const __m256i selector = _mm256_load_si256(reinterpret_cast<Words>(s + j));
        const __m256i from_8 = _mm256_cmpeq_epi8(_mm256_max_epu8(selector, eight), selector);
        const __m256i from_12 = _mm256_cmpeq_epi8(_mm256_max_epu8(selector, twelve), selector);
        if (!_mm256_testc_si256(from_12, from_8)) [[unlikely]] { // A sign.
            for (unsigned k = j; k < j + 8; ++k)
                out[k] = perm(a[k], b[k], s[k]);
            continue;
        }
        const __m256i index = _mm256_or_si256(_mm256_and_si256(selector, three), start);
        const __m256i low = _mm256_shuffle_epi8(_mm256_load_si256(reinterpret_cast<Words>(b + j)), index);
        const __m256i high = _mm256_shuffle_epi8(_mm256_load_si256(reinterpret_cast<Words>(a + j)), index);
        const __m256i is_high = _mm256_cmpeq_epi8(_mm256_and_si256(selector, four), four);
        const __m256i constant = _mm256_andnot_si256(_mm256_cmpeq_epi8(selector, twelve), from_12);
        const __m256i bytes = _mm256_andnot_si256(from_12, _mm256_blendv_epi8(low, high, is_high));
        _mm256_store_si256(reinterpret_cast<__m256i*>(out + j), _mm256_or_si256(bytes, constant));
    }
#else
    for_lanes(lanes, [=](size_t j) WB_BODY { out[j] = perm(a[j], b[j], s[j]); });
#endif
}

} // namespace wb::sim::WB_SIMD
