// SPDX-License-Identifier: MIT
// WB_CMD_STEP: exactly one instruction.
#include "tests/trap_handler/rig.h"

namespace wb::test {
namespace {

using sim::JobEnd;

class TrapStep : public TrapRig, public ::testing::WithParamInterface<unsigned> {
protected:
    void SetUp() override {
        TrapRig::SetUp();
        control().reasons = WB_REASON_SLOT | WB_REASON_STEP;
        control().flags = WB_FLAG_UNMARKED;
    }
    unsigned lanes() const { return GetParam(); }
    void step_to(Stopped& wave, unsigned word, const char* what) {
        wave = step(wave);
        EXPECT_EQ(wave.record->reason, uint32_t(WB_REASON_STEP)) << what;
        EXPECT_EQ(wave.record->trap_id, 0u) << what;
        EXPECT_EQ(wave.record->pc, code_at(word)) << what;
        EXPECT_EQ(wave.record->mode >> 11 & 1, 0u) << what;
    }
};

TEST_P(TrapStep, StraightCodeBranchesAndTheEnd) {
    program(R"(
        s_trap 4
        s_mov_b32 s10, 0x12345678
        s_cmp_eq_u32 s10, 0
        s_cbranch_scc1 skipped
        s_cbranch_scc0 taken
    skipped:
        s_nop 0
    taken:
        s_mov_b64 s[12:13], exec
        s_mov_b64 exec, 0
        s_cbranch_execz none
        s_nop 0
    none:
        s_mov_b64 exec, s[12:13]
        v_mov_b32 v2, s10
        v_lshlrev_b32 v1, 2, v0
        global_store_b32 v1, v2, s[0:1]
        s_nop 1
        s_endpgm
    )",
            lanes());
    start(dispatch_of(1, lanes(), lanes()));
    Stopped wave = only_stop(1);
    step_to(wave, 3, "s_mov with a literal");
    EXPECT_EQ(wave.sgpr[10], 0x12345678u);
    step_to(wave, 4, "s_cmp");
    EXPECT_EQ(wave.record->scc, 0u);
    step_to(wave, 5, "a branch not taken");
    step_to(wave, 7, "a branch taken");
    step_to(wave, 8, "s_mov_b64");
    step_to(wave, 9, "EXEC = 0");
    EXPECT_EQ(lanes() == 64 ? wave.record->exec : uint32_t(wave.record->exec), 0u);
    step_to(wave, 11, "s_cbranch_execz with EXEC as the shader has it");
    step_to(wave, 12, "EXEC back");
    step_to(wave, 13, "v_mov");
    EXPECT_EQ(wave.v(2, lanes() - 1), 0x12345678u);
    step_to(wave, 14, "v_lshlrev");
    EXPECT_EQ(data(3), 0u);
    step_to(wave, 16, "a store");
    EXPECT_EQ(data(3), 0x12345678u);
    step_to(wave, 17, "the last instruction before the end");
    const uint32_t stops = control().stop_count;
    command(wave, WB_CMD_STEP);
    EXPECT_EQ(finish().end, JobEnd::Done);
    EXPECT_EQ(control().stop_count, stops) << "nothing stops behind the end";
    EXPECT_TRUE(pool_is_free());
}

TEST_P(TrapStep, OverACallAndOntoAnArmedSlot) {
    program(R"(
        s_trap 4
        s_getpc_b64 s[10:11]
        s_add_u32 s10, s10, 12
        s_swappc_b64 s[12:13], s[10:11]
        s_trap 4
        s_endpgm
    )",
            lanes());
    start(dispatch_of(1, lanes(), lanes()));
    Stopped wave = only_stop(1);
    step_to(wave, 2, "s_getpc");
    EXPECT_EQ(wave.sgpr[10] | uint64_t(wave.sgpr[11]) << 32, code_at(2));
    step_to(wave, 3, "s_add");
    step_to(wave, 5, "s_swappc");
    EXPECT_EQ(wave.sgpr[12] | uint64_t(wave.sgpr[13]) << 32, code_at(4));
    wave.record->pc = code_at(4); // The host sends it back.
    wave = step(wave);
    EXPECT_EQ(wave.record->reason, uint32_t(WB_REASON_SLOT));
    EXPECT_EQ(wave.record->pc, code_at(5));
    resume(wave);
    EXPECT_EQ(finish().end, JobEnd::Done);
}

TEST_P(TrapStep, OverABarrierThatAnotherWaveReachesLater) {
    // Wave 0 stops before the barrier; the other waits at it or comes later.
    program(R"(
        s_bfe_u32 s9, s8, 0x50014
        s_cmp_lg_u32 s9, 0
        s_cbranch_scc1 others
        s_trap 4
    others:
        s_barrier
        v_lshlrev_b32 v1, 2, v0
        v_mov_b32 v2, 1
        global_store_b32 v1, v2, s[0:1]
        s_endpgm
    )",
            lanes());
    start(dispatch_of(1, lanes() * 2, lanes()));
    Stopped wave = only_stop(1);
    EXPECT_EQ(data(lanes()), 0u) << "the other waits for this one";
    step_to(wave, find_word(0xbfbd0000) + 1, "s_barrier");
    resume(wave);
    EXPECT_EQ(finish().end, JobEnd::Done);
    EXPECT_EQ(data(0), 1u);
    EXPECT_EQ(data(lanes()), 1u);
}

TEST_P(TrapStep, UnwantedStepsEndTheStepping) {
    program("s_nop 0\n s_nop 0\n s_trap 4\n s_nop 0\n s_endpgm", lanes());
    control().reasons = WB_REASON_SLOT;
    sim::ComputeDispatch d = dispatch_of(1, lanes(), lanes());
    sim::rsrc1::debug_mode.set(d.rsrc1, 1);
    start(d);
    const Stopped wave = only_stop(1);
    EXPECT_EQ(wave.record->reason, uint32_t(WB_REASON_SLOT));
    resume(wave);
    EXPECT_EQ(finish().end, JobEnd::Done);
}

TEST_P(TrapStep, DebugModeStopsBehindTheFirstInstruction) {
    program("s_mov_b32 s10, 3\n s_nop 0\n s_endpgm", lanes());
    sim::ComputeDispatch d = dispatch_of(1, lanes(), lanes());
    sim::rsrc1::debug_mode.set(d.rsrc1, 1);
    start(d);
    const Stopped wave = only_stop(1);
    EXPECT_EQ(wave.record->reason, uint32_t(WB_REASON_STEP));
    EXPECT_EQ(wave.record->pc, code_at(1));
    EXPECT_EQ(wave.sgpr[10], 3u);
    resume(wave);
    EXPECT_EQ(finish().end, JobEnd::Done);
    EXPECT_EQ(control().stop_count, 1u);
}

INSTANTIATE_TEST_SUITE_P(Sizes, TrapStep, ::testing::Values(64u, 32u));

} // namespace
} // namespace wb::test
