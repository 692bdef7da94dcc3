// SPDX-License-Identifier: MIT
// Moving words between the lanes of rows of 16: DPP and v_permlane.
#include "sim/isa/dpp_row.h"
#include "sim/isa/valu_operand.h"

#include <immintrin.h>

namespace wb::sim::WB_SIMD {

namespace {

constexpr unsigned kRow = 16;
constexpr uint64_t kEveryRow = 0x0001'0001'0001'0001ull;

// RowMove is what the lanes of each row read, as the host's permutations want it; move_words gives lane i of
// each row of `out` lane i's source of the row of `in` whose number differs by `row_xor`, or 0 without one.
#if defined(__AVX512F__)

constexpr __mmask16 kAll = 0xffff; // GCC 12 warns of uninitialised variables in the forms without a mask.

struct RowMove {
    __m512i index;
    __mmask16 valid;

    explicit RowMove(const uint8_t* from, uint16_t valid = 0xffff)
        : index(_mm512_maskz_cvtepu8_epi32(kAll, _mm_loadu_si128(reinterpret_cast<const __m128i*>(from)))),
          valid(valid) {}
    static RowMove dpp8(uint32_t selectors) {
        const __m512i shift = _mm512_setr_epi32(0, 3, 6, 9, 12, 15, 18, 21, 0, 3, 6, 9, 12, 15, 18, 21);
        const __m512i eight = _mm512_setr_epi32(0, 0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 8, 8, 8, 8, 8);
        const __m512i index = _mm512_maskz_srlv_epi32(kAll, _mm512_set1_epi32(int(selectors)), shift);
        return {_mm512_or_si512(_mm512_and_si512(index, _mm512_set1_epi32(7)), eight), kAll};
    }

private:
    RowMove(__m512i index, __mmask16 valid) : index(index), valid(valid) {}
};

WB_LANE void move_words(const RowMove& move, unsigned row_xor, const uint32_t* in, uint32_t* out,
                        unsigned lanes) {
    const unsigned other = row_xor * kRow;
    for (unsigned row = 0; row < lanes; row += kRow)
        _mm512_storeu_si512(out + row, _mm512_maskz_permutexvar_epi32(
                                           move.valid, move.index, _mm512_loadu_si512(in + (row ^ other))));
}

#elif defined(__AVX2__)

struct RowMove {
    __m256i index[2], upper[2], valid[2]; ///< For lanes 0..7 and 8..15; `upper`: they read lanes 8..15.

    explicit RowMove(const uint8_t* from, uint16_t valid_lanes = 0xffff) {
        const __m256i lane = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
        for (unsigned half = 0; half < 2; ++half) {
            set(half,
                _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(from + 8 * half))));
            const __m256i lanes = _mm256_set1_epi32(valid_lanes >> 8 * half);
            valid[half] = _mm256_cmpeq_epi32(_mm256_and_si256(lanes, lane), lane);
        }
    }
    static RowMove dpp8(uint32_t selectors) {
        const __m256i index =
            _mm256_and_si256(_mm256_srlv_epi32(_mm256_set1_epi32(int(selectors)),
                                               _mm256_setr_epi32(0, 3, 6, 9, 12, 15, 18, 21)),
                             _mm256_set1_epi32(7));
        RowMove r;
        r.set(0, index);
        r.set(1, _mm256_or_si256(index, _mm256_set1_epi32(8)));
        r.valid[0] = r.valid[1] = _mm256_set1_epi32(-1);
        return r;
    }

private:
    RowMove() = default;
    void set(unsigned half, __m256i lanes) {
        index[half] = lanes;
        upper[half] = _mm256_cmpgt_epi32(lanes, _mm256_set1_epi32(7));
    }
};

WB_LANE void move_words(const RowMove& move, unsigned row_xor, const uint32_t* in, uint32_t* out,
                        unsigned lanes) {
    const unsigned other = row_xor * kRow;
    for (unsigned row = 0; row < lanes; row += kRow) {
        const __m256i* words = reinterpret_cast<const __m256i*>(in + (row ^ other));
        const __m256i low = _mm256_loadu_si256(words), high = _mm256_loadu_si256(words + 1);
        for (unsigned half = 0; half < 2; ++half) {
            const __m256i a = _mm256_permutevar8x32_epi32(low, move.index[half]);
            const __m256i b = _mm256_permutevar8x32_epi32(high, move.index[half]);
            const __m256i word =
                _mm256_and_si256(_mm256_blendv_epi8(a, b, move.upper[half]), move.valid[half]);
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + row + 8 * half), word);
        }
    }
}

#else

struct RowMove {
    uint8_t from[kRow];
    uint16_t valid;

    explicit RowMove(const uint8_t* from_lanes, uint16_t valid = 0xffff) : valid(valid) {
        std::memcpy(from, from_lanes, sizeof(from));
    }
    static RowMove dpp8(uint32_t selectors) {
        uint8_t from[kRow];
        for (unsigned i = 0; i < kRow; ++i)
            from[i] = uint8_t((i & 8) | (selectors >> (3 * (i & 7)) & 7));
        return RowMove(from);
    }
};

