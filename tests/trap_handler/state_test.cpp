// SPDX-License-Identifier: MIT
// A stop shows every register as the shader left it, and the shader goes on with every register as it was.
#include "tests/trap_handler/machine_state.h"
#include "tests/trap_handler/rig.h"

namespace wb::test {
namespace {

using sim::JobEnd;

struct Shape {
    unsigned lanes, vgprs, base;
    uint64_t exec;
    bool scc;
};

class TrapState : public TrapRig, public ::testing::WithParamInterface<Shape> {
protected:
    void SetUp() override {
        TrapRig::SetUp();
        control().flags = WB_FLAG_UNMARKED; // The program has no entry slot.
    }
    StateProgram state() const {
        const Shape& shape = GetParam();
        StateProgram state;
        state.lanes = shape.lanes;
        state.vgprs = shape.vgprs;
        state.base = shape.base;
        state.exec = shape.exec;
        state.scc = shape.scc;
        return state;
    }
};

TEST_P(TrapState, RecordHoldsIt) {
    const StateProgram s = state();
    program(s.text(), s.lanes);
    start(dispatch_of(1, s.lanes, s.lanes, s.vgprs));
    const Stopped wave = only_stop(1);
    const wb_record& r = *wave.record;
    EXPECT_EQ(r.reason, uint32_t(WB_REASON_SLOT));
    EXPECT_EQ(r.trap_id, uint32_t(WB_TRAP_SLOT));
    EXPECT_EQ(r.wave_size, s.lanes);
    EXPECT_EQ(r.vgprs, s.vgprs);
    EXPECT_EQ(r.serial, 0u);
    EXPECT_EQ(r.pc, code_at(find_word(WB_S_TRAP_GFX11 | WB_TRAP_SLOT)) + 4);
    EXPECT_EQ(r.exec, s.exec);
    EXPECT_EQ(r.vcc, StateProgram::kVcc);
    EXPECT_EQ(r.m0, StateProgram::kM0);
    EXPECT_EQ(r.scc, s.scc ? 1u : 0u);
    EXPECT_EQ(r.status & 1, r.scc);
    EXPECT_EQ(r.mode & 0x3ff, StateProgram::kMode);
    EXPECT_EQ(r.hw_id2 >> 24 & 0xf, vm->vmid());
    for (unsigned i = 0; i < 106; ++i)
        if (!s.keeps(i)) {
            EXPECT_EQ(wave.sgpr[i], StateProgram::sgpr(i)) << "s" << i;
        }
    EXPECT_EQ(wave.sgpr[106], uint32_t(StateProgram::kVcc));
    EXPECT_EQ(wave.sgpr[107], uint32_t(StateProgram::kVcc >> 32));
    unsigned wrong = 0;
    for (unsigned i = 0; i < s.vgprs; ++i)
        for (unsigned lane = 0; lane < s.lanes; ++lane)
            wrong += wave.v(i, lane) != StateProgram::vgpr(i, lane);
    EXPECT_EQ(wrong, 0u) << "words of VGPRs";
    resume(wave);
    EXPECT_EQ(finish().end, JobEnd::Done);
}

TEST_P(TrapState, ComesBack) {
    const StateProgram s = state();
    program(s.text(), s.lanes);
    start(dispatch_of(1, s.lanes, s.lanes, s.vgprs));
    resume(only_stop(1));
    ASSERT_EQ(finish().end, JobEnd::Done);
    EXPECT_TRUE(pool_is_free());
    unsigned wrong = 0;
    for (unsigned i = 0; i < s.vgprs; ++i)
        for (unsigned lane = 0; lane < s.lanes; ++lane)
            wrong += data(i * s.lanes + lane) != StateProgram::vgpr(i, lane);
    EXPECT_EQ(wrong, 0u) << "words of VGPRs";
    for (unsigned i = 0; i < 106; ++i)
        if (!s.keeps(i)) {
            EXPECT_EQ(data(s.sgprs_at() + i), StateProgram::sgpr(i)) << "s" << i;
        }
    const unsigned rest = s.sgprs_at() + 106;
    EXPECT_EQ(data(rest), uint32_t(StateProgram::kVcc));
    EXPECT_EQ(data(rest + 1), uint32_t(StateProgram::kVcc >> 32));
    EXPECT_EQ(data(rest + 2), StateProgram::kM0);
    EXPECT_EQ(data(rest + 3), uint32_t(s.exec));
    EXPECT_EQ(data(rest + 4), uint32_t(s.exec >> 32));
    EXPECT_EQ(data(rest + 5), s.scc ? 1u : 0u);
    EXPECT_EQ(data(rest + 6) & 0xfff, StateProgram::kMode) << "MODE with the step bit";
}

INSTANTIATE_TEST_SUITE_P(Shapes, TrapState,
                         ::testing::Values(Shape{64, 4, 96, 0x8000'0000'0000'0001, true},
                                           Shape{64, 8, 0, 0x0000'0000'0000'0001, false},
                                           Shape{64, 256, 96, 0x0123'4567'89ab'cdee, false},
                                           Shape{64, 24, 40, ~0ull, true},
                                           Shape{32, 8, 96, 0xdead'beef'8000'0000, true},
                                           Shape{32, 256, 0, 0x1234'5678'0000'fff0, false},
                                           Shape{32, 32, 40, 0x0000'0000'ffff'ffff, true}),
                         [](const auto& info) {
                             return "Wave" + std::to_string(info.param.lanes) + "Vgprs" +
                                    std::to_string(info.param.vgprs);
                         });

} // namespace
} // namespace wb::test
