// SPDX-License-Identifier: MIT
// Handlers of packed (VOP3P) instructions: op_sel and op_sel_hi choose the halves, neg_lo (Inst::neg) and
// neg_hi (Inst::abs) the signs of the low and the high operation.
#pragma once

#include "sim/isa/valu_half.h"

namespace wb::sim::WB_SIMD {

/// One operand of both operations: word j holds the low one's value, zero-extended, and the high one's.
struct PackedSource {
    const uint32_t* word;
    uint32_t shift_low, shift_high, flip_low, flip_high;

    /// Both operations take their own halves as they are.
    bool in_place() const { return shift_low == 0 && shift_high == 16 && !flip_low && !flip_high; }
    WB_LANE uint32_t low(const PackedSource& s, size_t j) {
        return ((s.word[j] >> s.shift_low) ^ s.flip_low) & 0xffffu;
    }
    WB_LANE uint32_t high(const PackedSource& s, size_t j) {
        return ((s.word[j] >> s.shift_high) ^ s.flip_high) & 0xffffu;
    }
};

/// Fetches operand `i` with its DPP and notes its modifiers. Outside VOP3P (v_pk_fmac_f16 as VOP2) the halves
/// are where they belong.
inline PackedSource packed_source(Wave& w, const Inst& in, unsigned i, unsigned code, Type type,
                                  SourceSpace& space, uint64_t& active) {
    Source s = fetch(w, in, code, type, space);
    if (i == 0 && in.lane_control != LaneControl::None) permute_dpp(w, in, s, false, space, active);
    if (in.encoding != Encoding::VOP3P) return {s.lo, 0, 16, 0, 0};
    const bool is_half = type == Type::F16;
    return {s.lo, in.opsel >> i & 1 ? 16u : 0u, in.opsel_hi >> i & 1 ? 16u : 0u,
            is_half && (in.neg >> i & 1) ? 0x8000u : 0u, is_half && (in.abs >> i & 1) ? 0x8000u : 0u};
}

WB_LANE uint32_t clamp_half(const Fp& fp, uint32_t x) {
    uint32_t r = x & 0x8000u ? 0u : x > 0x3c00u ? 0x3c00u : x;
    return (x & 0x7fffu) > 0x7c00u ? x & ~fp.dx10_clamp : r;
}
/// Clamps both halves of each word to [0, 1].
inline void clamp_packed(const Fp& fp_in, uint32_t* word, unsigned lanes) {
    const Fp fp = fp_in;
    for_lanes(lanes, [=](size_t j) WB_BODY {
        word[j] = clamp_half(fp, word[j] & 0xffffu) | clamp_half(fp, word[j] >> 16) << 16;
    });
}

template <class T>
WB_LANE T from_half_word(uint32_t h) {
    uint32_t word[1] = {h};
    return Lane<T>::load(Source{word, nullptr}, 0);
}
template <class T>
WB_LANE uint32_t to_half_word(T v) {
    uint32_t word;
    Lane<T>::store(&word, nullptr, 0, v);
    return word & 0xffffu;
}

/// A half of a word; may be read where words were written.
using Word16 [[gnu::may_alias]] = uint16_t;

/// Handler of a packed instruction whose two operations are F.
template <auto F, Sources S = Sources::InOrder>
void packed(Wave& w, const Inst& in) {
    using Sig = Signature<decltype(F)>;
    using Args = typename Sig::Args;
    using R = typename Sig::Return;
    constexpr unsigned count = std::tuple_size_v<Args>;
    constexpr bool is_half = std::is_same_v<R, Half>;
    const Fp fp = unpack_mode(w.mode);
    uint64_t active = w.exec();
    PackedSource s[count];
    SourceSpace space[count];
    for (unsigned i = 0; i < count; ++i) {
        const unsigned code = S == Sources::Accumulate && i == count - 1 ? in.dst : in.src[i];
        s[i] = packed_source(w, in, i, code, is_half ? Type::F16 : Type::B16, space[i], active);
    }
    LaneWords out;
    const bool clamp = is_half && in.clamp;
    if constexpr (is_half && count == 2) {
        if (takes_own_halves(in, count) && active == w.all_lanes()) [[likely]] {
            // As 16-bit numbers, of which a vector holds twice as many.
            const auto *a = reinterpret_cast<const Word16*>(s[0].word),
                       *b = reinterpret_cast<const Word16*>(s[1].word);
            auto* to = reinterpret_cast<Word16*>(w.v[in.dst - kVgpr0].lane);
            for_lanes(2 * w.lanes,
                      [=](size_t j) WB_BODY { to[j] = Word16(F(fp, Half{a[j]}, Half{b[j]}).bits); });
            return;
        }
    }
    const auto run = [&]<size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
        for_lanes(w.lanes, [&](size_t j) WB_BODY {
            uint32_t low, high;
            if constexpr (Sig::takes_fp) {
                low = to_half_word(
                    F(fp, from_half_word<std::tuple_element_t<I, Args>>(PackedSource::low(s[I], j))...));
                high = to_half_word(
                    F(fp, from_half_word<std::tuple_element_t<I, Args>>(PackedSource::high(s[I], j))...));
            } else {
                low = to_half_word(
                    F(from_half_word<std::tuple_element_t<I, Args>>(PackedSource::low(s[I], j))...));
                high = to_half_word(
                    F(from_half_word<std::tuple_element_t<I, Args>>(PackedSource::high(s[I], j))...));
            }
            out.word[j] = low | high << 16;
        });
    };
    run(std::make_index_sequence<count>());
    if (clamp) clamp_packed(fp, out.word, w.lanes);
    store_lanes(w, w.v[in.dst - kVgpr0].lane, out.word, active);
}
template <auto F, auto Saturating>
void packed_saturating(Wave& w, const Inst& in) {
    if (in.clamp) return packed<Saturating>(w, in);
    packed<F>(w, in);
}

} // namespace wb::sim::WB_SIMD