WB_LANE void move_words(const RowMove& move, unsigned row_xor, const uint32_t* in, uint32_t* out,
                        unsigned lanes) {
    const unsigned other = row_xor * kRow;
    for (unsigned i = 0; i < kRow; ++i) {
        const uint32_t keep = move.valid >> i & 1 ? ~0u : 0u;
        for (unsigned row = 0; row < lanes; row += kRow)
            out[row + i] = in[(row ^ other) + move.from[i]] & keep;
    }
}

#endif

/// move_words where not all lanes are `readable`: those that are not give 0. Returns the lanes that got a
/// value.
WB_LANE uint64_t move_some(const RowMove& move, unsigned row_xor, uint64_t readable, const uint32_t* in,
                           uint32_t* out, unsigned lanes) {
    uint64_t got = 0;
#if defined(__AVX512F__)
    for (unsigned row = 0; row < lanes; row += kRow) {
        const unsigned from = row ^ row_xor * kRow;
        const __m512i on = _mm512_movm_epi32(__mmask16(readable >> from));
        const __mmask16 read =
            _mm512_movepi32_mask(_mm512_maskz_permutexvar_epi32(move.valid, move.index, on));
        _mm512_storeu_si512(out + row,
                            _mm512_maskz_permutexvar_epi32(read, move.index, _mm512_loadu_si512(in + from)));
        got |= uint64_t(read) << row;
    }
#else
    LaneWords mask, keep = {};
    move_words(move, row_xor, in, out, lanes);
    expand_mask(readable, mask.word, lanes);
    move_words(move, row_xor, mask.word, keep.word, lanes);
    for_lanes(lanes, [&](size_t j) WB_BODY { out[j] &= keep.word[j]; });
    got = collect_mask(keep.word, lanes);
#endif
    return got;
}
/// move_words, but lanes outside `readable` give 0. Returns the lanes that got a value; `valid`: those that
/// have a source.
WB_LANE uint64_t move_readable(const RowMove& move, uint64_t valid, unsigned row_xor, uint64_t readable,
                               const uint32_t* in, uint32_t* out, unsigned lanes) {
    const uint64_t all = lanes == 64 ? ~0ull : 0xffff'ffffull;
    if ((readable & all) != all) return move_some(move, row_xor, readable, in, out, lanes);
    move_words(move, row_xor, in, out, lanes);
    return valid & all;
}

} // namespace

uint64_t permute_rows(const uint8_t* from, unsigned row_xor, uint64_t readable, const uint32_t* in,
                      uint32_t* out, unsigned lanes) {
    return move_readable(RowMove(from), ~0ull, row_xor, readable, in, out, lanes);
}

void permute_dpp(Wave& w, const Inst& in, Source& source, bool two_words, SourceSpace& space,
                 uint64_t& active) {
    const bool dpp8 = in.lane_control == LaneControl::Dpp8;
    const DppRow& row = kDppRows.row[in.dpp & 511];
    if (!dpp8 && !row.known) [[unlikely]] {
        stop_vector(w, "DPP16 control that gfx11 does not define");
        active = 0;
        return;
    }
    const bool fetch_inactive = in.dpp >> (dpp8 ? 24 : 18) & 1;
    const uint64_t readable = fetch_inactive ? w.all_lanes() : w.exec();
    const RowMove move = dpp8 ? RowMove::dpp8(in.dpp) : RowMove(row.from, row.valid);
    const uint64_t valid = dpp8 ? ~0ull : row.valid * kEveryRow;
    const auto permute = [&](const uint32_t* from, LaneWords& to) {
        LaneWords copy;
        if (from == to.word) [[unlikely]] {
            std::memcpy(copy.word, from, sizeof(from[0]) * w.lanes);
            from = copy.word;
        }
        return move_readable(move, valid, 0, readable, from, to.word, w.lanes);
    };
    const uint64_t read = permute(source.lo, space.lo);
    source.lo = space.lo.word;
    if (two_words) {
        permute(source.hi, space.hi);
        source.hi = space.hi.word;
    }
    if (dpp8) return;
    // Without bound_ctrl the lanes that read nothing are not written.
    const bool bound_ctrl = in.dpp >> 17 & 1;
    if (!bound_ctrl) active &= read;
    // A bank is four neighbouring lanes of a row.
    const uint64_t banks = in.dpp >> 9 & 15, rows = in.dpp >> 13 & 15;
    if ((banks & rows) == 15) [[likely]]
        return;
    const uint64_t in_row = ((banks & 1) | (banks & 2) << 3 | (banks & 4) << 6 | (banks & 8) << 9) * 15;
    const uint64_t row_bits = (rows & 1) | (rows & 2) << 15 | (rows & 4) << 30 | (rows & 8) << 45;
    active &= row_bits * in_row;
}

} // namespace wb::sim::WB_SIMD
