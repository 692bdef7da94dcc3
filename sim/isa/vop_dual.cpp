// SPDX-License-Identifier: MIT
// VOPD: two operations in one instruction, wave32 only. Both read their sources before either writes. RDNA3
// ISA 7.6, 16.13.
#include "sim/isa/valu_families.h"
#include "sim/isa/valu_float.h"
#include "sim/isa/valu_half.h"

namespace wb::sim::WB_SIMD {

namespace {

constexpr unsigned kDualLanes = 32, kDualOpcodes = 32;
// Opcodes whose third operand is special; the others that read one (fmac, dot2acc) read the destination.
constexpr unsigned kFmaak = 1, kFmamk = 2, kCndmask = 9;

WB_LANE uint32_t add(const Fp&, uint32_t a, uint32_t b, uint32_t) {
    return bits(nan2(as_float(a) + as_float(b), as_float(a), as_float(b)));
}
WB_LANE uint32_t sub(const Fp&, uint32_t a, uint32_t b, uint32_t) {
    return bits(nan2(as_float(a) - as_float(b), as_float(a), as_float(b)));
}
WB_LANE uint32_t subrev(const Fp&, uint32_t a, uint32_t b, uint32_t) {
    return bits(nan2(as_float(b) - as_float(a), as_float(a), as_float(b)));
}
WB_LANE uint32_t mul(const Fp&, uint32_t a, uint32_t b, uint32_t) {
    return bits(nan2(as_float(a) * as_float(b), as_float(a), as_float(b)));
}
WB_LANE uint32_t mul_dx9(const Fp& fp, uint32_t a, uint32_t b, uint32_t c) {
    return as_float(a) == 0 || as_float(b) == 0 ? 0u : mul(fp, a, b, c);
}
WB_LANE float fma_f(float a, float b, float c) {
    return nan3(__builtin_fmaf(a, b, c), a, b, c);
}
WB_LANE uint32_t fma(const Fp&, uint32_t a, uint32_t b, uint32_t c) {
    return bits(fma_f(as_float(a), as_float(b), as_float(c)));
}
/// D = a * K + b.
WB_LANE uint32_t fmamk(const Fp&, uint32_t a, uint32_t b, uint32_t k) {
    return bits(fma_f(as_float(a), as_float(k), as_float(b)));
}
WB_LANE uint32_t dot2acc(const Fp& fp, uint32_t a, uint32_t b, uint32_t c) {
    const float first = fma_f(widen(fp, Half{a & 0xffffu}), widen(fp, Half{b & 0xffffu}), as_float(c));
    return bits(fma_f(widen(fp, Half{a >> 16}), widen(fp, Half{b >> 16}), first));
}
WB_LANE uint32_t dot2acc_bf16(const Fp&, uint32_t a, uint32_t b, uint32_t c) {
    const float first = fma_f(as_float(a << 16), as_float(b << 16), as_float(c));
    return bits(fma_f(as_float(a & 0xffff'0000u), as_float(b & 0xffff'0000u), first));
}
WB_LANE uint32_t mov(const Fp&, uint32_t a, uint32_t, uint32_t) {
    return a;
}
WB_LANE uint32_t cndmask(const Fp&, uint32_t a, uint32_t b, uint32_t vcc) {
    return pick(vcc, b, a);
}
WB_LANE uint32_t max(const Fp& fp, uint32_t a, uint32_t b, uint32_t) {
    return max_bits(fp, a, b);
}
WB_LANE uint32_t min(const Fp& fp, uint32_t a, uint32_t b, uint32_t) {
    return min_bits(fp, a, b);
}
WB_LANE uint32_t add_u(const Fp&, uint32_t a, uint32_t b, uint32_t) {
    return a + b;
}
WB_LANE uint32_t lshlrev(const Fp&, uint32_t a, uint32_t b, uint32_t) {
    return b << (a & 31);
}
WB_LANE uint32_t and_b(const Fp&, uint32_t a, uint32_t b, uint32_t) {
    return a & b;
}

template <auto F>
void run(const Wave& w, uint32_t* out, const uint32_t* a, const uint32_t* b, const uint32_t* c) {
    const Fp fp = unpack_mode(w.mode);
#pragma omp simd
    for (size_t j = 0; j < kDualLanes; ++j)
        out[j] = F(fp, a[j], b[j], c[j]);
}

const DualKernel kKernels[] = {
    {"v_dual_fmac_f32", run<fma>},
    {"v_dual_fmaak_f32", run<fma>},
    {"v_dual_fmamk_f32", run<fmamk>},
    {"v_dual_mul_f32", run<mul>},
    {"v_dual_add_f32", run<add>},
    {"v_dual_sub_f32", run<sub>},
    {"v_dual_subrev_f32", run<subrev>},
    {"v_dual_mul_dx9_zero_f32", run<mul_dx9>},
    {"v_dual_mov_b32", run<mov>},
    {"v_dual_cndmask_b32", run<cndmask>},
    {"v_dual_max_f32", run<max>},
    {"v_dual_min_f32", run<min>},
    {"v_dual_dot2acc_f32_f16", run<dot2acc>},
    {"v_dual_dot2acc_f32_bf16", run<dot2acc_bf16>},
    {"v_dual_add_nc_u32", run<add_u>},
    {"v_dual_lshlrev_b32", run<lshlrev>},
    {"v_dual_and_b32", run<and_b>},
};

constexpr unsigned kDot2acc = 12;

/// Computes one half into `out`.
[[gnu::always_inline]] inline void half(Wave& w, const Inst& in, DualFn run_op, unsigned op,
                                        const uint16_t* src, unsigned dst, uint32_t* out) {
    constexpr unsigned kLiteralCode = 255;
    SourceSpace space[2];
    const Source a = fetch(w, in, src[0], op == kDot2acc ? Type::F16 : Type::B32, space[0]);
    const uint32_t* c = w.v[dst - kVgpr0].lane;
    if (op == kCndmask) {
        expand_mask(w.vcc(), space[1].lo.word, kDualLanes);
        c = space[1].lo.word;
    } else if (op == kFmaak || op == kFmamk) {
        c = fetch(w, in, kLiteralCode, Type::B32, space[1]).lo;
    }
    run_op(w, out, a.lo, w.v[src[1] - kVgpr0].lane, c);
}

} // namespace

KernelList<DualKernel> dual_kernels() {
    return list(kKernels);
}

void execute_dual(Wave& w, const Inst& in) {
    const DualFn* functions = dual_functions();
    const DualFn x = functions[in.op % kDualOpcodes], y = functions[in.op_y % kDualOpcodes];
    if (!x || !y) return stop_vector(w, "this VOPD opcode");
    set_control<Control::Single>(w);
    LaneWords out_x, out_y;
    uint32_t *dst_x = w.v[in.dst - kVgpr0].lane, *dst_y = w.v[in.dst2 - kVgpr0].lane;
    half(w, in, x, in.op, in.src, in.dst, out_x.word);
    const uint64_t active = w.exec();
    if (active == w.all_lanes()) [[likely]] {
        // Each lane of Y is read before it is written, and X's result waits until Y has read its sources.
        half(w, in, y, in.op_y, in.src + 2, in.dst2, dst_y);
        std::memcpy(dst_x, out_x.word, kDualLanes * sizeof(uint32_t));
        return;
    }
    half(w, in, y, in.op_y, in.src + 2, in.dst2, out_y.word);
    store_lanes(w, dst_x, out_x.word, active);
    store_lanes(w, dst_y, out_y.word, active);
}

} // namespace wb::sim::WB_SIMD
