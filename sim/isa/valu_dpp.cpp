// SPDX-License-Identifier: MIT
// Moving words between the lanes of rows of 16: DPP and v_permlane.
#include "sim/isa/dpp_row.h"
#include "sim/isa/valu_operand.h"

#include <immintrin.h>

namespace wb::sim::WB_SIMD {

namespace {

constexpr unsigned kRow = 16;
constexpr uint64_t kEveryRow = 0x0001'0001'0001'0001ull;

/// Lane i of each row of `out` becomes lane from[i] of the row of `in` whose number differs by `row_xor`.
void permute_words(const uint8_t* from, unsigned row_xor, const uint32_t* in, uint32_t* out, unsigned lanes) {
    const unsigned other = row_xor * kRow;
#if defined(__AVX512F__)
    // GCC 12 warns of uninitialised variables inside the forms without a mask.
    constexpr __mmask16 kAll = 0xffff;
    const __m512i index =
        _mm512_maskz_cvtepu8_epi32(kAll, _mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
    for (unsigned row = 0; row < lanes; row += kRow)
        _mm512_storeu_si512(
            out + row, _mm512_maskz_permutexvar_epi32(kAll, index, _mm512_loadu_si512(in + (row ^ other))));
#elif defined(__AVX2__)
    const __m256i seven = _mm256_set1_epi32(7);
    for (unsigned half = 0; half < kRow; half += 8) {
        const __m256i index =
            _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(from + half)));
        const __m256i upper = _mm256_cmpgt_epi32(index, seven);
        for (unsigned row = 0; row < lanes; row += kRow) {
            const __m256i* words = reinterpret_cast<const __m256i*>(in + (row ^ other));
            const __m256i a = _mm256_permutevar8x32_epi32(_mm256_loadu_si256(words), index);
            const __m256i b = _mm256_permutevar8x32_epi32(_mm256_loadu_si256(words + 1), index);
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + row + half),
                                _mm256_blendv_epi8(a, b, upper));
        }
    }
#else
    for (unsigned row = 0; row < lanes; row += kRow)
        for (unsigned i = 0; i < kRow; ++i)
            out[row + i] = in[(row ^ other) + from[i]];
#endif
}

} // namespace

namespace {

/// permute_rows, but lanes that got no value hold anything.
uint64_t permute_unmasked(const uint8_t* from, uint64_t valid, unsigned row_xor, uint64_t readable,
                          const uint32_t* in, uint32_t* out, unsigned lanes) {
    permute_words(from, row_xor, in, out, lanes);
    const uint64_t all = lanes == 64 ? ~0ull : 0xffff'ffffull;
    valid &= all;
    if ((readable & all) == all) return valid;
    LaneWords mask, permuted = {};
    expand_mask(readable, mask.word, lanes);
    permute_words(from, row_xor, mask.word, permuted.word, lanes);
    return valid & collect_mask(permuted.word, lanes);
}

} // namespace

uint64_t permute_rows(const uint8_t* from, uint64_t valid, unsigned row_xor, uint64_t readable,
                      const uint32_t* in, uint32_t* out, unsigned lanes) {
    valid = permute_unmasked(from, valid, row_xor, readable, in, out, lanes);
    if (valid != (lanes == 64 ? ~0ull : 0xffff'ffffull)) {
        LaneWords keep;
        expand_mask(valid, keep.word, lanes);
        for_lanes(lanes, [&](size_t j) WB_BODY { out[j] &= keep.word[j]; });
    }
    return valid;
}

void permute_dpp(Wave& w, const Inst& in, Source& source, bool two_words, SourceSpace& space,
                 uint64_t& active) {
    const bool dpp8 = in.lane_control == LaneControl::Dpp8;
    const bool fetch_inactive = in.dpp >> (dpp8 ? 24 : 18) & 1, bound_ctrl = in.dpp >> 17 & 1;
    DppRow dpp8_row;
    const DppRow& row = dpp8 ? dpp8_row : dpp_row(in.dpp);
    if (dpp8) {
        dpp8_row.valid = 0xffff;
        for (unsigned i = 0; i < kRow; ++i)
            dpp8_row.from[i] = uint8_t((i & 8) | (in.dpp >> (3 * (i & 7)) & 7));
    } else {
        if (!row.known) {
            stop_vector(w, "DPP16 control that gfx11 does not define");
            active = 0;
            return;
        }
        // A bank is four neighbouring lanes of a row.
        const uint64_t banks = in.dpp >> 9 & 15, rows = in.dpp >> 13 & 15;
        const uint64_t in_row = ((banks & 1) | (banks & 2) << 3 | (banks & 4) << 6 | (banks & 8) << 9) * 15;
        const uint64_t row_bits = (rows & 1) | (rows & 2) << 15 | (rows & 4) << 30 | (rows & 8) << 45;
        active &= row_bits * in_row;
    }
    const uint64_t readable = fetch_inactive ? w.all_lanes() : w.exec(), valid = row.valid * kEveryRow;
    const auto permute = [&](const uint32_t* from, LaneWords& to) {
        LaneWords copy;
        if (from == to.word) {
            std::memcpy(copy.word, from, sizeof(from[0]) * w.lanes);
            from = copy.word;
        }
        // Without bound_ctrl the lanes that read nothing are not written.
        const auto rows = dpp8 || bound_ctrl ? permute_rows : permute_unmasked;
        return rows(row.from, valid, 0, readable, from, to.word, w.lanes);
    };
    const uint64_t read = permute(source.lo, space.lo);
    source.lo = space.lo.word;
    if (two_words) {
        permute(source.hi, space.hi);
        source.hi = space.hi.word;
    }
    if (!dpp8 && !bound_ctrl) active &= read;
}

} // namespace wb::sim::WB_SIMD
