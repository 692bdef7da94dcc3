// SPDX-License-Identifier: MIT
// VOP3P: packed 16-bit arithmetic and mixed-precision fused multiply-add. RDNA3 ISA 16.10.
#include "sim/isa/valu_families.h"
#include "sim/isa/valu_half_order.h"
#include "sim/isa/valu_int16.h"
#include "sim/isa/valu_packed.h"

namespace wb::sim::WB_SIMD {

namespace {

enum class MixResult : uint8_t { Single, Low, High };

/// v_fma_mix*: op_sel_hi makes an operand f16, op_sel then says which half; neg_hi is abs.
template <MixResult R>
void fma_mix(Wave& w, const Inst& in) {
    set_control<Control::Single>(w);
    const Fp fp = unpack_mode(w.mode);
    uint64_t active = w.exec();
    FloatLanes x[3];
    SourceSpace space[3];
    const float* operand[3];
    for (unsigned i = 0; i < 3; ++i) {
        const bool is_half = in.opsel_hi >> i & 1;
        Source s = fetch(w, in, in.src[i], is_half ? Type::F16 : Type::F32, space[i]);
        if (i == 0 && in.lane_control != LaneControl::None) permute_dpp(w, in, s, false, space[i], active);
        operand[i] = reinterpret_cast<const float*>(s.lo);
        float* value = x[i].value;
        if (is_half) {
            widen_words(fp, s.lo, in.opsel >> i & 1 ? 16 : 0, x[i], w.lanes);
            operand[i] = value;
        }
        const uint32_t keep = in.abs >> i & 1 ? 0x7fff'ffffu : ~0u;
        const uint32_t flip = in.neg >> i & 1 ? 0x8000'0000u : 0u;
        if (keep == ~0u && !flip) continue;
        const float* from = operand[i];
        operand[i] = value;
        for_lanes(w.lanes, [=](size_t j) WB_BODY { value[j] = as_float((bits(from[j]) & keep) ^ flip); });
    }
    const bool direct = R == MixResult::Single && !in.clamp && active == w.all_lanes();
    float* result = direct ? reinterpret_cast<float*>(w.v[in.dst - kVgpr0].lane) : x[0].value;
    const float *a = operand[0], *b = operand[1], *c = operand[2];
    for_lanes(w.lanes, [=](size_t j)
                           WB_BODY { result[j] = nan3(__builtin_fmaf(a[j], b[j], c[j]), a[j], b[j], c[j]); });
    if (direct) return;
    // The halves and signs of the operands are done: only clamp and the destination's half are left.
    Inst store{};
    store.clamp = in.clamp;
    store.opsel = R == MixResult::High ? 8 : 0;
    store.dst = in.dst;
    if (R != MixResult::Single) {
        set_control<Control::Half>(w);
        return store_half_result(w, store, fp, x[0], active);
    }
    LaneWords out, unused;
    std::memcpy(out.word, x[0].value, w.lanes * sizeof(uint32_t));
    store_result(w, store, in.dst, Type::F32, out, unused, active);
}

/// The operation while MODE.IEEE is off, as shaders run it, or on.
template <auto WithoutIeee, auto WithIeee>
void packed_by_ieee(Wave& w, const Inst& in) {
    if (mode::ieee.get(w.mode)) [[unlikely]]
        return packed<WithIeee>(w, in);
    packed<WithoutIeee>(w, in);
}

const Kernel kKernels[] = {
    {"v_pk_mad_i16", packed_saturating<mad_i16, mad_i16_sat>},
    {"v_pk_mul_lo_u16", packed<mul_u16>},
    {"v_pk_add_i16", packed_saturating<add_i16, add_i16_sat>},
    {"v_pk_sub_i16", packed_saturating<sub_i16, sub_i16_sat>},
    {"v_pk_lshlrev_b16", packed<lshlrev_16>},
    {"v_pk_lshrrev_b16", packed<lshrrev_16>},
    {"v_pk_ashrrev_i16", packed<ashrrev_16>},
    {"v_pk_max_i16", packed<max_i16>},
    {"v_pk_min_i16", packed<min_i16>},
    {"v_pk_mad_u16", packed_saturating<mad_u16, mad_u16_sat>},
    {"v_pk_add_u16", packed_saturating<add_u16, add_u16_sat>},
    {"v_pk_sub_u16", packed_saturating<sub_u16, sub_u16_sat>},
    {"v_pk_max_u16", packed<max_u16>},
    {"v_pk_min_u16", packed<min_u16>},
    {"v_pk_fma_f16", half_packed<fma_in_f32, 3, Sources::InOrder, Control::Nearest>},
    {"v_pk_fmac_f16", half_packed<fma_in_f32, 3, Sources::Accumulate, Control::Nearest>},
    {"v_pk_add_f16", half_packed<add_in_f32, 2>},
    {"v_pk_mul_f16", half_packed<mul_in_f32, 2>},
    {"v_pk_min_f16", packed_by_ieee<min_of<PlainHalf>, min_of<GeneralHalf>>},
    {"v_pk_max_f16", packed_by_ieee<max_of<PlainHalf>, max_of<GeneralHalf>>},
    {"v_fma_mix_f32", fma_mix<MixResult::Single>},
    {"v_fma_mixlo_f16", fma_mix<MixResult::Low>},
    {"v_fma_mixhi_f16", fma_mix<MixResult::High>},
};

} // namespace

KernelList<Kernel> packed_kernels() {
    return list(kKernels);
}

} // namespace wb::sim::WB_SIMD
