// SPDX-License-Identifier: MIT
// Dot products of small vectors. Products of two f16 or bf16 are exact in f32, so that the sums, taken in the
// order of the ISA's pseudocode, are fused multiply-adds. RDNA3 ISA 16.10, 16.12.
#include "sim/isa/valu_families.h"
#include "sim/isa/valu_half.h"
#include "sim/isa/valu_packed.h"

namespace wb::sim::WB_SIMD {

namespace {

WB_LANE float fma_f(float a, float b, float c) {
    return nan3(__builtin_fmaf(a, b, c), a, b, c);
}
WB_LANE float bf16(uint32_t x) {
    return as_float(x << 16);
}
/// f32 to bf16, nearest even.
WB_LANE uint32_t round_bf16(float f) {
    const uint32_t x = bits(f);
    return is_nan(x) ? (x >> 16) | 0x40u : (x + 0x7fffu + (x >> 16 & 1u)) >> 16;
}

/// Calls sum(first, count, a0, b0, a1, b1) for `count` lanes from `first` on, until all are done, with the
/// low and the high numbers of the first two operands.
template <bool Bf16, class Sum>
[[gnu::always_inline]] inline void with_pairs(const Fp& fp, const uint32_t* a, const uint32_t* b,
                                              unsigned lanes, Sum sum) {
#if defined(__F16C__)
    if (!Bf16 && !fp.flush_in16) [[likely]] {
        for (unsigned j = 0; j < lanes; j += kBlock) {
            const FloatBlock a0 = widen_low(a + j), a1 = widen_low(a + j, 16), b0 = widen_low(b + j),
                             b1 = widen_low(b + j, 16);
            sum.template operator()<kBlock>(j, a0.value, b0.value, a1.value, b1.value);
        }
        return;
    }
#endif
    FloatLanes low[2], high[2];
    for (unsigned i = 0; i < 2; ++i) {
        const uint32_t* word = i ? b : a;
        float *to_low = low[i].value, *to_high = high[i].value;
        if constexpr (Bf16) {
            for_lanes(lanes, [=](size_t j) WB_BODY {
                to_low[j] = bf16(word[j]);
                to_high[j] = as_float(word[j] & 0xffff'0000u);
            });
        } else {
            widen_words(fp, word, 0, low[i], lanes);
            widen_words(fp, word, 16, high[i], lanes);
        }
    }
    for (unsigned j = 0; j < lanes; j += 32)
        sum.template operator()<32>(j, low[0].value + j, low[1].value + j, high[0].value + j,
                                    high[1].value + j);
}
/// V_DOT2_F32_*: op_sel and the signs of the first two operands work as in packed arithmetic; neg of the sum
/// is its sign, neg_hi its abs.
template <bool Bf16, bool Accumulate>
void dot2(Wave& w, const Inst& in) {
    set_control<Control::Single>(w);
    uint64_t active = w.exec();
    SourceSpace space[3];
    const bool plain = takes_own_halves(in, 2);
    const uint32_t* pair[2];
    for (unsigned i = 0; i < 2; ++i)
        pair[i] = plain ? fetch(w, in, in.src[i], Type::F16, space[i]).lo
                        : packed_words(w, in, i, in.src[i], space[i], active);
    const uint32_t* c = fetch(w, in, Accumulate ? in.dst : in.src[2], Type::F32, space[2]).lo;
    const bool vop3p = in.encoding == Encoding::VOP3P;
    const uint32_t keep = vop3p && (in.abs & 4) ? 0x7fff'ffffu : ~0u;
    const uint32_t flip = vop3p && (in.neg & 4) ? 0x8000'0000u : 0u;
    LaneWords words, unused;
    const bool direct = !in.clamp && active == w.all_lanes();
    uint32_t* out = direct ? w.v[in.dst - kVgpr0].lane : words.word;
    with_pairs<Bf16>(unpack_mode(w.mode), pair[0], pair[1], w.lanes,
                     [=]<unsigned Count>(size_t j, const float* a0, const float* b0, const float* a1,
                                         const float* b1) WB_BODY {
#pragma omp simd
                         for (unsigned k = 0; k < Count; ++k) {
                             const float sum = as_float((c[j + k] & keep) ^ flip);
                             out[j + k] = bits(fma_f(a1[k], b1[k], fma_f(a0[k], b0[k], sum)));
                         }
                     });
    if (direct) return;
    Inst store{};
    store.clamp = in.clamp;
    store_result(w, store, in.dst, Type::F32, words, unused, active);
}

WB_LANE Half dot2_f16_f16(const Fp& fp, uint32_t a, uint32_t b, Half c) {
    return fma_h(fp, Half{a >> 16}, Half{b >> 16}, fma_h(fp, Half{a & 0xffffu}, Half{b & 0xffffu}, c));
}
WB_LANE U16 dot2_bf16_bf16(uint32_t a, uint32_t b, U16 c) {
    const float first = bf16(round_bf16(fma_f(bf16(a & 0xffffu), bf16(b & 0xffffu), bf16(c.v))));
    return {round_bf16(fma_f(bf16(a >> 16), bf16(b >> 16), first))};
}
/// The 16-bit results: modifiers of the packed operands are not modelled.
template <auto F, Control C>
void dot2_short(Wave& w, const Inst& in) {
    if (in.neg | in.abs | (in.opsel & 3)) return stop_vector(w, "modifiers of a 16-bit dot product");
    alu<F, Sources::InOrder, C>(w, in);
}

template <unsigned Width, bool Signed>
WB_LANE int32_t element(uint32_t x, unsigned i) {
    const unsigned up = 32 - Width * (i + 1);
    return Signed ? int32_t(x << up) >> (32 - Width) : int32_t((x << up) >> (32 - Width));
}
/// The exact sum, which always fits 64 bits.
template <unsigned Width, bool SignedA, bool SignedB>
WB_LANE int64_t dot(uint32_t a, uint32_t b, int64_t c) {
    int32_t sum = 0;
    for (unsigned i = 0; i < 32 / Width; ++i)
        sum += element<Width, SignedA>(a, i) * element<Width, SignedB>(b, i);
    return c + sum;
}
template <unsigned Width, bool SignedA, bool SignedB>
WB_LANE uint32_t dot_i(uint32_t a, uint32_t b, int32_t c) {
    return uint32_t(dot<Width, SignedA, SignedB>(a, b, c));
}
template <unsigned Width, bool SignedA, bool SignedB>
WB_LANE int32_t dot_i_sat(uint32_t a, uint32_t b, int32_t c) {
    const int64_t r = dot<Width, SignedA, SignedB>(a, b, c);
    return int32_t(r < INT32_MIN ? INT32_MIN : r > INT32_MAX ? INT32_MAX : r);
}
template <unsigned Width>
WB_LANE uint32_t dot_u(uint32_t a, uint32_t b, uint32_t c) {
    return uint32_t(dot<Width, false, false>(a, b, c));
}
template <unsigned Width>
WB_LANE uint32_t dot_u_sat(uint32_t a, uint32_t b, uint32_t c) {
    const int64_t r = dot<Width, false, false>(a, b, c);
    return r > int64_t(0xffff'ffffu) ? ~0u : uint32_t(r);
}
/// Here the neg bits say which operands are signed.
template <unsigned Width, bool A, bool B>
void dot_signed(Wave& w, Inst& plain) {
    alu_saturating<dot_i<Width, A, B>, dot_i_sat<Width, A, B>>(w, plain);
}
template <unsigned Width>
void dot_iu(Wave& w, const Inst& in) {
    if (in.opsel) return stop_vector(w, "op_sel of an integer dot product");
    Inst plain = in;
    plain.neg = plain.abs = 0;
    switch (in.neg & 3) {
    case 0:
        return dot_signed<Width, false, false>(w, plain);
    case 1:
        return dot_signed<Width, true, false>(w, plain);
    case 2:
        return dot_signed<Width, false, true>(w, plain);
    default:
        return dot_signed<Width, true, true>(w, plain);
    }
}

const Kernel kKernels[] = {
    {"v_dot2_f32_f16", dot2<false, false>},
    {"v_dot2acc_f32_f16", dot2<false, true>},
    {"v_dot2_f32_bf16", dot2<true, false>},
    {"v_dot2_f16_f16", dot2_short<dot2_f16_f16, Control::Nearest>},
    {"v_dot2_bf16_bf16", dot2_short<dot2_bf16_bf16, Control::Double>},
    {"v_dot4_i32_iu8", dot_iu<8>},
    {"v_dot8_i32_iu4", dot_iu<4>},
    {"v_dot4_u32_u8", alu_saturating<dot_u<8>, dot_u_sat<8>>},
    {"v_dot8_u32_u4", alu_saturating<dot_u<4>, dot_u_sat<4>>},
};

} // namespace

KernelList<Kernel> dot_kernels() {
    return list(kKernels);
}

} // namespace wb::sim::WB_SIMD
