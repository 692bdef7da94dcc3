// SPDX-License-Identifier: MIT
// SOP1 against values worked out by hand from the RDNA3 ISA document.
#include "tests/sim/isa/wave_rig.h"

#include <gtest/gtest.h>

namespace wb::test {
namespace {

struct Sop1Case {
    const char* text; ///< D is s[0:1], S is s[4:5].
    uint64_t source;
    uint32_t scc_before;
    uint64_t result; ///< Of s[0:1], which start as 0x1111'1111'2222'2222.
    uint32_t scc_after;
};
void PrintTo(const Sop1Case& test, std::ostream* out) {
    *out << test.text << " of " << test.source;
}

class Sop1 : public testing::TestWithParam<Sop1Case> {};

TEST_P(Sop1, ResultAndScc) {
    const Sop1Case& test = GetParam();
    WaveRig rig;
    rig.set_s64(4, test.source);
    rig.set_s64(0, 0x1111'1111'2222'2222);
    rig.wave.scc = test.scc_before;
    EXPECT_EQ(rig.run(test.text), 1u);
    EXPECT_EQ(rig.wave.events, 0u);
    EXPECT_EQ(rig.s64(0), test.result);
    EXPECT_EQ(rig.wave.scc, test.scc_after);
}

constexpr uint64_t kHigh = 0x1111'1111'0000'0000;
constexpr Sop1Case kSop1Cases[] = {
    {"s_mov_b32 s0, s4", 5, 1, kHigh | 5, 1},
    {"s_mov_b64 s[0:1], s[4:5]", 5ull << 40, 0, 5ull << 40, 0},
    {"s_cmov_b32 s0, s4", 5, 0, kHigh | 0x2222'2222, 0},
    {"s_cmov_b32 s0, s4", 5, 1, kHigh | 5, 1},
    {"s_cmov_b64 s[0:1], s[4:5]", 5ull << 40, 1, 5ull << 40, 1},
    {"s_brev_b32 s0, s4", 0x80000003, 1, kHigh | 0xc0000001, 1},
    {"s_brev_b64 s[0:1], s[4:5]", 1, 0, 1ull << 63, 0},
    {"s_ctz_i32_b32 s0, s4", 0x50, 1, kHigh | 4, 1},
    {"s_ctz_i32_b32 s0, s4", 0, 0, kHigh | 0xffffffff, 0},
    {"s_ctz_i32_b64 s0, s[4:5]", 1ull << 45, 0, kHigh | 45, 0},
    {"s_clz_i32_u32 s0, s4", 0x00010000, 0, kHigh | 15, 0},
    {"s_clz_i32_u32 s0, s4", 0, 1, kHigh | 0xffffffff, 1},
    {"s_clz_i32_u64 s0, s[4:5]", 1, 0, kHigh | 63, 0},
    {"s_cls_i32 s0, s4", 0xfffffff0, 0, kHigh | 28, 0},
    {"s_cls_i32 s0, s4", 0x40000000, 0, kHigh | 1, 0},
    {"s_cls_i32 s0, s4", 0xffffffff, 0, kHigh | 0xffffffff, 0},
    {"s_cls_i32_i64 s0, s[4:5]", 0xff, 0, kHigh | 56, 0},
    {"s_sext_i32_i8 s0, s4", 0x1280, 0, kHigh | 0xffffff80, 0},
    {"s_sext_i32_i16 s0, s4", 0x18000, 0, kHigh | 0xffff8000, 0},
    {"s_bitset0_b32 s0, s4", 33, 1, kHigh | 0x2222'2220, 1},
    {"s_bitset1_b32 s0, s4", 0, 0, kHigh | 0x2222'2223, 0},
    {"s_bitset0_b64 s[0:1], s4", 60, 0, 0x0111'1111'2222'2222, 0},
    {"s_bitset1_b64 s[0:1], s4", 63, 0, 0x9111'1111'2222'2222, 0},
    {"s_bitreplicate_b64_b32 s[0:1], s4", 0x80000005, 1, 0xc000'0000'0000'0033, 1},
    {"s_abs_i32 s0, s4", 0xfffffffb, 0, kHigh | 5, 1},
    {"s_abs_i32 s0, s4", 0x80000000, 0, kHigh | 0x80000000, 1},
    {"s_abs_i32 s0, s4", 0, 1, kHigh, 0},
    {"s_bcnt0_i32_b32 s0, s4", 0xffffffff, 1, kHigh, 0},
    {"s_bcnt0_i32_b64 s0, s[4:5]", 0xf, 0, kHigh | 60, 1},
    {"s_bcnt1_i32_b32 s0, s4", 0xf0f, 0, kHigh | 8, 1},
    {"s_bcnt1_i32_b64 s0, s[4:5]", ~0ull, 0, kHigh | 64, 1},
    {"s_quadmask_b32 s0, s4", 0x10000080, 0, kHigh | 0x82, 1},
    {"s_quadmask_b64 s[0:1], s[4:5]", 0x8000'0000'0000'0001, 0, 0x8001, 1},
    {"s_wqm_b32 s0, s4", 0x10000080, 0, kHigh | 0xf00000f0, 1},
    {"s_wqm_b64 s[0:1], s[4:5]", 0, 1, 0, 0},
    {"s_wqm_b64 s[0:1], s[4:5]", 0x0200'0000'0000'0010, 0, 0x0f00'0000'0000'00f0, 1},
    {"s_not_b32 s0, s4", 0xffffffff, 1, kHigh, 0},
    {"s_not_b64 s[0:1], s[4:5]", 0xff, 0, ~0xffull, 1},
};
INSTANTIATE_TEST_SUITE_P(Table, Sop1, testing::ValuesIn(kSop1Cases));

struct ExecCase {
    const char* op; ///< Without the _b32/_b64 suffix.
    uint64_t source, exec, new_exec;
    bool write; ///< D gets the new EXEC instead of the old one.
};
constexpr uint64_t kS = 0xff00'ff00'ff00'ff00, kE = 0xf0f0'f0f0'f0f0'f0f0;
constexpr ExecCase kExecCases[] = {
    {"s_and_saveexec", kS, kE, 0xf000'f000'f000'f000, false},
    {"s_or_saveexec", kS, kE, 0xfff0'fff0'fff0'fff0, false},
    {"s_xor_saveexec", kS, kE, 0x0ff0'0ff0'0ff0'0ff0, false},
    {"s_nand_saveexec", kS, kE, 0x0fff'0fff'0fff'0fff, false},
    {"s_nor_saveexec", kS, kE, 0x000f'000f'000f'000f, false},
    {"s_xnor_saveexec", kS, kE, 0xf00f'f00f'f00f'f00f, false},
    {"s_and_not0_saveexec", kS, kE, 0x00f0'00f0'00f0'00f0, false},
    {"s_or_not0_saveexec", kS, kE, 0xf0ff'f0ff'f0ff'f0ff, false},
    {"s_and_not1_saveexec", kS, kE, 0x0f00'0f00'0f00'0f00, false},
    {"s_or_not1_saveexec", kS, kE, 0xff0f'ff0f'ff0f'ff0f, false},
    {"s_and_not0_wrexec", kS, kE, 0x00f0'00f0'00f0'00f0, true},
    {"s_and_not1_wrexec", kS, kE, 0x0f00'0f00'0f00'0f00, true},
    {"s_and_saveexec", 0, kE, 0, false},
};

TEST(Sop1Exec, SixtyFourBits) {
    for (const ExecCase& test : kExecCases) {
        SCOPED_TRACE(test.op);
        WaveRig rig;
        rig.set_s64(4, test.source);
        rig.set_s64(sim::kExecLo, test.exec);
        rig.wave.scc = test.new_exec == 0;
        rig.run(std::string(test.op) + "_b64" + " s[0:1], s[4:5]");
        EXPECT_EQ(rig.wave.exec(), test.new_exec);
        EXPECT_EQ(rig.s64(0), test.write ? test.new_exec : test.exec);
        EXPECT_EQ(rig.wave.scc, test.new_exec != 0);
    }
}

TEST(Sop1Exec, ThirtyTwoBitsLeaveTheHighHalfAlone) {
    for (const ExecCase& test : kExecCases) {
        SCOPED_TRACE(test.op);
        WaveRig rig(32);
        rig.s(4) = uint32_t(test.source);
        rig.s(sim::kExecLo) = uint32_t(test.exec);
        rig.s(sim::kExecHi) = 0x5555'5555;
        rig.run(std::string(test.op) + "_b32" + " s0, s4");
        EXPECT_EQ(rig.s(sim::kExecLo), uint32_t(test.new_exec));
        EXPECT_EQ(rig.s(sim::kExecHi), 0x5555'5555u);
        EXPECT_EQ(rig.s(0), uint32_t(test.write ? test.new_exec : test.exec));
    }
}

TEST(Sop1Exec, SourceMayBeTheDestination) {
    WaveRig rig;
    rig.set_s64(sim::kVccLo, 0xff);
    rig.wave.set_exec(0x0f);
    rig.run("s_and_saveexec_b64 vcc, vcc");
    EXPECT_EQ(rig.wave.exec(), 0x0fu);
    EXPECT_EQ(rig.wave.vcc(), 0x0fu);
}

TEST(Sop1Relative, MovesIndexByM0) {
    WaveRig rig;
    rig.s(10) = 0xaaaa;
    rig.set_s64(12, 0xbbbb'0000'cccc);
    rig.s(sim::kM0) = 6;
    rig.run("s_movrels_b32 s0, s4\n s_movrels_b64 s[2:3], s[6:7]\n s_movreld_b32 s20, s0\n"
            "s_movreld_b64 s[22:23], s[2:3]");
    EXPECT_EQ(rig.s(0), 0xaaaau);
    EXPECT_EQ(rig.s64(2), 0xbbbb'0000'ccccu);
    EXPECT_EQ(rig.s(26), 0xaaaau);
    EXPECT_EQ(rig.s64(28), 0xbbbb'0000'ccccu);
    rig.s(sim::kM0) = 3 | 5 << 16;
    rig.s(43) = 77;
    rig.run("s_movrelsd_2_b32 s50, s40");
    EXPECT_EQ(rig.s(55), 77u);
}

TEST(Sop1Relative, OutOfRangeReadsS0AndDropsWrites) {
    WaveRig rig;
    rig.s(0) = 99;
    rig.s(sim::kM0) = 0xffff'0000;
    rig.run("s_movrels_b32 s1, s4\n s_movreld_b32 s2, s4");
    EXPECT_EQ(rig.s(1), 99u);
    rig.s(sim::kM0) = 1000;
    rig.run("s_movrels_b32 s3, s4");
    EXPECT_EQ(rig.s(3), 99u);
    // Without PRIV the TTMPs are out of range.
    rig.s(sim::kTtmp0) = 5;
    rig.s(sim::kM0) = sim::kTtmp0 - 4;
    rig.run("s_movrels_b32 s3, s4\n s_movreld_b32 s4, s10");
    EXPECT_EQ(rig.s(3), 99u);
    EXPECT_EQ(rig.s(sim::kTtmp0), 5u);
}

TEST(Sop1Program, GetPcAndSwapPc) {
    WaveRig rig;
    rig.run("s_getpc_b64 s[0:1]\n s_add_u32 s0, s0, 16\n s_addc_u32 s1, s1, 0\n"
            "s_swappc_b64 s[2:3], s[0:1]\n s_mov_b32 s9, 1\n s_mov_b32 s10, 1");
    // getpc gives the address behind it (kCode + 4); 16 further is the last instruction.
    EXPECT_EQ(rig.s64(0), WaveRig::kCode + 20);
    EXPECT_EQ(rig.s64(2), WaveRig::kCode + 16);
    EXPECT_EQ(rig.s(9), 0u);
    EXPECT_EQ(rig.s(10), 1u);
}

TEST(Sop1Program, SetPcIsSignExtendedFrom48BitsAndAligned) {
    WaveRig rig;
    rig.set_s64(0, (WaveRig::kCode & 0xffff'ffff'ffffull) + 0x1003);
    rig.run("s_setpc_b64 s[0:1]");
    EXPECT_EQ(rig.wave.pc, WaveRig::kCode + 0x1000);
}

TEST(Sop1Program, RfeLeavesTheTrapHandler) {
    WaveRig rig;
    rig.set_s64(4, WaveRig::kCode + 0x100);
    rig.run("s_rfe_b64 s[4:5]");
    EXPECT_EQ(rig.wave.events, sim::kEventIllegal) << "illegal without PRIV";
    EXPECT_EQ(rig.wave.pc, WaveRig::kCode);
    sim::status::priv.set(rig.wave.status, 1);
    rig.run("s_rfe_b64 s[4:5]");
    EXPECT_EQ(rig.wave.events, sim::kEventStateWritten);
    EXPECT_EQ(rig.wave.pc, WaveRig::kCode + 0x100);
    EXPECT_FALSE(rig.wave.privileged());
}

TEST(Sop1Message, Answers) {
    WaveRig rig;
    rig.run("s_sendmsg_rtn_b64 s[0:1], sendmsg(MSG_RTN_GET_TMA)\n"
            "s_sendmsg_rtn_b32 s2, sendmsg(MSG_RTN_GET_TMA)\n"
            "s_sendmsg_rtn_b64 s[4:5], sendmsg(MSG_RTN_GET_REALTIME)\n"
            "s_sendmsg_rtn_b64 s[6:7], sendmsg(MSG_RTN_GET_TBA)\n"
            "s_sendmsg_rtn_b32 s8, sendmsg(MSG_RTN_GET_DOORBELL)");
    // Address bits [47:8]; the shader shifts left by 8 and sign-extends bit 47.
    EXPECT_EQ(rig.s64(0), (WaveRig::kTma & 0xffff'ffff'ffffull) >> 8);
    EXPECT_EQ(rig.s(2), uint32_t(WaveRig::kTma >> 8));
    EXPECT_EQ(rig.s64(4), rig.realtime());
    EXPECT_EQ(rig.s64(6), (WaveRig::kTba & 0xffff'ffff'ffffull) >> 8);
    EXPECT_EQ(rig.s(8), 0xbadu);
    const uint32_t illegal[] = {0xbe804cff};
    rig.run_words(illegal);
    EXPECT_EQ(rig.wave.events, sim::kEventIllegal);
}

TEST(Ttmp, AreForTheTrapHandlerOnly) {
    WaveRig rig;
    rig.set_s64(sim::kTtmp0 + 4, 0x1234'5678'9abc'def0);
    rig.set_s64(0, ~0ull);
    rig.s(2) = ~0u;
    rig.run("s_mov_b64 s[0:1], ttmp[4:5]\n s_add_u32 s2, ttmp4, 5\n s_mov_b32 ttmp4, 7\n"
            "s_movk_i32 ttmp5, 7");
    EXPECT_EQ(rig.wave.events, 0u);
    EXPECT_EQ(rig.s64(0), 0u);
    EXPECT_EQ(rig.s(2), 5u);
    EXPECT_EQ(rig.s64(sim::kTtmp0 + 4), 0x1234'5678'9abc'def0u);
    sim::status::priv.set(rig.wave.status, 1);
    rig.run("s_mov_b64 s[0:1], ttmp[4:5]\n s_mov_b32 ttmp4, 7");
    EXPECT_EQ(rig.s64(0), 0x1234'5678'9abc'def0u);
    EXPECT_EQ(rig.s(sim::kTtmp0 + 4), 7u);
}

} // namespace
} // namespace wb::test
