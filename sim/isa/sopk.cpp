// SPDX-License-Identifier: MIT
// SOPK instructions: a scalar register and a 16-bit constant. SCC rules: RDNA3 ISA 16.2.
#include "sim/isa/hardware_register.h"
#include "sim/isa/scalar_compare.h"
#include "sim/isa/scalar_ops.h"

namespace wb::sim {

namespace {

/// SCC = Op(register, constant), both as T: signed compares sign-extend the constant, unsigned ones
/// zero-extend.
template <class T, auto Op>
void compare_inline(Wave& wave, const Inst& inst) {
    const T constant = T(-1) < T(0) ? T(inst.imm) : T(uint16_t(inst.imm));
    wave.scc = Op(T(scalar_source32(wave, inst, 0)), constant);
}
#define X(name, type, op) constexpr auto s_cmpk_##name = compare_inline<type, (op)>;
WB_SCALAR_COMPARISONS(X)
#undef X

void s_movk_i32(Wave& wave, const Inst& inst) {
    wave.sgpr[inst.dst] = uint32_t(inst.imm);
}
void s_cmovk_i32(Wave& wave, const Inst& inst) {
    if (wave.scc) wave.sgpr[inst.dst] = uint32_t(inst.imm);
}
void s_addk_i32(Wave& wave, const Inst& inst) {
    const int64_t result = int64_t(int32_t(scalar_source32(wave, inst, 0))) + inst.imm;
    wave.sgpr[inst.dst] = uint32_t(result);
    wave.scc = result != int32_t(result);
}
void s_mulk_i32(Wave& wave, const Inst& inst) {
    wave.sgpr[inst.dst] = scalar_source32(wave, inst, 0) * uint32_t(inst.imm);
}

void s_getreg_b32(Wave& wave, const Inst& inst) {
    const HwRegOperand operand{uint32_t(inst.imm)};
    wave.sgpr[inst.dst] = operand.field.get(read_hardware_register(wave, operand.id));
}
void s_setreg_b32(Wave& wave, const Inst& inst) {
    const HwRegOperand operand{uint32_t(inst.imm)};
    const uint32_t value = scalar_source32(wave, inst, 0) << operand.field.shift;
    write_hardware_register(wave, operand.id, value, operand.field.mask());
}
constexpr auto s_setreg_imm32_b32 = s_setreg_b32; // Its source is the literal.

void s_call_b64(Wave& wave, const Inst& inst) {
    wave.set_sgpr64(inst.dst, wave.pc);
    branch_relative(wave, inst.imm);
}

// Memory accesses complete at once, so there is nothing to wait for; s_version is for tools.
constexpr auto s_version = no_effect;
constexpr auto s_waitcnt_vscnt = no_effect;
constexpr auto s_waitcnt_vmcnt = no_effect;
constexpr auto s_waitcnt_expcnt = no_effect;
constexpr auto s_waitcnt_lgkmcnt = no_effect;

// Exist in LLVM's tables, but the RDNA3 ISA document does not describe them and no compiler emits them.
constexpr ExecFn s_subvector_loop_begin = nullptr;
constexpr ExecFn s_subvector_loop_end = nullptr;

} // namespace

const OpTable& sopk_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, name},
#include "sim/isa/tables/sopk.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::SOPK, kRows};
    return kTable;
}

} // namespace wb::sim
