// SPDX-License-Identifier: MIT
// Memory violations, illegal instructions and host traps: wanted and unwanted.
#include "sim/wave/sq_command.h"
#include "tests/trap_handler/rig.h"

namespace wb::test {
namespace {

using sim::JobEnd;

class TrapException : public TrapRig, public ::testing::WithParamInterface<unsigned> {
protected:
    unsigned lanes() const { return GetParam(); }
    sim::ComputeDispatch one() const { return dispatch_of(1, lanes(), lanes()); }
};

constexpr const char* kViolation = R"(
    v_mov_b32 v2, 0
    v_mov_b32 v3, 0xffffa000
    global_load_b32 v4, v[2:3], off
    s_waitcnt vmcnt(0)
    v_lshlrev_b32 v1, 2, v0
    v_mov_b32 v2, 1
    global_store_b32 v1, v2, s[0:1]
    s_endpgm
)";

TEST_P(TrapException, MemoryViolation) {
    program(kViolation, lanes());
    control().reasons = WB_REASON_MEMVIOL;
    start(one());
    const Stopped wave = only_stop(1);
    EXPECT_EQ(wave.record->reason, uint32_t(WB_REASON_MEMVIOL));
    EXPECT_EQ(wave.record->trapsts >> 8 & 1, 1u);
    EXPECT_EQ(wave.record->trap_id, 0u);
    resume(wave);
    EXPECT_EQ(finish().end, JobEnd::Done);
    EXPECT_EQ(control().stop_count, 1u) << "TRAPSTS was cleared";
    EXPECT_EQ(data(3), 1u);
}

TEST_P(TrapException, UnwantedMemoryViolationGoesOn) {
    program(kViolation, lanes());
    ASSERT_EQ(run(one()).end, JobEnd::Done);
    EXPECT_EQ(control().stop_count, 0u);
    EXPECT_EQ(data(3), 1u);
}

TEST_P(TrapException, StepOverAnUnwantedViolationStillStops) {
    program(std::string("s_trap 4\n") + kViolation, lanes());
    control().flags = WB_FLAG_UNMARKED;
    control().reasons = WB_REASON_SLOT | WB_REASON_STEP;
    start(one());
    Stopped wave = only_stop(1);
    wave = step(step(wave));
    EXPECT_EQ(wave.record->pc, code_at(4));
    wave = step(wave);
    EXPECT_EQ(wave.record->reason, uint32_t(WB_REASON_STEP));
    EXPECT_EQ(wave.record->pc, code_at(6)) << "behind the load";
    resume(wave);
    EXPECT_EQ(finish().end, JobEnd::Done);
    EXPECT_EQ(data(3), 1u);
}

TEST_P(TrapException, IllegalInstruction) {
    program(
        "v_lshlrev_b32 v1, 2, v0\n s_code_end\n v_mov_b32 v2, 1\n global_store_b32 v1, v2, s[0:1]\n s_endpgm",
        lanes());
    control().reasons = WB_REASON_ILLEGAL;
    start(one());
    Stopped wave = only_stop(1);
    EXPECT_EQ(wave.record->reason, uint32_t(WB_REASON_ILLEGAL));
    EXPECT_EQ(wave.record->pc, code_at(1)) << "at it";
    resume(wave);
    wave = only_stop(2);
    EXPECT_EQ(wave.record->reason, uint32_t(WB_REASON_ILLEGAL));
    wave.record->pc += 4;
    resume(wave);
    EXPECT_EQ(finish().end, JobEnd::Done);
    EXPECT_EQ(data(3), 1u);
}

TEST_P(TrapException, UnwantedIllegalInstructionEndsTheWaveAndNoOther) {
    program(R"(
        s_cmp_eq_u32 s5, 2
        s_cbranch_scc0 fine
        s_code_end
    fine:
        s_lshl_b32 s9, s5, 2
        v_mov_b32 v1, s9
        v_mov_b32 v2, 1
        global_store_b32 v1, v2, s[0:1]
        s_endpgm
    )",
            lanes());
    ASSERT_EQ(run(dispatch_of(4, 64, lanes())).end, JobEnd::Done);
    for (unsigned group = 0; group < 4; ++group)
        EXPECT_EQ(data(group), group == 2 ? 0u : 1u);
}

TEST_P(TrapException, HostTrap) {
    // The wave counts until the host stores to data[1].
    program(R"(
        v_mov_b32 v1, 0
        v_mov_b32 v2, 1
        global_store_b32 v1, v2, s[0:1]
    again:
        s_sleep 1
        global_load_b32 v3, v1, s[0:1] offset:4 glc
        s_waitcnt vmcnt(0)
        v_readfirstlane_b32 s9, v3
        s_cmp_eq_u32 s9, 0
        s_cbranch_scc1 again
        s_endpgm
    )",
            lanes());
    const auto trap_all = [&] {
        sim::SqCommand command;
        sim::sq_cmd::cmd.set(command.command, uint32_t(sim::SqOp::Trap));
        sim::sq_cmd::mode.set(command.command, sim::sq_cmd::kModeBroadcast);
        sim::sq_cmd::data.set(command.command, 0xb);
        device->post(command);
    };
    start(one());
    wait_until([&] { return data(0) == 1; }, "the wave");
    trap_all(); // Unwanted.
    control().reasons = WB_REASON_HOST;
    wait_until(
        [&] {
            trap_all();
            return read(control().stop_count) != 0;
        },
        "the host trap");
    const Stopped wave = only_stop(1);
    EXPECT_EQ(wave.record->reason, uint32_t(WB_REASON_HOST));
    EXPECT_EQ(wave.record->trap_id, 0xbu);
    EXPECT_GE(wave.record->pc, code_at(4));
    control().reasons = 0;
    *at<uint32_t>(kData + 4) = 1;
    resume(wave);
    EXPECT_EQ(finish().end, JobEnd::Done);
}

INSTANTIATE_TEST_SUITE_P(Sizes, TrapException, ::testing::Values(64u, 32u));

} // namespace
} // namespace wb::test
