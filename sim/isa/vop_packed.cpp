// SPDX-License-Identifier: MIT
// VOP3P: packed 16-bit arithmetic and mixed-precision fused multiply-add. RDNA3 ISA 16.10.
#include "sim/isa/valu_families.h"
#include "sim/isa/valu_half.h"
#include "sim/isa/valu_int16.h"
#include "sim/isa/valu_packed.h"

namespace wb::sim::WB_SIMD {

namespace {

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
    {"v_pk_fma_f16", packed<fma_h>},
    {"v_pk_fmac_f16", packed<fma_h, Sources::Accumulate>},
    {"v_pk_add_f16", packed<add_h>},
    {"v_pk_mul_f16", packed<mul_h>},
    {"v_pk_min_f16", packed<min_h>},
    {"v_pk_max_f16", packed<max_h>},
    {"v_fma_mix_f32", fma_mix<MixResult::Single>},
    {"v_fma_mixlo_f16", fma_mix<MixResult::Low>},
    {"v_fma_mixhi_f16", fma_mix<MixResult::High>},
};

} // namespace

KernelList<Kernel> packed_kernels() {
    return list(kKernels);
}

} // namespace wb::sim::WB_SIMD
