// SPDX-License-Identifier: MIT
#include "sim/isa/valu_half.h"

#include "sim/isa/valu_packed.h"

#include <immintrin.h>

namespace wb::sim::WB_SIMD {

namespace {

#if defined(__AVX512F__)
/// GCC 12 warns of uninitialised variables inside the intrinsics without a mask.
constexpr __mmask16 kAll = 0xffff;
#endif

#if defined(__F16C__)
/// What the host's conversion does not do: flushing, saturation, and f32 denormals where the host reads them
/// as zeros and MODE rounds them away from zero.
bool needs_portable_narrowing(const Fp& fp) {
    constexpr uint32_t kUp = 1, kDown = 2;
    const bool away = fp.round16 == kUp || fp.round16 == kDown;
    return fp.flush_out16 || fp.fp16_ovfl || (away && fp.flush_in16);
}

#endif

void narrow_portable(const Fp& fp_in, const FloatLanes& in, HalfLanes& out, unsigned count) {
    const Fp fp = fp_in;
    const float* from = in.value;
    uint16_t* to = out.bits;
    for_lanes(count, [=](size_t j) WB_BODY { to[j] = uint16_t(round_half(fp, from[j]).bits); });
}

#if defined(__F16C__)
/// `Round` as the host counts: nearest, down, up, to zero.
template <int Round>
void narrow(const float* in, uint16_t* out, unsigned count) {
#if defined(__AVX512F__)
    for (unsigned j = 0; j < count; j += 16)
        _mm256_store_si256(reinterpret_cast<__m256i*>(out + j),
                           _mm512_maskz_cvtps_ph(kAll, _mm512_load_ps(in + j), Round | _MM_FROUND_NO_EXC));
#else
    for (unsigned j = 0; j < count; j += 8)
        _mm_store_si128(reinterpret_cast<__m128i*>(out + j), _mm256_cvtps_ph(_mm256_load_ps(in + j), Round));
#endif
}
#endif

/// Operand code of operand `i` of `count`.
unsigned code_of(const Inst& in, Sources sources, unsigned i, unsigned count) {
    constexpr unsigned kLiteralCode = 255;
    if (sources == Sources::Accumulate && i == count - 1) return in.dst;
    if (sources == Sources::ConstantLast && i == 2) return kLiteralCode;
    if (sources == Sources::ConstantMiddle && i > 0) return i == 1 ? kLiteralCode : in.src[1];
    return in.src[i];
}

} // namespace

void widen_halves(const Fp& fp, const HalfLanes& in, FloatLanes& out, unsigned count) {
    const uint16_t* from = in.bits;
    float* to = out.value;
    HalfLanes flushed;
    if (fp.flush_in16) {
        for (unsigned j = 0; j < count; ++j)
            flushed.bits[j] = uint16_t((from[j] & 0x7c00) == 0 ? from[j] & 0x8000 : from[j]);
        from = flushed.bits;
    }
#if defined(__AVX512F__)
    for (unsigned j = 0; j < count; j += 16)
        _mm512_store_ps(to + j, _mm512_maskz_cvtph_ps(
                                    kAll, _mm256_load_si256(reinterpret_cast<const __m256i*>(from + j))));
#elif defined(__F16C__)
    for (unsigned j = 0; j < count; j += 8)
        _mm256_store_ps(to + j, _mm256_cvtph_ps(_mm_load_si128(reinterpret_cast<const __m128i*>(from + j))));
#else
    for_lanes(count, [=](size_t j) WB_BODY {
        const uint32_t x = bits(half_to_float(from[j]));
        to[j] = as_float(is_nan(x) ? quiet(x) : x);
    });
#endif
}

void narrow_halves(const Fp& fp, const FloatLanes& in, HalfLanes& out, unsigned count) {
#if defined(__F16C__)
    if (!needs_portable_narrowing(fp)) [[likely]] {
        switch (fp.round16) {
        case 0:
            return narrow<_MM_FROUND_TO_NEAREST_INT>(in.value, out.bits, count);
        case 1:
            return narrow<_MM_FROUND_TO_POS_INF>(in.value, out.bits, count);
        case 2:
            return narrow<_MM_FROUND_TO_NEG_INF>(in.value, out.bits, count);
        default:
            return narrow<_MM_FROUND_TO_ZERO>(in.value, out.bits, count);
        }
    }
#endif
    narrow_portable(fp, in, out, count);
}

void words_to_halves(const uint32_t* words, unsigned shift, HalfLanes& out, unsigned lanes) {
    uint16_t* to = out.bits;
    for_lanes(lanes, [=](size_t j) WB_BODY { to[j] = uint16_t(words[j] >> shift); });
}

void load_half_operands(Wave& w, const Inst& in, const Fp& fp, unsigned count, Sources sources,
                        FloatLanes* out, uint64_t& active) {
    const bool plain = is_plain(in);
    for (unsigned i = 0; i < count; ++i) {
        SourceSpace space;
        Source source = fetch(w, in, code_of(in, sources, i, count), Type::F16, space);
        const bool old_destination = sources == Sources::Accumulate && i == count - 1;
        if (!plain && !old_destination) modify_source(w, in, i, i, Type::F16, source, space, active);
        widen_words(fp, source.lo, old_destination && (in.opsel & 8) ? 16 : 0, out[i], w.lanes);
    }
}

void store_half_result(Wave& w, const Inst& in, const Fp& fp, const FloatLanes& result, uint64_t active) {
    HalfLanes halves;
    narrow_halves(fp, result, halves, w.lanes);
    const uint16_t* from = halves.bits;
    if (is_plain(in) && active == w.all_lanes()) [[likely]] {
        uint32_t* to = w.v[in.dst - kVgpr0].lane;
        for_lanes(w.lanes, [=](size_t j) WB_BODY { to[j] = (to[j] & 0xffff'0000u) | from[j]; });
        return;
    }
    LaneWords words, unused;
    uint32_t* to = words.word;
    for_lanes(w.lanes, [=](size_t j) WB_BODY { to[j] = from[j]; });
    store_result(w, in, in.dst, Type::F16, words, unused, active);
}

void widen_words(const Fp& fp, const uint32_t* words, unsigned shift, FloatLanes& out, unsigned lanes) {
#if defined(__F16C__)
    if (!fp.flush_in16) [[likely]] {
        for (unsigned j = 0; j < lanes; j += kBlock)
            *reinterpret_cast<FloatBlock*>(out.value + j) = widen_low(words + j, shift);
        return;
    }
#endif
    HalfLanes halves{}; // that there is a lane at all is not seen by GCC 14
    words_to_halves(words, shift, halves, lanes);
    widen_halves(fp, halves, out, lanes);
}

const uint32_t* high_halves(const uint32_t* words, SourceSpace& space, unsigned lanes) {
    uint32_t* to = space.lo.word;
    for_lanes(lanes, [=](size_t j) WB_BODY { to[j] = words[j] >> 16; });
    return to;
}

const uint32_t* packed_words(Wave& w, const Inst& in, unsigned index, unsigned code, SourceSpace& space,
                             uint64_t& active) {
    const PackedSource source = packed_source(w, in, index, code, Type::F16, space, active);
    if (source.in_place()) [[likely]]
        return source.word;
    uint32_t* to = space.lo.word; // Where the source may be: each lane reads its own word first.
    for_lanes(w.lanes, [=](size_t j) WB_BODY {
        to[j] = PackedSource::low(source, j) | PackedSource::high(source, j) << 16;
    });
    return to;
}

void load_packed_operands(Wave& w, const Inst& in, const Fp& fp, unsigned count, Sources sources,
                          FloatLanes* out, uint64_t& active) {
    for (unsigned i = 0; i < count; ++i) {
        SourceSpace space;
        const uint32_t* words = packed_words(w, in, i, code_of(in, sources, i, count), space, active);
        HalfLanes halves;
        std::memcpy(halves.bits, words, w.lanes * sizeof(uint32_t));
        widen_halves(fp, halves, out[i], 2 * w.lanes);
    }
}

void store_packed_words(Wave& w, const Inst& in, const Fp& fp, uint32_t* words, uint64_t active) {
    if (in.clamp) clamp_packed(fp, words, w.lanes);
    store_lanes(w, w.v[in.dst - kVgpr0].lane, words, active);
}

void store_packed_result(Wave& w, const Inst& in, const Fp& fp, const FloatLanes& result, uint64_t active) {
    HalfLanes halves;
    narrow_halves(fp, result, halves, 2 * w.lanes);
    LaneWords words;
    std::memcpy(words.word, halves.bits, w.lanes * sizeof(uint32_t));
    store_packed_words(w, in, fp, words.word, active);
}

} // namespace wb::sim::WB_SIMD
