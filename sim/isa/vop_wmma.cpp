// SPDX-License-Identifier: MIT
// Wave matrix multiply-accumulate: D = A * B + C of 16x16 matrices. RDNA3 ISA 7.10.
//
// Lane l of the first sixteen holds row l of A and column l of B, packed into 8 (f16, bf16), 4 (iu8) or 2
// (iu4) registers; the other lanes hold copies. Register r of C and D has in lane l the element of column l %
// 16 and row r * lanes / 16 + l / 16. EXEC does not matter: the ISA demands that it is full.
#include "sim/isa/vop_wmma.h"
#include "sim/isa/valu_families.h"
#include "sim/isa/valu_half.h"

namespace wb::sim::WB_SIMD {

namespace {

constexpr unsigned kSize = 16;

struct FloatMatrix {
    float at[kSize][kSize];
};
struct IntMatrix {
    int32_t at[kSize][kSize];
};

float bf16(uint32_t x) {
    return as_float(x << 16);
}
uint32_t round_bf16(float f) {
    const uint32_t x = bits(f);
    return is_nan(x) ? (x >> 16) | 0x40u : (x + 0x7fffu + (x >> 16 & 1u)) >> 16;
}

/// Rows of A, or columns of B: vector l is element [l][k]. neg_lo (Inst::neg) and neg_hi (Inst::abs) flip
/// even and odd elements.
template <bool Bf16>
void load_float(const Wave& w, const Inst& in, unsigned operand, const Fp& fp, FloatMatrix& m) {
    const Vgpr* v = w.v + (in.src[operand] - kVgpr0);
    const uint32_t flip[2] = {in.neg >> operand & 1 ? 0x8000u : 0u, in.abs >> operand & 1 ? 0x8000u : 0u};
    for (unsigned l = 0; l < kSize; ++l)
        for (unsigned k = 0; k < kSize; ++k) {
            const uint32_t h = ((v[k / 2].lane[l] >> (k % 2 * 16)) & 0xffffu) ^ flip[k % 2];
            m.at[l][k] = Bf16 ? bf16(h) : widen(fp, Half{h});
        }
}
/// Here the neg bit says that the elements are signed.
template <unsigned Width>
void load_int(const Wave& w, const Inst& in, unsigned operand, IntMatrix& m) {
    constexpr unsigned kPerWord = 32 / Width;
    const Vgpr* v = w.v + (in.src[operand] - kVgpr0);
    const bool is_signed = in.neg >> operand & 1;
    for (unsigned l = 0; l < kSize; ++l)
        for (unsigned k = 0; k < kSize; ++k) {
            const uint32_t top = v[k / kPerWord].lane[l] << (32 - Width * (k % kPerWord + 1));
            m.at[l][k] = is_signed ? int32_t(top) >> (32 - Width) : int32_t(top >> (32 - Width));
        }
}

bool wrong_operands(Wave& w, const Inst& in) {
    if (in.src[0] >= kVgpr0 && in.src[1] >= kVgpr0) return false;
    stop_vector(w, "a matrix product of scalars");
    return true;
}
/// C's word for register r, lane l: a vector register or one constant for all.
uint32_t addend(Wave& w, const Inst& in, unsigned r, unsigned l, Type type) {
    return in.src[2] >= kVgpr0 ? w.v[in.src[2] - kVgpr0 + r].lane[l]
                               : uint32_t(scalar_source(w, in, in.src[2], type));
}

/// `Wide`: C and D are f32; else 16-bit in the half that op_sel[2] names, the other half of D stays.
template <bool Bf16, bool Wide>
void wmma_float(Wave& w, const Inst& in) {
    if (wrong_operands(w, in)) return;
    set_control<Control::Single>(w);
    const Fp fp = unpack_mode(w.mode);
    FloatMatrix a, b;
    load_float<Bf16>(w, in, 0, fp, a);
    load_float<Bf16>(w, in, 1, fp, b);
    const unsigned groups = w.lanes / kSize, registers = kSize / groups;
    const unsigned shift = !Wide && (in.opsel & 4) ? 16 : 0;
    LaneWords out[8];
    for (unsigned r = 0; r < registers; ++r)
        for (unsigned l = 0; l < w.lanes; ++l) {
            const unsigned row = r * groups + l / kSize, column = l % kSize;
            const uint32_t word = addend(w, in, r, l, Wide ? Type::F32 : Type::F16) >> shift;
            float c = Wide ? as_float(word) : Bf16 ? bf16(word) : widen(fp, Half{word & 0xffffu});
            if (in.abs & 4) c = as_float(bits(c) & 0x7fff'ffffu);
            if (in.neg & 4) c = as_float(bits(c) ^ 0x8000'0000u);
            for (unsigned k = 0; k < kSize; ++k) {
                const float x = a.at[row][k], y = b.at[column][k];
                c = nan3(__builtin_fmaf(x, y, c), x, y, c);
            }
            const uint32_t result = Wide ? bits(c) : Bf16 ? round_bf16(c) : round_half(fp, c).bits;
            const uint32_t old = w.v[in.dst - kVgpr0 + r].lane[l];
            out[r].word[l] = Wide ? result : (old & ~(0xffffu << shift)) | result << shift;
        }
    for (unsigned r = 0; r < registers; ++r)
        std::memcpy(w.v[in.dst - kVgpr0 + r].lane, out[r].word, sizeof(uint32_t) * w.lanes);
}

template <unsigned Width>
void wmma_int(Wave& w, const Inst& in) {
    if (wrong_operands(w, in)) return;
    IntMatrix a, b;
    load_int<Width>(w, in, 0, a);
    load_int<Width>(w, in, 1, b);
    const unsigned groups = w.lanes / kSize, registers = kSize / groups;
    LaneWords out[8];
    for (unsigned r = 0; r < registers; ++r)
        for (unsigned l = 0; l < w.lanes; ++l) {
            int64_t sum = int32_t(addend(w, in, r, l, Type::B32));
            for (unsigned k = 0; k < kSize; ++k)
                sum += a.at[r * groups + l / kSize][k] * b.at[l % kSize][k];
            if (in.clamp) sum = sum < INT32_MIN ? INT32_MIN : sum > INT32_MAX ? INT32_MAX : sum;
            out[r].word[l] = uint32_t(sum);
        }
    for (unsigned r = 0; r < registers; ++r)
        std::memcpy(w.v[in.dst - kVgpr0 + r].lane, out[r].word, sizeof(uint32_t) * w.lanes);
}

const Kernel kKernels[] = {
    {"v_wmma_f32_16x16x16_f16", wmma_float<false, true>},
    {"v_wmma_f32_16x16x16_bf16", wmma_float<true, true>},
    {"v_wmma_f16_16x16x16_f16", wmma_float<false, false>},
    {"v_wmma_bf16_16x16x16_bf16", wmma_float<true, false>},
    {"v_wmma_i32_16x16x16_iu8", wmma_int<8>},
    {"v_wmma_i32_16x16x16_iu4", wmma_int<4>},
};

} // namespace

KernelList<Kernel> wmma_kernels() {
    return list(kKernels);
}

} // namespace wb::sim::WB_SIMD
