// SPDX-License-Identifier: MIT
// 32- and 64-bit integer and bit instructions. RDNA3 ISA 16.7, 16.8, 16.12.
#include "sim/isa/valu_families.h"
#include "sim/isa/valu_perm.h"

namespace wb::sim::WB_SIMD {

namespace {

using u32 = uint32_t;
using i32 = int32_t;
using u64 = uint64_t;
using i64 = int64_t;

WB_LANE i32 saturate(i64 x) {
    return i32(x < INT32_MIN ? INT32_MIN : x > INT32_MAX ? INT32_MAX : x);
}
WB_LANE u32 saturate_u(u64 x) {
    return x > 0xffff'ffffu ? ~0u : u32(x);
}
WB_LANE i32 low24(i32 x) {
    return i32(u32(x) << 8) >> 8;
}
WB_LANE u32 low24(u32 x) {
    return x & 0xff'ffffu;
}

WB_LANE u32 mov(u32 a) {
    return a;
}
WB_LANE u32 not_b(u32 a) {
    return ~a;
}
WB_LANE u32 and_b(u32 a, u32 b) {
    return a & b;
}
WB_LANE u32 or_b(u32 a, u32 b) {
    return a | b;
}
WB_LANE u32 xor_b(u32 a, u32 b) {
    return a ^ b;
}
WB_LANE u32 xnor_b(u32 a, u32 b) {
    return ~(a ^ b);
}
WB_LANE u32 add(u32 a, u32 b) {
    return a + b;
}
WB_LANE u32 sub(u32 a, u32 b) {
    return a - b;
}
WB_LANE u32 subrev(u32 a, u32 b) {
    return b - a;
}
WB_LANE u32 add_sat(u32 a, u32 b) {
    return a + b < a ? ~0u : a + b;
}
WB_LANE u32 sub_sat(u32 a, u32 b) {
    return a < b ? 0u : a - b;
}
WB_LANE u32 subrev_sat(u32 a, u32 b) {
    return sub_sat(b, a);
}
WB_LANE i32 add_i(i32 a, i32 b) {
    return i32(u32(a) + u32(b));
}
WB_LANE i32 sub_i(i32 a, i32 b) {
    return i32(u32(a) - u32(b));
}
WB_LANE i32 add_i_sat(i32 a, i32 b) {
    return saturate(i64(a) + b);
}
WB_LANE i32 sub_i_sat(i32 a, i32 b) {
    return saturate(i64(a) - b);
}

WB_LANE u32 lshlrev(u32 a, u32 b) {
    return b << (a & 31);
}
WB_LANE u32 lshrrev(u32 a, u32 b) {
    return b >> (a & 31);
}
WB_LANE i32 ashrrev(u32 a, i32 b) {
    return b >> (a & 31);
}
WB_LANE u64 lshlrev64(u32 a, u64 b) {
    return b << (a & 63);
}
WB_LANE u64 lshrrev64(u32 a, u64 b) {
    return b >> (a & 63);
}
WB_LANE i64 ashrrev64(u32 a, i64 b) {
    return b >> (a & 63);
}

WB_LANE i32 min_i(i32 a, i32 b) {
    return a < b ? a : b;
}
WB_LANE i32 max_i(i32 a, i32 b) {
    return a > b ? a : b;
}
WB_LANE u32 min_u(u32 a, u32 b) {
    return a < b ? a : b;
}
WB_LANE u32 max_u(u32 a, u32 b) {
    return a > b ? a : b;
}
WB_LANE i32 min3_i(i32 a, i32 b, i32 c) {
    return min_i(min_i(a, b), c);
}
WB_LANE i32 max3_i(i32 a, i32 b, i32 c) {
    return max_i(max_i(a, b), c);
}
WB_LANE u32 min3_u(u32 a, u32 b, u32 c) {
    return min_u(min_u(a, b), c);
}
WB_LANE u32 max3_u(u32 a, u32 b, u32 c) {
    return max_u(max_u(a, b), c);
}
WB_LANE i32 med3_i(i32 a, i32 b, i32 c) {
    return max_i(min_i(a, b), min_i(max_i(a, b), c));
}
WB_LANE u32 med3_u(u32 a, u32 b, u32 c) {
    return max_u(min_u(a, b), min_u(max_u(a, b), c));
}
WB_LANE i32 maxmin_i(i32 a, i32 b, i32 c) {
    return min_i(max_i(a, b), c);
}
WB_LANE i32 minmax_i(i32 a, i32 b, i32 c) {
    return max_i(min_i(a, b), c);
}
WB_LANE u32 maxmin_u(u32 a, u32 b, u32 c) {
    return min_u(max_u(a, b), c);
}
WB_LANE u32 minmax_u(u32 a, u32 b, u32 c) {
    return max_u(min_u(a, b), c);
}

WB_LANE u32 mul_lo(u32 a, u32 b) {
    return a * b;
}
WB_LANE u32 mul_hi(u32 a, u32 b) {
    return u32((u64(a) * b) >> 32);
}
WB_LANE i32 mul_hi_i(i32 a, i32 b) {
    return i32((i64(a) * b) >> 32);
}
WB_LANE u32 mul_u24(u32 a, u32 b) {
    return low24(a) * low24(b);
}
WB_LANE u32 mul_i24(i32 a, i32 b) {
    return u32(low24(a)) * u32(low24(b));
}
WB_LANE u32 mul_hi_u24(u32 a, u32 b) {
    return mul_hi(low24(a), low24(b));
}
WB_LANE i32 mul_hi_i24(i32 a, i32 b) {
    return mul_hi_i(low24(a), low24(b));
}
WB_LANE u32 mad_u24(u32 a, u32 b, u32 c) {
    return mul_u24(a, b) + c;
}
WB_LANE u32 mad_u24_sat(u32 a, u32 b, u32 c) {
    return saturate_u(u64(low24(a)) * low24(b) + c);
}
WB_LANE u32 mad_i24(i32 a, i32 b, u32 c) {
    return mul_i24(a, b) + c;
}
WB_LANE i32 mad_i24_sat(i32 a, i32 b, i32 c) {
    return saturate(i64(low24(a)) * low24(b) + c);
}

WB_LANE u32 bfe_u(u32 a, u32 offset, u32 width) {
    return (a >> (offset & 31)) & ((1u << (width & 31)) - 1);
}
WB_LANE i32 bfe_i(i32 a, u32 offset, u32 width) {
    const u32 w = width & 31, unused = (32 - w) & 31;
    const i32 field = i32(u32(a >> (offset & 31)) << unused) >> unused;
    return w == 0 ? 0 : field;
}
WB_LANE u32 bfi(u32 mask, u32 a, u32 b) {
    return pick(mask, a, b);
}
WB_LANE u32 bfm(u32 width, u32 offset) {
    return ((1u << (width & 31)) - 1) << (offset & 31);
}
WB_LANE u32 alignbit(u32 high, u32 low, u32 shift) {
    return u32((u64(high) << 32 | low) >> (shift & 31));
}
WB_LANE u32 alignbyte(u32 high, u32 low, u32 shift) {
    return u32((u64(high) << 32 | low) >> ((shift & 3) * 8));
}
void perm_b32(Wave& w, const Inst& in) {
    const bool plain = is_plain(in);
    uint64_t active = w.exec();
    Operands<perm, Sources::InOrder> operands;
    operands.load(w, in, plain, active);
    const Source* source = operands.source;
    if (plain && active == w.all_lanes()) [[likely]]
        return perm_lanes(source[0].lo, source[1].lo, source[2].lo, w.v[in.dst - kVgpr0].lane, w.lanes);
    LaneWords words, unused;
    perm_lanes(source[0].lo, source[1].lo, source[2].lo, words.word, w.lanes);
    store_result(w, in, in.dst, Type::B32, words, unused, active);
}

WB_LANE u32 count_ones(u32 x) {
    x -= (x >> 1) & 0x5555'5555u;
    x = (x & 0x3333'3333u) + ((x >> 2) & 0x3333'3333u);
    return (((x + (x >> 4)) & 0x0f0f'0f0fu) * 0x0101'0101u) >> 24;
}
WB_LANE u32 reverse_bits(u32 x) {
    x = (x >> 1 & 0x5555'5555u) | (x & 0x5555'5555u) << 1;
    x = (x >> 2 & 0x3333'3333u) | (x & 0x3333'3333u) << 2;
    x = (x >> 4 & 0x0f0f'0f0fu) | (x & 0x0f0f'0f0fu) << 4;
    return __builtin_bswap32(x);
}
/// Of a number that is not zero. The exponent of its upper half, or of the lower if that is zero: 16 bits are
/// exact in f32.
WB_LANE u32 leading_zeros(u32 x) {
    const u32 upper = x >> 16, half = upper != 0 ? upper : x;
    const u32 exponent = bits(float(i32(half))) >> 23;
    return (upper != 0 ? 142u : 158u) - exponent;
}
WB_LANE u32 bcnt(u32 a, u32 b) {
    return count_ones(a) + b;
}
WB_LANE u32 mbcnt_lo(u32 a, u32 b, LaneIndex lane) {
    return count_ones(a & (lane.v >= 32 ? ~0u : (1u << (lane.v & 31)) - 1)) + b;
}
WB_LANE u32 mbcnt_hi(u32 a, u32 b, LaneIndex lane) {
    return count_ones(a & (lane.v < 32 ? 0u : (1u << (lane.v & 31)) - 1)) + b;
}
WB_LANE u32 clz(u32 a) {
    return a == 0 ? ~0u : leading_zeros(a);
}
WB_LANE u32 ctz(u32 a) {
    return a == 0 ? ~0u : count_ones((a & -a) - 1);
}
WB_LANE u32 cls(i32 a) {
    const u32 x = u32(a ^ (a >> 31));
    return x == 0 ? ~0u : leading_zeros(x);
}

WB_LANE u32 add3(u32 a, u32 b, u32 c) {
    return a + b + c;
}
WB_LANE u32 xor3(u32 a, u32 b, u32 c) {
    return a ^ b ^ c;
}
WB_LANE u32 or3(u32 a, u32 b, u32 c) {
    return a | b | c;
}
WB_LANE u32 and_or(u32 a, u32 b, u32 c) {
    return (a & b) | c;
}
WB_LANE u32 xad(u32 a, u32 b, u32 c) {
    return (a ^ b) + c;
}
WB_LANE u32 lshl_or(u32 a, u32 b, u32 c) {
    return a << (b & 31) | c;
}
WB_LANE u32 lshl_add(u32 a, u32 b, u32 c) {
    return (a << (b & 31)) + c;
}
WB_LANE u32 add_lshl(u32 a, u32 b, u32 c) {
    return (a + b) << (c & 31);
}
WB_LANE u32 cndmask(u32 a, u32 b, Mask m) {
    return pick(m.bits, b, a);
}

const Kernel kKernels[] = {
    {"v_mov_b32", alu<mov>},
    {"v_not_b32", alu<not_b>},
    {"v_and_b32", alu<and_b>},
    {"v_or_b32", alu<or_b>},
    {"v_xor_b32", alu<xor_b>},
    {"v_xnor_b32", alu<xnor_b>},
    {"v_add_nc_u32", alu_saturating<add, add_sat>},
    {"v_sub_nc_u32", alu_saturating<sub, sub_sat>},
    {"v_subrev_nc_u32", alu_saturating<subrev, subrev_sat>},
    {"v_add_nc_i32", alu_saturating<add_i, add_i_sat>},
    {"v_sub_nc_i32", alu_saturating<sub_i, sub_i_sat>},
    {"v_lshlrev_b32", alu<lshlrev>},
    {"v_lshrrev_b32", alu<lshrrev>},
    {"v_ashrrev_i32", alu<ashrrev>},
    {"v_lshlrev_b64", alu<lshlrev64>},
    {"v_lshrrev_b64", alu<lshrrev64>},
    {"v_ashrrev_i64", alu<ashrrev64>},
    {"v_min_i32", alu<min_i>},
    {"v_max_i32", alu<max_i>},
    {"v_min_u32", alu<min_u>},
    {"v_max_u32", alu<max_u>},
    {"v_min3_i32", alu<min3_i>},
    {"v_max3_i32", alu<max3_i>},
    {"v_min3_u32", alu<min3_u>},
    {"v_max3_u32", alu<max3_u>},
    {"v_med3_i32", alu<med3_i>},
    {"v_med3_u32", alu<med3_u>},
    {"v_maxmin_i32", alu<maxmin_i>},
    {"v_minmax_i32", alu<minmax_i>},
    {"v_maxmin_u32", alu<maxmin_u>},
    {"v_minmax_u32", alu<minmax_u>},
    {"v_mul_lo_u32", alu<mul_lo>},
    {"v_mul_hi_u32", alu<mul_hi>},
    {"v_mul_hi_i32", alu<mul_hi_i>},
    {"v_mul_u32_u24", alu<mul_u24>},
    {"v_mul_i32_i24", alu<mul_i24>},
    {"v_mul_hi_u32_u24", alu<mul_hi_u24>},
    {"v_mul_hi_i32_i24", alu<mul_hi_i24>},
    {"v_mad_u32_u24", alu_saturating<mad_u24, mad_u24_sat>},
    {"v_mad_i32_i24", alu_saturating<mad_i24, mad_i24_sat>},
    {"v_bfe_u32", alu<bfe_u>},
    {"v_bfe_i32", alu<bfe_i>},
    {"v_bfi_b32", alu<bfi>},
    {"v_bfm_b32", alu<bfm>},
    {"v_alignbit_b32", alu<alignbit>},
    {"v_alignbyte_b32", alu<alignbyte>},
    {"v_perm_b32", perm_b32},
    {"v_bfrev_b32", alu<reverse_bits>},
    {"v_bcnt_u32_b32", alu<bcnt>},
    {"v_mbcnt_lo_u32_b32", alu<mbcnt_lo>},
    {"v_mbcnt_hi_u32_b32", alu<mbcnt_hi>},
    {"v_clz_i32_u32", alu<clz>},
    {"v_ctz_i32_b32", alu<ctz>},
    {"v_cls_i32", alu<cls>},
    {"v_add3_u32", alu<add3>},
    {"v_xor3_b32", alu<xor3>},
    {"v_or3_b32", alu<or3>},
    {"v_and_or_b32", alu<and_or>},
    {"v_xad_u32", alu<xad>},
    {"v_lshl_or_b32", alu<lshl_or>},
    {"v_lshl_add_u32", alu<lshl_add>},
    {"v_add_lshl_u32", alu<add_lshl>},
    {"v_cndmask_b32", alu<cndmask>},
};

} // namespace

KernelList<Kernel> integer_kernels() {
    return list(kKernels);
}

} // namespace wb::sim::WB_SIMD
