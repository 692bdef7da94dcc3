// SPDX-License-Identifier: MIT
// SOPP: branches and the instructions that speak with the trap unit and the scheduler (hardware.md 1.3).
#include "tests/sim/isa/wave_rig.h"

#include <gtest/gtest.h>

#include <functional>

namespace wb::test {
namespace {

/// Runs a branch over one instruction; true when it was taken.
bool branch_taken(WaveRig& rig, const std::string& op) {
    rig.s(50) = 0;
    rig.run(op + " target\n s_mov_b32 s50, 1\n target: s_nop 0");
    EXPECT_EQ(rig.wave.events, 0u);
    return rig.s(50) == 0;
}

TEST(SoppBranch, Conditions) {
    WaveRig rig;
    EXPECT_TRUE(branch_taken(rig, "s_branch"));
    EXPECT_TRUE(branch_taken(rig, "s_cbranch_scc0"));
    EXPECT_FALSE(branch_taken(rig, "s_cbranch_scc1"));
    rig.wave.scc = 1;
    EXPECT_FALSE(branch_taken(rig, "s_cbranch_scc0"));
    EXPECT_TRUE(branch_taken(rig, "s_cbranch_scc1"));
    EXPECT_TRUE(branch_taken(rig, "s_cbranch_vccz"));
    EXPECT_FALSE(branch_taken(rig, "s_cbranch_vccnz"));
    rig.s(sim::kVccHi) = 1;
    EXPECT_FALSE(branch_taken(rig, "s_cbranch_vccz"));
    EXPECT_TRUE(branch_taken(rig, "s_cbranch_vccnz"));
    EXPECT_FALSE(branch_taken(rig, "s_cbranch_execz"));
    EXPECT_TRUE(branch_taken(rig, "s_cbranch_execnz"));
    rig.wave.set_exec(0);
    EXPECT_TRUE(branch_taken(rig, "s_cbranch_execz"));
    EXPECT_FALSE(branch_taken(rig, "s_cbranch_execnz"));
}

TEST(SoppBranch, Wave32IgnoresTheHighHalves) {
    WaveRig rig(32);
    rig.s(sim::kVccHi) = 1;
    EXPECT_TRUE(branch_taken(rig, "s_cbranch_vccz"));
    rig.s(sim::kExecLo) = 0;
    rig.s(sim::kExecHi) = 1;
    EXPECT_TRUE(branch_taken(rig, "s_cbranch_execz"));
}

TEST(SoppBranch, ConditionalDebug) {
    for (const unsigned bits : {0u, 1u, 2u, 3u}) {
        const bool user = bits & 1, system = bits & 2;
        WaveRig rig;
        sim::status::cond_dbg_user.set(rig.wave.status, user);
        sim::status::cond_dbg_sys.set(rig.wave.status, system);
        EXPECT_EQ(branch_taken(rig, "s_cbranch_cdbguser"), user);
        EXPECT_EQ(branch_taken(rig, "s_cbranch_cdbgsys"), system);
        EXPECT_EQ(branch_taken(rig, "s_cbranch_cdbgsys_or_user"), system || user);
        EXPECT_EQ(branch_taken(rig, "s_cbranch_cdbgsys_and_user"), system && user);
    }
}

TEST(SoppBranch, BackwardLoop) {
    WaveRig rig;
    rig.run("s_movk_i32 s0, 10\n loop: s_addk_i32 s1, 3\n s_sub_u32 s0, s0, 1\n s_cmp_lg_u32 s0, 0\n"
            "s_cbranch_scc1 loop");
    EXPECT_EQ(rig.s(1), 30u);
}

TEST(SoppTrap, NeedsTrapEnAndNoPriv) {
    WaveRig rig;
    EXPECT_EQ(rig.run("s_nop 0\n s_trap 0x42\n s_nop 0"), 2u);
    EXPECT_EQ(rig.wave.events, sim::kEventTrap);
    EXPECT_EQ(rig.wave.pending_trap_id, 0x42u);
    EXPECT_EQ(rig.wave.pc, WaveRig::kCode + 4) << "the PC is at the s_trap";
    sim::status::priv.set(rig.wave.status, 1);
    EXPECT_EQ(rig.run("s_trap 1\n s_nop 0"), 2u);
    EXPECT_EQ(rig.wave.events, 0u);
    sim::status::priv.set(rig.wave.status, 0);
    sim::status::trap_en.set(rig.wave.status, 0);
    EXPECT_EQ(rig.run("s_trap 1\n s_nop 0"), 2u);
    EXPECT_EQ(rig.wave.events, 0u);
}

TEST(SoppControl, Halt) {
    WaveRig rig;
    rig.run("s_sethalt 1");
    EXPECT_EQ(rig.wave.events, sim::kEventStateWritten);
    EXPECT_EQ(sim::status::halt.get(rig.wave.status), 1u);
    EXPECT_EQ(sim::status::fatal_halt.get(rig.wave.status), 0u);
    rig.run("s_sethalt 0");
    EXPECT_EQ(sim::status::halt.get(rig.wave.status), 0u);
    rig.run("s_sethalt 5");
    EXPECT_EQ(sim::status::halt.get(rig.wave.status), 0u);
    EXPECT_EQ(sim::status::fatal_halt.get(rig.wave.status), 1u);
}

TEST(SoppControl, EventsForTheScheduler) {
    WaveRig rig;
    rig.run("s_endpgm\n s_nop 0");
    EXPECT_EQ(rig.wave.events, sim::kEventEnded);
    rig.run("s_endpgm_saved\n s_nop 0");
    EXPECT_EQ(rig.wave.events, sim::kEventEnded);
    rig.run("s_barrier\n s_nop 0");
    EXPECT_EQ(rig.wave.events, sim::kEventBarrier);
    EXPECT_EQ(rig.wave.pc, WaveRig::kCode + 4);
    rig.run("s_sleep 3");
    EXPECT_EQ(rig.wave.events, sim::kEventYield);
    EXPECT_EQ(rig.wave.sleep_clocks, 192u);
    rig.run("s_setprio 2");
    EXPECT_EQ(rig.wave.events, 0u);
    EXPECT_EQ(sim::status::user_prio.get(rig.wave.status), 2u);
    rig.run("s_setkill 0");
    EXPECT_EQ(rig.wave.events, 0u);
    rig.run("s_setkill 1");
    EXPECT_EQ(rig.wave.events, sim::kEventEnded);
}

TEST(SoppControl, CodeEndIsIllegal) {
    WaveRig rig;
    rig.run("s_nop 0\n s_code_end");
    EXPECT_EQ(rig.wave.events, sim::kEventIllegal);
    EXPECT_EQ(rig.wave.pc, WaveRig::kCode + 4);
}

TEST(SoppMessage, GoesToTheDeviceWithM0) {
    WaveRig rig;
    rig.s(sim::kM0) = 0x123456;
    rig.run("s_sendmsg sendmsg(MSG_INTERRUPT)\n s_sendmsg sendmsg(MSG_DEALLOC_VGPRS)");
    ASSERT_EQ(rig.messages.size(), 2u);
    EXPECT_EQ(rig.messages[0], std::make_pair(1u, 0x123456u));
    EXPECT_EQ(rig.messages[1].first, 3u);
    EXPECT_EQ(sim::status::no_vgprs.get(rig.wave.status), 1u);
    rig.run("s_sendmsghalt sendmsg(MSG_INTERRUPT)");
    EXPECT_EQ(rig.messages.size(), 3u);
    EXPECT_EQ(sim::status::halt.get(rig.wave.status), 1u);
}

TEST(SoppMode, RoundAndDenormFields) {
    WaveRig rig;
    rig.wave.mode = 0x100;
    rig.run("s_round_mode 0x5\n");
    EXPECT_EQ(rig.wave.mode, 0x105u);
    EXPECT_EQ(rig.wave.events, sim::kEventStateWritten);
    rig.run("s_denorm_mode 0xc");
    EXPECT_EQ(rig.wave.mode, 0x1c5u);
}

TEST(SoppHints, HaveNoEffect) {
    const char* text = "s_nop 3\n s_clause 0x1\n s_delay_alu instid0(VALU_DEP_1)\n"
                       "s_waitcnt_depctr 0xfffe\n s_waitcnt vmcnt(0)\n s_wait_idle\n s_wait_event 0\n"
                       "s_wakeup\n s_incperflevel 1\n s_decperflevel 1\n s_ttracedata\n"
                       "s_ttracedata_imm 1\n s_set_inst_prefetch_distance 2";
    WaveRig rig;
    rig.wave.scc = 1;
    EXPECT_EQ(rig.run(text), 13u);
    EXPECT_EQ(rig.wave.events, 0u);
    EXPECT_EQ(rig.wave.scc, 1u);
    EXPECT_EQ(rig.wave.ib_sts2 & 3, 2u);
}

} // namespace
} // namespace wb::test
