// SPDX-License-Identifier: MIT
// SOP1 instructions: one scalar source, one scalar destination. SCC rules: RDNA3 ISA 16.3.
#include "sim/isa/message.h"
#include "sim/isa/scalar_ops.h"

#include <bit>

namespace wb::sim {

namespace {

using u32 = uint32_t;
using i32 = int32_t;
using u64 = uint64_t;
using i64 = int64_t;

/// D = Op(S0) with D of To's and S0 of From's width; SCC untouched.
template <class To, class From, auto Op>
void unary(Wave& wave, const Inst& inst) {
    write_scalar<To>(wave, inst.dst, To(Op(scalar_source<From>(wave, inst, 0))));
}
/// The same with SCC = D != 0.
template <class To, class From, auto Op>
void unary_scc(Wave& wave, const Inst& inst) {
    const To result = To(Op(scalar_source<From>(wave, inst, 0)));
    write_scalar<To>(wave, inst.dst, result);
    wave.scc = result != 0;
}

constexpr auto kSame = [](auto a) { return a; };
constexpr auto kReverse = [](auto a) {
    decltype(a) result = 0;
    for (unsigned i = 0; i < sizeof(a) * 8; ++i)
        result = result << 1 | ((a >> i) & 1);
    return result;
};
// Searches give -1 when there is nothing to find.
constexpr auto kTrailingZeros = [](auto a) { return a == 0 ? -1 : std::countr_zero(a); };
constexpr auto kLeadingZeros = [](auto a) { return a == 0 ? -1 : std::countl_zero(a); };
constexpr auto kLeadingSignBits = [](auto a) {
    const auto differing = a ^ (a >> (sizeof(a) * 8 - 1) ? decltype(a)(-1) : 0);
    return differing == 0 ? -1 : std::countl_zero(differing);
};
constexpr auto kCountZeros = [](auto a) { return std::popcount(decltype(a)(~a)); };
constexpr auto kCountOnes = [](auto a) { return std::popcount(a); };
constexpr auto kNot = [](auto a) { return ~a; };
/// One bit per group of four bits: is any set?
constexpr auto kQuadMask = [](auto a) {
    decltype(a) result = 0;
    for (unsigned i = 0; i < sizeof(a) * 2; ++i)
        if ((a >> (4 * i)) & 0xf) result |= decltype(a)(1) << i;
    return result;
};
/// Whole quad mode: all four bits of a group that has any.
constexpr auto kWholeQuads = [](auto a) {
    decltype(a) result = 0;
    for (unsigned i = 0; i < sizeof(a) * 8; i += 4)
        if ((a >> i) & 0xf) result |= decltype(a)(0xf) << i;
    return result;
};
constexpr auto kReplicateBits = [](u32 a) {
    u64 result = 0;
    for (unsigned i = 0; i < 32; ++i)
        if ((a >> i) & 1) result |= u64(3) << (2 * i);
    return result;
};

template <class T>
void conditional_move(Wave& wave, const Inst& inst) {
    if (wave.scc) write_scalar<T>(wave, inst.dst, scalar_source<T>(wave, inst, 0));
}

/// Sets or clears the bit of D that S0 names.
template <class T, bool Value>
void set_bit(Wave& wave, const Inst& inst) {
    const T bit = T(1) << (scalar_source32(wave, inst, 0) & (sizeof(T) * 8 - 1));
    const T old = T(read_scalar64(wave, inst.dst, 0));
    write_scalar<T>(wave, inst.dst, Value ? old | bit : old & ~bit);
}

/// EXEC = Op(S0, EXEC); D = the old EXEC, or with `Write` the new one; SCC = EXEC != 0.
template <class T, auto Op, bool Write = false>
void exec_mask(Wave& wave, const Inst& inst) {
    const T source = scalar_source<T>(wave, inst, 0);
    const T old = T(wave.sgpr64(kExecLo));
    const T result = T(Op(source, old));
    write_scalar<T>(wave, kExecLo, result);
    write_scalar<T>(wave, inst.dst, Write ? result : old);
    wave.scc = result != 0;
}
constexpr auto kAnd = [](auto s, auto exec) { return s & exec; };
constexpr auto kOr = [](auto s, auto exec) { return s | exec; };
constexpr auto kXor = [](auto s, auto exec) { return s ^ exec; };
constexpr auto kNand = [](auto s, auto exec) { return ~(s & exec); };
constexpr auto kNor = [](auto s, auto exec) { return ~(s | exec); };
constexpr auto kXnor = [](auto s, auto exec) { return ~(s ^ exec); };
constexpr auto kAndNot0 = [](auto s, auto exec) { return ~s & exec; };
constexpr auto kOrNot0 = [](auto s, auto exec) { return ~s | exec; };
constexpr auto kAndNot1 = [](auto s, auto exec) { return s & ~exec; };
constexpr auto kOrNot1 = [](auto s, auto exec) { return s | ~exec; };

// Relative addressing: only s0..s105 and VCC can be reached (and TTMPs in the trap handler). A source out of
// range reads s0, a destination out of range is dropped (RDNA3 ISA 3.6).
bool can_index(const Wave& wave, unsigned code, unsigned words) {
    const unsigned end = wave.privileged() ? kNull : kTtmp0;
    return code + words <= end;
}
template <class T>
T read_indexed(const Wave& wave, unsigned code) {
    return T(wave.sgpr64(can_index(wave, code, sizeof(T) / 4) ? code : 0));
}
template <class T>
void write_indexed(Wave& wave, unsigned code, T value) {
    if (can_index(wave, code, sizeof(T) / 4)) write_scalar<T>(wave, code, value);
}
template <class T>
void move_relative_source(Wave& wave, const Inst& inst) {
    write_scalar<T>(wave, inst.dst, read_indexed<T>(wave, inst.src[0] + wave.sgpr[kM0]));
}
template <class T>
void move_relative_destination(Wave& wave, const Inst& inst) {
    write_indexed<T>(wave, inst.dst + wave.sgpr[kM0], scalar_source<T>(wave, inst, 0));
}
void s_movrelsd_2_b32(Wave& wave, const Inst& inst) {
    const u32 source = inst.src[0] + (wave.sgpr[kM0] & 0x3ff);
    const u32 destination = inst.dst + ((wave.sgpr[kM0] >> 16) & 0x3ff);
    write_indexed<u32>(wave, destination, read_indexed<u32>(wave, source));
}

void s_getpc_b64(Wave& wave, const Inst& inst) {
    wave.set_sgpr64(inst.dst, wave.pc);
}
void s_setpc_b64(Wave& wave, const Inst& inst) {
    wave.pc = canonical_pc(scalar_source64(wave, inst, 0));
}
void s_swappc_b64(Wave& wave, const Inst& inst) {
    const u64 target = canonical_pc(scalar_source64(wave, inst, 0));
    wave.set_sgpr64(inst.dst, wave.pc);
    wave.pc = target;
}
/// Return from the trap handler; illegal outside of it (hardware.md 1.3).
void s_rfe_b64(Wave& wave, const Inst& inst) {
    if (!wave.privileged()) {
        wave.pc -= inst.dwords * 4;
        wave.events |= kEventIllegal;
        return;
    }
    wave.pc = canonical_pc(scalar_source64(wave, inst, 0));
    status::priv.set(wave.status, 0);
    wave.events |= kEventStateWritten;
}

constexpr auto s_mov_b32 = unary<u32, u32, kSame>;
constexpr auto s_mov_b64 = unary<u64, u64, kSame>;
constexpr auto s_cmov_b32 = conditional_move<u32>;
constexpr auto s_cmov_b64 = conditional_move<u64>;
constexpr auto s_brev_b32 = unary<u32, u32, kReverse>;
constexpr auto s_brev_b64 = unary<u64, u64, kReverse>;
constexpr auto s_ctz_i32_b32 = unary<u32, u32, kTrailingZeros>;
constexpr auto s_ctz_i32_b64 = unary<u32, u64, kTrailingZeros>;
constexpr auto s_clz_i32_u32 = unary<u32, u32, kLeadingZeros>;
constexpr auto s_clz_i32_u64 = unary<u32, u64, kLeadingZeros>;
constexpr auto s_cls_i32 = unary<u32, u32, kLeadingSignBits>;
constexpr auto s_cls_i32_i64 = unary<u32, u64, kLeadingSignBits>;
constexpr auto s_sext_i32_i8 = unary<u32, u32, [](u32 a) { return i32(int8_t(a)); }>;
constexpr auto s_sext_i32_i16 = unary<u32, u32, [](u32 a) { return i32(int16_t(a)); }>;
constexpr auto s_bitset0_b32 = set_bit<u32, false>;
constexpr auto s_bitset0_b64 = set_bit<u64, false>;
constexpr auto s_bitset1_b32 = set_bit<u32, true>;
constexpr auto s_bitset1_b64 = set_bit<u64, true>;
constexpr auto s_bitreplicate_b64_b32 = unary<u64, u32, kReplicateBits>;
constexpr auto s_abs_i32 = unary_scc<u32, u32, [](u32 a) { return i32(a) < 0 ? 0 - a : a; }>;
constexpr auto s_bcnt0_i32_b32 = unary_scc<u32, u32, kCountZeros>;
constexpr auto s_bcnt0_i32_b64 = unary_scc<u32, u64, kCountZeros>;
constexpr auto s_bcnt1_i32_b32 = unary_scc<u32, u32, kCountOnes>;
constexpr auto s_bcnt1_i32_b64 = unary_scc<u32, u64, kCountOnes>;
constexpr auto s_quadmask_b32 = unary_scc<u32, u32, kQuadMask>;
constexpr auto s_quadmask_b64 = unary_scc<u64, u64, kQuadMask>;
constexpr auto s_wqm_b32 = unary_scc<u32, u32, kWholeQuads>;
constexpr auto s_wqm_b64 = unary_scc<u64, u64, kWholeQuads>;
constexpr auto s_not_b32 = unary_scc<u32, u32, kNot>;
constexpr auto s_not_b64 = unary_scc<u64, u64, kNot>;
constexpr auto s_and_saveexec_b32 = exec_mask<u32, kAnd>;
constexpr auto s_and_saveexec_b64 = exec_mask<u64, kAnd>;
constexpr auto s_or_saveexec_b32 = exec_mask<u32, kOr>;
constexpr auto s_or_saveexec_b64 = exec_mask<u64, kOr>;
constexpr auto s_xor_saveexec_b32 = exec_mask<u32, kXor>;
constexpr auto s_xor_saveexec_b64 = exec_mask<u64, kXor>;
constexpr auto s_nand_saveexec_b32 = exec_mask<u32, kNand>;
constexpr auto s_nand_saveexec_b64 = exec_mask<u64, kNand>;
constexpr auto s_nor_saveexec_b32 = exec_mask<u32, kNor>;
constexpr auto s_nor_saveexec_b64 = exec_mask<u64, kNor>;
constexpr auto s_xnor_saveexec_b32 = exec_mask<u32, kXnor>;
constexpr auto s_xnor_saveexec_b64 = exec_mask<u64, kXnor>;
constexpr auto s_and_not0_saveexec_b32 = exec_mask<u32, kAndNot0>;
constexpr auto s_and_not0_saveexec_b64 = exec_mask<u64, kAndNot0>;
constexpr auto s_or_not0_saveexec_b32 = exec_mask<u32, kOrNot0>;
constexpr auto s_or_not0_saveexec_b64 = exec_mask<u64, kOrNot0>;
constexpr auto s_and_not1_saveexec_b32 = exec_mask<u32, kAndNot1>;
constexpr auto s_and_not1_saveexec_b64 = exec_mask<u64, kAndNot1>;
constexpr auto s_or_not1_saveexec_b32 = exec_mask<u32, kOrNot1>;
constexpr auto s_or_not1_saveexec_b64 = exec_mask<u64, kOrNot1>;
constexpr auto s_and_not0_wrexec_b32 = exec_mask<u32, kAndNot0, true>;
constexpr auto s_and_not0_wrexec_b64 = exec_mask<u64, kAndNot0, true>;
constexpr auto s_and_not1_wrexec_b32 = exec_mask<u32, kAndNot1, true>;
constexpr auto s_and_not1_wrexec_b64 = exec_mask<u64, kAndNot1, true>;
constexpr auto s_movrels_b32 = move_relative_source<u32>;
constexpr auto s_movrels_b64 = move_relative_source<u64>;
constexpr auto s_movreld_b32 = move_relative_destination<u32>;
constexpr auto s_movreld_b64 = move_relative_destination<u64>;
constexpr auto s_sendmsg_rtn_b32 = send_message_with_return<u32>;
constexpr auto s_sendmsg_rtn_b64 = send_message_with_return<u64>;

} // namespace

const OpTable& sop1_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, name},
#include "sim/isa/tables/sop1.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::SOP1, kRows};
    return kTable;
}

} // namespace wb::sim
