// SPDX-License-Identifier: MIT
// SOPK: constants, compares, and the hardware registers' access rules (hardware.md 1.1, 1.2).
#include "tests/sim/isa/wave_rig.h"

#include <gtest/gtest.h>

namespace wb::test {
namespace {

TEST(SopkArithmetic, MoveAddMultiply) {
    WaveRig rig;
    rig.run("s_movk_i32 s0, 0x8000\n s_cmovk_i32 s1, 7");
    EXPECT_EQ(rig.s(0), 0xffff8000u);
    EXPECT_EQ(rig.s(1), 0u);
    rig.wave.scc = 1;
    rig.run("s_cmovk_i32 s1, 7\n s_mulk_i32 s1, -3");
    EXPECT_EQ(rig.s(1), 0xffffffebu);
    EXPECT_EQ(rig.wave.scc, 1u) << "s_mulk does not touch SCC";
    rig.s(2) = 0x7fffffff;
    rig.run("s_addk_i32 s2, 1");
    EXPECT_EQ(rig.s(2), 0x80000000u);
    EXPECT_EQ(rig.wave.scc, 1u);
    rig.run("s_addk_i32 s2, 5");
    EXPECT_EQ(rig.wave.scc, 0u);
    rig.run("s_addk_i32 s2, -6");
    EXPECT_EQ(rig.s(2), 0x7fffffffu);
    EXPECT_EQ(rig.wave.scc, 1u);
}

TEST(SopkCompare, SignedExtendsAndUnsignedDoesNot) {
    const struct {
        const char* op;
        uint32_t value;
        uint32_t scc;
    } cases[] = {
        {"s_cmpk_eq_i32 s0, 0xfffe", 0xfffffffe, 1},
        {"s_cmpk_eq_u32 s0, 0xfffe", 0xfffffffe, 0},
        {"s_cmpk_eq_u32 s0, 0xfffe", 0xfffe, 1},
        {"s_cmpk_lg_i32 s0, 0xfffe", 0xfffe, 1},
        {"s_cmpk_lg_u32 s0, 0xfffe", 0xfffe, 0},
        {"s_cmpk_gt_i32 s0, 0xfffe", 0, 1},
        {"s_cmpk_gt_u32 s0, 0xfffe", 0, 0},
        {"s_cmpk_ge_i32 s0, 5", 5, 1},
        {"s_cmpk_ge_u32 s0, 5", 4, 0},
        {"s_cmpk_lt_i32 s0, 0", 0xffffffff, 1},
        {"s_cmpk_lt_u32 s0, 0", 0xffffffff, 0},
        {"s_cmpk_le_i32 s0, 3", 4, 0},
        {"s_cmpk_le_u32 s0, 3", 3, 1},
    };
    for (const auto& test : cases) {
        SCOPED_TRACE(test.op);
        WaveRig rig;
        rig.s(0) = test.value;
        rig.wave.scc = !test.scc;
        rig.run(test.op);
        EXPECT_EQ(rig.wave.scc, test.scc);
    }
}

TEST(SopkCall, JumpsAndSavesTheReturnAddress) {
    WaveRig rig;
    rig.run("s_call_b64 s[0:1], target\n s_mov_b32 s2, 1\n target: s_mov_b32 s3, 1");
    EXPECT_EQ(rig.s64(0), WaveRig::kCode + 4);
    EXPECT_EQ(rig.s(2), 0u);
    EXPECT_EQ(rig.s(3), 1u);
}

TEST(SopkGetreg, ReadsFieldsOfEveryRegister) {
    WaveRig rig;
    rig.wave.trapsts = 0x12345;
    rig.wave.gpr_alloc = 0x1111;
    rig.wave.lds_alloc = 0x2222;
    rig.wave.hw_id1 = 0x3333;
    rig.wave.hw_id2 = 0x4444;
    rig.wave.ib_sts2 = 0x800;
    rig.wave.flat_scratch = 0x5555'6666'7777'8888;
    rig.run("s_getreg_b32 s0, hwreg(HW_REG_MODE)\n"
            "s_getreg_b32 s1, hwreg(HW_REG_MODE, 4, 4)\n"
            "s_getreg_b32 s2, hwreg(HW_REG_TRAPSTS)\n"
            "s_getreg_b32 s3, hwreg(HW_REG_GPR_ALLOC)\n"
            "s_getreg_b32 s4, hwreg(HW_REG_LDS_ALLOC)\n"
            "s_getreg_b32 s5, hwreg(HW_REG_IB_STS)\n"
            "s_getreg_b32 s6, hwreg(HW_REG_HW_ID1)\n"
            "s_getreg_b32 s7, hwreg(HW_REG_HW_ID2)\n"
            "s_getreg_b32 s8, hwreg(28, 11, 1)\n"
            "s_getreg_b32 s9, hwreg(HW_REG_FLAT_SCR_LO)\n"
            "s_getreg_b32 s10, hwreg(HW_REG_FLAT_SCR_HI)\n"
            "s_getreg_b32 s11, hwreg(HW_REG_SHADER_CYCLES)\n"
            "s_getreg_b32 s12, hwreg(HW_REG_SH_MEM_BASES)");
    EXPECT_EQ(rig.wave.events, 0u);
    EXPECT_EQ(rig.s(0), 0x1c0u);
    EXPECT_EQ(rig.s(1), 0xcu);
    EXPECT_EQ(rig.s(2), 0x12345u);
    EXPECT_EQ(rig.s(3), 0x1111u);
    EXPECT_EQ(rig.s(4), 0x2222u);
    EXPECT_EQ(rig.s(5), 0u);
    EXPECT_EQ(rig.s(6), 0x3333u);
    EXPECT_EQ(rig.s(7), 0x4444u);
    EXPECT_EQ(rig.s(8), 1u);
    EXPECT_EQ(rig.s(9), 0x7777'8888u);
    EXPECT_EQ(rig.s(10), 0x5555'6666u);
    EXPECT_EQ(rig.s(11), 0xdef12u) << "20 bits of the counter";
    EXPECT_EQ(rig.s(12), 0x2000'1000u);
}

TEST(SopkGetreg, StatusShowsLiveConditionBits) {
    WaveRig rig;
    rig.wave.scc = 1;
    rig.run("s_getreg_b32 s0, hwreg(HW_REG_STATUS)");
    // TRAP_EN 6, VALID 16, SCC 0, VCCZ 10.
    EXPECT_EQ(rig.s(0), 0x10441u);
    rig.wave.set_exec(0);
    rig.s(sim::kVccLo) = 1;
    rig.wave.scc = 0;
    rig.run("s_getreg_b32 s0, hwreg(HW_REG_STATUS)");
    EXPECT_EQ(rig.s(0), 0x10240u);
}

TEST(SopkGetreg, UnknownRegisterStopsLoudly) {
    WaveRig rig;
    rig.run("s_getreg_b32 s0, 0xf819"); // id 25, POPS_PACKER
    EXPECT_EQ(rig.wave.events, sim::kEventUnmodelled);
    EXPECT_NE(rig.wave.stop_reason.find("25"), std::string::npos);
}

TEST(SopkSetreg, ModeFieldsAreMergedAndTrapBitsNeedPriv) {
    WaveRig rig;
    rig.s(0) = 3;
    rig.run("s_setreg_b32 hwreg(HW_REG_MODE, 2, 2), s0");
    EXPECT_EQ(rig.wave.mode, 0x1ccu);
    EXPECT_EQ(rig.wave.events, sim::kEventStateWritten);
    rig.run("s_setreg_imm32_b32 hwreg(HW_REG_MODE, 8, 1), 0");
    EXPECT_EQ(rig.wave.mode, 0xccu);
    rig.run("s_setreg_imm32_b32 hwreg(HW_REG_MODE, 11, 1), 1");
    EXPECT_EQ(rig.wave.mode, 0xccu);
    sim::status::priv.set(rig.wave.status, 1);
    rig.run("s_setreg_imm32_b32 hwreg(HW_REG_MODE, 11, 1), 1");
    EXPECT_EQ(rig.wave.mode, 0x8ccu);
    EXPECT_EQ(rig.wave.events, sim::kEventStateWritten);
}

TEST(SopkSetreg, StatusNeedsPrivAndKeepsItsReadOnlyBits) {
    WaveRig rig;
    rig.s(0) = ~0u;
    const uint32_t before = rig.wave.status;
    rig.run("s_setreg_b32 hwreg(HW_REG_STATUS), s0");
    EXPECT_EQ(rig.wave.status, before);
    EXPECT_EQ(rig.wave.scc, 0u);
    sim::status::priv.set(rig.wave.status, 1);
    rig.run("s_setreg_b32 hwreg(HW_REG_STATUS), s0");
    EXPECT_EQ(rig.wave.scc, 1u);
    // hardware.md 1.2: prios 1-4, EXPORT_RDY 8, HALT 13, SKIP_EXPORT 18, CDBG 20/21, LDS_PARAM_READY 25,
    // MUST_EXPORT 27, SCRATCH_EN 29 are writable; PRIV 5, TRAP_EN 6 and VALID 16 were set before.
    EXPECT_EQ(rig.wave.status,
              0x1eu | 0x100 | 0x2000 | 0x40000 | 0x300000 | 0x2000000 | 0x8000000 | 0x20000000 | 0x10060);
    rig.s(0) = 0;
    rig.run("s_setreg_b32 hwreg(HW_REG_STATUS), s0");
    EXPECT_EQ(rig.wave.status, 0x10060u) << "PRIV, TRAP_EN and VALID stay";
}

TEST(SopkSetreg, TrapstsAndFlatScratchNeedPriv) {
    WaveRig rig;
    rig.s(0) = 0xffff'ffff;
    rig.run("s_setreg_b32 hwreg(HW_REG_TRAPSTS), s0\n s_setreg_b32 hwreg(HW_REG_FLAT_SCR_HI), s0");
    EXPECT_EQ(rig.wave.trapsts, 0u);
    EXPECT_EQ(rig.wave.flat_scratch, 0u);
    sim::status::priv.set(rig.wave.status, 1);
    rig.run("s_setreg_b32 hwreg(HW_REG_FLAT_SCR_HI), s0\n s_setreg_b32 hwreg(HW_REG_TRAPSTS, 8, 4), s0");
    EXPECT_EQ(rig.wave.trapsts, 0xf00u);
    EXPECT_EQ(rig.wave.flat_scratch, 0xffff'ffff'0000'0000u);
}

TEST(SopkWaits, HaveNoEffect) {
    WaveRig rig;
    EXPECT_EQ(rig.run("s_waitcnt_vscnt null, 0\n s_waitcnt_vmcnt null, 0\n s_waitcnt_expcnt null, 0\n"
                      "s_waitcnt_lgkmcnt null, 0\n s_version 5"),
              5u);
    EXPECT_EQ(rig.wave.events, 0u);
}

} // namespace
} // namespace wb::test
