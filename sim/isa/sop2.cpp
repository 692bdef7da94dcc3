// SPDX-License-Identifier: MIT
// SOP2 instructions: two scalar sources, one scalar destination. SCC rules: RDNA3 ISA 16.1.
#include "sim/isa/scalar_ops.h"

namespace wb::sim {

namespace {

using u32 = uint32_t;
using i32 = int32_t;
using u64 = uint64_t;
using i64 = int64_t;

enum class Scc { Keep, NonZero };

/// D = Op(S0, S1), of T's width; SCC untouched or D != 0.
template <class T, auto Op, Scc Rule = Scc::NonZero>
void binary(Wave& wave, const Inst& inst) {
    const T result = T(Op(scalar_source<T>(wave, inst, 0), scalar_source<T>(wave, inst, 1)));
    write_scalar<T>(wave, inst.dst, result);
    if constexpr (Rule == Scc::NonZero) wave.scc = result != 0;
}

/// D = S0 shifted, of T's width, by S1 (32 bits).
template <class T, auto Op>
void shift(Wave& wave, const Inst& inst) {
    constexpr unsigned kMask = sizeof(T) * 8 - 1;
    const T result = T(Op(scalar_source<T>(wave, inst, 0), scalar_source32(wave, inst, 1) & kMask));
    write_scalar<T>(wave, inst.dst, result);
    wave.scc = result != 0;
}

/// 32-bit unsigned arithmetic in 64 bits; SCC = the result does not fit (carry or borrow out).
template <auto Op>
void with_carry(Wave& wave, const Inst& inst) {
    const u64 result =
        Op(u64(scalar_source32(wave, inst, 0)), u64(scalar_source32(wave, inst, 1)), u64(wave.scc));
    wave.sgpr[inst.dst] = u32(result);
    wave.scc = (result >> 32) != 0;
}

/// 32-bit signed arithmetic in 64 bits; SCC = signed overflow.
template <auto Op>
void with_overflow(Wave& wave, const Inst& inst) {
    const i64 result = Op(i64(scalar_source<i32>(wave, inst, 0)), i64(scalar_source<i32>(wave, inst, 1)));
    wave.sgpr[inst.dst] = u32(result);
    wave.scc = result != i64(i32(result));
}

/// D = SCC ? S0 : S1 where SCC = Better(S0, S1).
template <class T, auto Better>
void choose(Wave& wave, const Inst& inst) {
    const T a = scalar_source<T>(wave, inst, 0), b = scalar_source<T>(wave, inst, 1);
    wave.scc = Better(a, b);
    wave.sgpr[inst.dst] = u32(wave.scc ? a : b);
}

template <class T>
void select(Wave& wave, const Inst& inst) {
    write_scalar<T>(wave, inst.dst, scalar_source<T>(wave, inst, wave.scc ? 0 : 1));
}

/// Bit field of S0: offset S1[4:0] or S1[5:0], width S1[22:16]; signed types sign-extend from the field's top
/// bit.
template <class T>
void bit_field_extract(Wave& wave, const Inst& inst) {
    constexpr unsigned kBits = sizeof(T) * 8;
    const u32 field = scalar_source32(wave, inst, 1);
    const unsigned offset = field & (kBits - 1), width = (field >> 16) & 0x7f;
    T result = T(scalar_source<T>(wave, inst, 0) >> offset);
    if (width == 0)
        result = 0;
    else if (width < kBits)
        result = T(T(result << (kBits - width)) >> (kBits - width));
    write_scalar<T>(wave, inst.dst, result);
    wave.scc = result != 0;
}

template <class T>
void bit_field_mask(Wave& wave, const Inst& inst) {
    constexpr u32 kMask = sizeof(T) * 8 - 1;
    const u32 width = scalar_source32(wave, inst, 0) & kMask;
    const u32 offset = scalar_source32(wave, inst, 1) & kMask;
    write_scalar<T>(wave, inst.dst, T(((T(1) << width) - 1) << offset));
}

constexpr auto s_add_u32 = with_carry<[](u64 a, u64 b, u64) { return a + b; }>;
constexpr auto s_sub_u32 = with_carry<[](u64 a, u64 b, u64) { return a - b; }>;
constexpr auto s_addc_u32 = with_carry<[](u64 a, u64 b, u64 carry) { return a + b + carry; }>;
constexpr auto s_subb_u32 = with_carry<[](u64 a, u64 b, u64 borrow) { return a - b - borrow; }>;
constexpr auto s_lshl1_add_u32 = with_carry<[](u64 a, u64 b, u64) { return (a << 1) + b; }>;
constexpr auto s_lshl2_add_u32 = with_carry<[](u64 a, u64 b, u64) { return (a << 2) + b; }>;
constexpr auto s_lshl3_add_u32 = with_carry<[](u64 a, u64 b, u64) { return (a << 3) + b; }>;
constexpr auto s_lshl4_add_u32 = with_carry<[](u64 a, u64 b, u64) { return (a << 4) + b; }>;
constexpr auto s_add_i32 = with_overflow<[](i64 a, i64 b) { return a + b; }>;
constexpr auto s_sub_i32 = with_overflow<[](i64 a, i64 b) { return a - b; }>;
// The difference wraps before its sign is looked at.
constexpr auto s_absdiff_i32 = binary<u32, [](u32 a, u32 b) { return i32(a - b) < 0 ? b - a : a - b; }>;
constexpr auto kShiftLeft = [](auto a, u32 n) { return a << n; };
constexpr auto kShiftRight = [](auto a, u32 n) { return a >> n; };
constexpr auto s_lshl_b32 = shift<u32, kShiftLeft>;
constexpr auto s_lshl_b64 = shift<u64, kShiftLeft>;
constexpr auto s_lshr_b32 = shift<u32, kShiftRight>;
constexpr auto s_lshr_b64 = shift<u64, kShiftRight>;
constexpr auto s_ashr_i32 = shift<i32, kShiftRight>;
constexpr auto s_ashr_i64 = shift<i64, kShiftRight>;
constexpr auto s_min_i32 = choose<i32, [](i32 a, i32 b) { return a < b; }>;
constexpr auto s_min_u32 = choose<u32, [](u32 a, u32 b) { return a < b; }>;
constexpr auto s_max_i32 = choose<i32, [](i32 a, i32 b) { return a >= b; }>;
constexpr auto s_max_u32 = choose<u32, [](u32 a, u32 b) { return a >= b; }>;
constexpr auto s_and_b32 = binary<u32, [](u32 a, u32 b) { return a & b; }>;
constexpr auto s_and_b64 = binary<u64, [](u64 a, u64 b) { return a & b; }>;
constexpr auto s_or_b32 = binary<u32, [](u32 a, u32 b) { return a | b; }>;
constexpr auto s_or_b64 = binary<u64, [](u64 a, u64 b) { return a | b; }>;
constexpr auto s_xor_b32 = binary<u32, [](u32 a, u32 b) { return a ^ b; }>;
constexpr auto s_xor_b64 = binary<u64, [](u64 a, u64 b) { return a ^ b; }>;
constexpr auto s_nand_b32 = binary<u32, [](u32 a, u32 b) { return ~(a & b); }>;
constexpr auto s_nand_b64 = binary<u64, [](u64 a, u64 b) { return ~(a & b); }>;
constexpr auto s_nor_b32 = binary<u32, [](u32 a, u32 b) { return ~(a | b); }>;
constexpr auto s_nor_b64 = binary<u64, [](u64 a, u64 b) { return ~(a | b); }>;
constexpr auto s_xnor_b32 = binary<u32, [](u32 a, u32 b) { return ~(a ^ b); }>;
constexpr auto s_xnor_b64 = binary<u64, [](u64 a, u64 b) { return ~(a ^ b); }>;
constexpr auto s_and_not1_b32 = binary<u32, [](u32 a, u32 b) { return a & ~b; }>;
constexpr auto s_and_not1_b64 = binary<u64, [](u64 a, u64 b) { return a & ~b; }>;
constexpr auto s_or_not1_b32 = binary<u32, [](u32 a, u32 b) { return a | ~b; }>;
constexpr auto s_or_not1_b64 = binary<u64, [](u64 a, u64 b) { return a | ~b; }>;
constexpr auto s_bfe_u32 = bit_field_extract<u32>;
constexpr auto s_bfe_i32 = bit_field_extract<i32>;
constexpr auto s_bfe_u64 = bit_field_extract<u64>;
constexpr auto s_bfe_i64 = bit_field_extract<i64>;
constexpr auto s_bfm_b32 = bit_field_mask<u32>;
constexpr auto s_bfm_b64 = bit_field_mask<u64>;
constexpr auto s_mul_i32 = binary<u32, [](u32 a, u32 b) { return a * b; }, Scc::Keep>;
constexpr auto s_mul_hi_u32 = binary<u32, [](u32 a, u32 b) { return u32((u64(a) * b >> 32)); }, Scc::Keep>;
constexpr auto s_mul_hi_i32 = binary<i32, [](i32 a, i32 b) { return i32((i64(a) * b >> 32)); }, Scc::Keep>;
constexpr auto s_cselect_b32 = select<u32>;
constexpr auto s_cselect_b64 = select<u64>;
constexpr auto s_pack_ll_b32_b16 =
    binary<u32, [](u32 a, u32 b) { return b << 16 | (a & 0xffff); }, Scc::Keep>;
constexpr auto s_pack_lh_b32_b16 =
    binary<u32, [](u32 a, u32 b) { return (b & 0xffff0000) | (a & 0xffff); }, Scc::Keep>;
constexpr auto s_pack_hh_b32_b16 =
    binary<u32, [](u32 a, u32 b) { return (b & 0xffff0000) | (a >> 16); }, Scc::Keep>;
constexpr auto s_pack_hl_b32_b16 = binary<u32, [](u32 a, u32 b) { return b << 16 | (a >> 16); }, Scc::Keep>;

} // namespace

const OpTable& sop2_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, name},
#include "sim/isa/tables/sop2.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::SOP2, kRows};
    return kTable;
}

} // namespace wb::sim
