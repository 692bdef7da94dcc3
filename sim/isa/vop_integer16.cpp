// SPDX-License-Identifier: MIT
// 16-bit integer instructions. RDNA3 ISA 16.8, 16.12.
#include "sim/isa/valu_families.h"
#include "sim/isa/valu_int16.h"

namespace wb::sim::WB_SIMD {

namespace {

WB_LANE U16 mov(U16 a) {
    return a;
}
WB_LANE U16 not_b(U16 a) {
    return {~a.v};
}
WB_LANE U16 and_b(U16 a, U16 b) {
    return {a.v & b.v};
}
WB_LANE U16 or_b(U16 a, U16 b) {
    return {a.v | b.v};
}
WB_LANE U16 xor_b(U16 a, U16 b) {
    return {a.v ^ b.v};
}
WB_LANE U16 cndmask(U16 a, U16 b, Mask m) {
    return {pick(m.bits, b.v, a.v)};
}
WB_LANE I16 min3_i(I16 a, I16 b, I16 c) {
    return min_i16(min_i16(a, b), c);
}
WB_LANE I16 max3_i(I16 a, I16 b, I16 c) {
    return max_i16(max_i16(a, b), c);
}
WB_LANE U16 min3_u(U16 a, U16 b, U16 c) {
    return min_u16(min_u16(a, b), c);
}
WB_LANE U16 max3_u(U16 a, U16 b, U16 c) {
    return max_u16(max_u16(a, b), c);
}
WB_LANE I16 med3_i(I16 a, I16 b, I16 c) {
    return max_i16(min_i16(a, b), min_i16(max_i16(a, b), c));
}
WB_LANE U16 med3_u(U16 a, U16 b, U16 c) {
    return max_u16(min_u16(a, b), min_u16(max_u16(a, b), c));
}
WB_LANE uint32_t mad_u32(U16 a, U16 b, uint32_t c) {
    return a.v * b.v + c;
}
WB_LANE uint32_t mad_u32_sat(U16 a, U16 b, uint32_t c) {
    return a.v * b.v + c < c ? ~0u : a.v * b.v + c;
}
WB_LANE uint32_t mad_i32(I16 a, I16 b, uint32_t c) {
    return uint32_t(a.v * b.v) + c;
}
WB_LANE int32_t mad_i32_sat(I16 a, I16 b, int32_t c) {
    const int64_t r = int64_t(a.v * b.v) + c;
    return int32_t(r < INT32_MIN ? INT32_MIN : r > INT32_MAX ? INT32_MAX : r);
}
WB_LANE int32_t cvt_i32(I16 a) {
    return a.v;
}
WB_LANE uint32_t cvt_u32(U16 a) {
    return a.v;
}
WB_LANE uint32_t pack(Half a, Half b) {
    return a.bits | b.bits << 16;
}
WB_LANE uint32_t saturate8(int32_t x) {
    return uint32_t(x < 0 ? 0 : x > 255 ? 255 : x);
}
WB_LANE U16 sat_pk_u8(uint32_t a) {
    return {saturate8(int32_t(a << 16) >> 16) | saturate8(int32_t(a) >> 16) << 8};
}

const Kernel kKernels[] = {
    {"v_mov_b16", alu<mov>},
    {"v_not_b16", alu<not_b>},
    {"v_and_b16", alu<and_b>},
    {"v_or_b16", alu<or_b>},
    {"v_xor_b16", alu<xor_b>},
    {"v_cndmask_b16", alu<cndmask>},
    {"v_add_nc_u16", alu_saturating<add_u16, add_u16_sat>},
    {"v_sub_nc_u16", alu_saturating<sub_u16, sub_u16_sat>},
    {"v_add_nc_i16", alu_saturating<add_i16, add_i16_sat>},
    {"v_sub_nc_i16", alu_saturating<sub_i16, sub_i16_sat>},
    {"v_mul_lo_u16", alu<mul_u16>},
    {"v_mad_u16", alu_saturating<mad_u16, mad_u16_sat>},
    {"v_mad_i16", alu_saturating<mad_i16, mad_i16_sat>},
    {"v_lshlrev_b16", alu<lshlrev_16>},
    {"v_lshrrev_b16", alu<lshrrev_16>},
    {"v_ashrrev_i16", alu<ashrrev_16>},
    {"v_min_i16", alu<min_i16>},
    {"v_max_i16", alu<max_i16>},
    {"v_min_u16", alu<min_u16>},
    {"v_max_u16", alu<max_u16>},
    {"v_min3_i16", alu<min3_i>},
    {"v_max3_i16", alu<max3_i>},
    {"v_min3_u16", alu<min3_u>},
    {"v_max3_u16", alu<max3_u>},
    {"v_med3_i16", alu<med3_i>},
    {"v_med3_u16", alu<med3_u>},
    {"v_mad_u32_u16", alu_saturating<mad_u32, mad_u32_sat>},
    {"v_mad_i32_i16", alu_saturating<mad_i32, mad_i32_sat>},
    {"v_cvt_i32_i16", alu<cvt_i32>},
    {"v_cvt_u32_u16", alu<cvt_u32>},
    {"v_pack_b32_f16", alu<pack>},
    {"v_sat_pk_u8_i16", alu<sat_pk_u8>},
};

} // namespace

KernelList<Kernel> integer16_kernels() {
    return list(kKernels);
}

} // namespace wb::sim::WB_SIMD
