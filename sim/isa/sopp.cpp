// SPDX-License-Identifier: MIT
// SOPP instructions: program control (RDNA3 ISA 16.5; hardware.md 1.3, 6.4).
#include "sim/isa/hardware_register.h"
#include "sim/isa/message.h"
#include "sim/isa/scalar_ops.h"

namespace wb::sim {

namespace {

template <auto Condition>
void branch_if(Wave& wave, const Inst& inst) {
    if (Condition(wave)) branch_relative(wave, inst.imm);
}
constexpr auto s_branch = branch_if<[](const Wave&) { return true; }>;
constexpr auto s_cbranch_scc0 = branch_if<[](const Wave& wave) { return !wave.scc; }>;
constexpr auto s_cbranch_scc1 = branch_if<[](const Wave& wave) { return wave.scc != 0; }>;
constexpr auto s_cbranch_vccz = branch_if<[](const Wave& wave) { return wave.vcc() == 0; }>;
constexpr auto s_cbranch_vccnz = branch_if<[](const Wave& wave) { return wave.vcc() != 0; }>;
constexpr auto s_cbranch_execz = branch_if<[](const Wave& wave) { return wave.exec() == 0; }>;
constexpr auto s_cbranch_execnz = branch_if<[](const Wave& wave) { return wave.exec() != 0; }>;

bool debug_system(const Wave& wave) {
    return status::cond_dbg_sys.get(wave.status) != 0;
}
bool debug_user(const Wave& wave) {
    return status::cond_dbg_user.get(wave.status) != 0;
}
constexpr auto s_cbranch_cdbgsys = branch_if<debug_system>;
constexpr auto s_cbranch_cdbguser = branch_if<debug_user>;
constexpr auto s_cbranch_cdbgsys_or_user =
    branch_if<[](const Wave& wave) { return debug_system(wave) || debug_user(wave); }>;
constexpr auto s_cbranch_cdbgsys_and_user =
    branch_if<[](const Wave& wave) { return debug_system(wave) && debug_user(wave); }>;

void s_endpgm(Wave& wave, const Inst&) {
    wave.events |= kEventEnded;
}
constexpr auto s_endpgm_saved = s_endpgm;
void s_setkill(Wave& wave, const Inst& inst) {
    if (inst.imm & 1) wave.events |= kEventEnded;
}

/// The PC stays at the s_trap, as the trap handler finds it.
void s_trap(Wave& wave, const Inst& inst) {
    if (!status::trap_en.get(wave.status) || wave.privileged()) return;
    wave.pc -= inst.dwords * 4;
    wave.pending_trap_id = uint32_t(inst.imm) & 0xff;
    wave.events |= kEventTrap;
}

/// Bit 0 is the new value, bit 2 chooses FATAL_HALT instead of HALT.
void s_sethalt(Wave& wave, const Inst& inst) {
    const bool fatal = inst.imm & 4;
    (fatal ? status::fatal_halt : status::halt).set(wave.status, uint32_t(inst.imm) & 1);
    wave.events |= kEventStateWritten;
}

void s_sleep(Wave& wave, const Inst& inst) {
    wave.sleep_clocks = (uint32_t(inst.imm) & 0x7f) * 64;
    wave.events |= kEventYield;
}
void s_barrier(Wave& wave, const Inst&) {
    wave.events |= kEventBarrier;
}
void s_setprio(Wave& wave, const Inst& inst) {
    status::user_prio.set(wave.status, uint32_t(inst.imm) & 3);
}

void s_sendmsg(Wave& wave, const Inst& inst) {
    send_message(wave, uint32_t(inst.imm) & 0xff);
}
void s_sendmsghalt(Wave& wave, const Inst& inst) {
    s_sendmsg(wave, inst);
    status::halt.set(wave.status, 1);
    wave.events |= kEventStateWritten;
}

void s_icache_inv(Wave& wave, const Inst&) {
    wave.services->invalidate_instruction_cache(wave);
}

void s_round_mode(Wave& wave, const Inst& inst) {
    write_hardware_register(wave, kHwRegMode, uint32_t(inst.imm), 0x0f);
}
void s_denorm_mode(Wave& wave, const Inst& inst) {
    write_hardware_register(wave, kHwRegMode, uint32_t(inst.imm) << 4, 0xf0);
}

void s_set_inst_prefetch_distance(Wave& wave, const Inst& inst) {
    constexpr Field kInstPrefetch{0, 2};
    kInstPrefetch.set(wave.ib_sts2, uint32_t(inst.imm));
}

/// Padding behind shaders: illegal on purpose.
void s_code_end(Wave& wave, const Inst& inst) {
    wave.pc -= inst.dwords * 4;
    wave.events |= kEventIllegal;
}

// Hints and waits: results are complete when an instruction is done, and time is not modelled.
constexpr auto s_nop = no_effect;
constexpr auto s_clause = no_effect;
constexpr auto s_delay_alu = no_effect;
constexpr auto s_waitcnt_depctr = no_effect;
constexpr auto s_waitcnt = no_effect;
constexpr auto s_wait_idle = no_effect;
constexpr auto s_wait_event = no_effect;
constexpr auto s_wakeup = no_effect;
constexpr auto s_incperflevel = no_effect;
constexpr auto s_decperflevel = no_effect;
constexpr auto s_ttracedata = no_effect;
constexpr auto s_ttracedata_imm = no_effect;

} // namespace

const OpTable& sopp_table() {
    static constexpr OpRow kRows[] = {
#define X(op, name) {op, #name, name},
#include "sim/isa/tables/sopp.inc"
#undef X
    };
    static constexpr OpTable kTable{Encoding::SOPP, kRows};
    return kTable;
}

} // namespace wb::sim
