// SPDX-License-Identifier: MIT
#include "sim/isa/valu_operand.h"
#include "sim/isa/operand.h"

#include <immintrin.h>

namespace wb::sim::WB_SIMD {

namespace {

void fill(uint32_t* out, uint32_t value) {
    for (unsigned j = 0; j < kMaxLanes; ++j)
        out[j] = value;
}

} // namespace

uint64_t scalar_source(Wave& w, const Inst& in, unsigned code, Type type) {
    if (code < 128) {
        if (!is_64(type)) return w.sgpr[code];
        return code == kNull ? 0 : w.sgpr64(code);
    }
    if (code == kCodeLiteral) {
        if (type == Type::F64) return uint64_t(in.literal) << 32;
        return type == Type::I64 ? uint64_t(int64_t(int32_t(in.literal))) : in.literal;
    }
    if (code >= kCodeSharedBase && (code <= kCodePrivateLimit || code >= kCodeVccz))
        return is_64(type) ? read_special64(w, code) : read_special32(w, code);
    if (is_64(type)) return kInlineConstant64[code - 128];
    if (type == Type::F16 && code >= 240 && code <= 248) return kInlineConstantF16[code - 240];
    return kInlineConstant32[code - 128];
}

uint64_t mask_source(Wave& w, unsigned code) {
    if (code == kNull) return 0;
    if (code < 128) return w.lane_bits(code);
    stop_vector(w, "lane mask operand that is not a scalar register");
    return 0;
}

Source broadcast(Wave& w, const Inst& in, unsigned code, Type type, SourceSpace& space) {
    const uint64_t value = scalar_source(w, in, code, type);
    fill(space.lo.word, uint32_t(value));
    if (!is_64(type)) return {space.lo.word, nullptr};
    fill(space.hi.word, uint32_t(value >> 32));
    return {space.lo.word, space.hi.word};
}

void change_source(Wave& w, const Inst& in, unsigned index, unsigned opsel_bit, Type type, Source& source,
                   SourceSpace& space, uint64_t& active) {
    if (index == 0 && in.lane_control != LaneControl::None)
        permute_dpp(w, in, source, is_64(type), space, active);
    const bool high = is_16(type) && (in.opsel >> opsel_bit & 1);
    const bool abs = in.abs >> index & 1, neg = in.neg >> index & 1;
    if (!high && !abs && !neg) return;
    const uint32_t sign = is_16(type) ? 0x8000u : 0x8000'0000u;
    const uint32_t keep = abs ? ~sign : ~0u, flip = neg ? sign : 0;
    const unsigned shift = high ? 16 : 0;
    const uint32_t* from = is_64(type) ? source.hi : source.lo;
    uint32_t* to = is_64(type) ? space.hi.word : space.lo.word;
    for_lanes(w.lanes, [=](size_t j) WB_BODY { to[j] = ((from[j] >> shift) & keep) ^ flip; });
    (is_64(type) ? source.hi : source.lo) = to;
}

void store_lanes(const Wave& w, uint32_t* dst, const uint32_t* value, uint64_t active) {
#if defined(__AVX512F__)
    for (unsigned j = 0; j < w.lanes; j += 16)
        _mm512_mask_store_epi32(dst + j, __mmask16(active >> j), _mm512_load_si512(value + j));
#elif defined(__AVX2__)
    const __m256i bit = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    for (unsigned j = 0; j < w.lanes; j += 8) {
        __m256i* to = reinterpret_cast<__m256i*>(dst + j);
        const __m256i bits = _mm256_set1_epi32(int(active >> j));
        const __m256i mask = _mm256_cmpeq_epi32(_mm256_and_si256(bits, bit), bit);
        const __m256i words = _mm256_load_si256(reinterpret_cast<const __m256i*>(value + j));
        _mm256_store_si256(to, _mm256_blendv_epi8(_mm256_load_si256(to), words, mask));
    }
#else
    LaneWords mask;
    expand_mask(active, mask.word, w.lanes);
    for_lanes(w.lanes, [=, &mask](size_t j) WB_BODY { dst[j] = pick(mask.word[j], value[j], dst[j]); });
#endif
}

namespace {

/// omod and clamp on f32 results.
void finish_f32(const Inst& in, const Fp& fp, unsigned lanes, uint32_t* word) {
    // RDNA3 ISA 7.2.2: omod works only with IEEE off and output denormals off, and turns -0 into +0.
    if (in.omod && !fp.ieee && fp.flush_out32) {
        const float factor = in.omod == 1 ? 2.f : in.omod == 2 ? 4.f : 0.5f;
        for_lanes(lanes, [=](size_t j) WB_BODY {
            const float x = as_float(word[j]) * factor;
            const uint32_t r = x == 0 ? 0 : bits(x);
            word[j] = is_nan(word[j]) ? word[j] : r;
        });
    }
    if (in.clamp) {
        const uint32_t keep_nan = ~fp.dx10_clamp;
        for_lanes(lanes, [=](size_t j) WB_BODY {
            const uint32_t x = word[j];
            uint32_t r = x > 0x3f80'0000u ? 0x3f80'0000u : x;
            r = int32_t(x) <= 0 ? 0u : r;
            word[j] = is_nan(x) ? x & keep_nan : r;
        });
    }
}
void finish_f16(const Inst& in, const Fp& fp, unsigned lanes, uint32_t* word) {
    if (in.omod && !fp.ieee && fp.flush_out16) {
        const float factor = in.omod == 1 ? 2.f : in.omod == 2 ? 4.f : 0.5f;
        for_lanes(lanes, [=](size_t j) WB_BODY {
            const uint32_t h = word[j] & 0xffffu, r = round_half(fp, half_to_float(h) * factor).bits;
            const uint32_t no_minus_zero = (r & 0x7fffu) == 0 ? 0 : r;
            word[j] = (h & 0x7fffu) > 0x7c00u ? h : no_minus_zero;
        });
    }
    if (in.clamp) {
        for_lanes(lanes, [=](size_t j) WB_BODY {
            const uint32_t x = word[j] & 0xffffu;
            uint32_t r = x > 0x3c00u ? 0x3c00u : x;
            r = x & 0x8000u ? 0u : r;
            word[j] = (x & 0x7fffu) > 0x7c00u ? x & ~fp.dx10_clamp : r;
        });
    }
}
void finish_f64(const Inst& in, const Fp& fp, unsigned lanes, uint32_t* lo, uint32_t* hi) {
    if (in.omod && !fp.ieee && fp.flush_out16) {
        const double factor = in.omod == 1 ? 2. : in.omod == 2 ? 4. : 0.5;
        for_lanes(lanes, [=](size_t j) WB_BODY {
            const uint64_t x = lo[j] | uint64_t(hi[j]) << 32;
            const double y = as_double(x) * factor;
            uint64_t r = y == 0 ? 0 : bits(y);
            r = is_nan(x) ? x : r;
            lo[j] = uint32_t(r);
            hi[j] = uint32_t(r >> 32);
        });
    }
    if (in.clamp) {
        const uint64_t keep_nan = fp.dx10_clamp ? 0 : ~0ull;
        for_lanes(lanes, [=](size_t j) WB_BODY {
            constexpr uint64_t kOne = 0x3ff0'0000'0000'0000;
            const uint64_t x = lo[j] | uint64_t(hi[j]) << 32;
            uint64_t r = x > kOne ? kOne : x;
            r = int64_t(x) <= 0 ? 0 : r;
            r = is_nan(x) ? x & keep_nan : r;
            lo[j] = uint32_t(r);
            hi[j] = uint32_t(r >> 32);
        });
    }
}

} // namespace

void store_result(Wave& w, const Inst& in, unsigned dst, Type type, LaneWords& lo, LaneWords& hi,
                  uint64_t active) {
    if (is_float(type) && (in.omod | in.clamp)) {
        const Fp fp = unpack_mode(w.mode);
        if (type == Type::F32)
            finish_f32(in, fp, w.lanes, lo.word);
        else if (type == Type::F16)
            finish_f16(in, fp, w.lanes, lo.word);
        else
            finish_f64(in, fp, w.lanes, lo.word, hi.word);
    }
    Vgpr* v = w.v + (dst - kVgpr0);
    if (is_16(type)) {
        const unsigned shift = in.opsel & 8 ? 16 : 0;
        const uint32_t keep = in.opsel & 8 ? 0xffffu : 0xffff'0000u;
        const uint32_t* old = v->lane;
        uint32_t* word = lo.word;
        for_lanes(w.lanes,
                  [=](size_t j) WB_BODY { word[j] = (old[j] & keep) | ((word[j] & 0xffffu) << shift); });
    }
    store_lanes(w, v->lane, lo.word, active);
    if (is_64(type)) store_lanes(w, v[1].lane, hi.word, active);
}

uint64_t collect_mask(const uint32_t* words, unsigned lanes) {
    uint64_t mask = 0;
#if defined(__AVX512DQ__)
    for (unsigned j = 0; j < lanes; j += 16)
        mask |= uint64_t(_mm512_movepi32_mask(_mm512_load_si512(words + j))) << j;
#elif defined(__AVX2__)
    for (unsigned j = 0; j < lanes; j += 8)
        mask |=
            uint64_t(uint8_t(_mm256_movemask_ps(_mm256_load_ps(reinterpret_cast<const float*>(words + j)))))
            << j;
#else
    for (unsigned j = 0; j < lanes; j += 4)
        mask |= uint64_t(_mm_movemask_ps(_mm_load_ps(reinterpret_cast<const float*>(words + j)))) << j;
#endif
    return mask;
}

} // namespace wb::sim::WB_SIMD
