// SPDX-License-Identifier: MIT
// Trap transparency: a program that enters the handler after every instruction, silently or stopped and
// stepped, writes the same bytes as without. The same over compiled shaders: WAVEBREAK_SIM_TRAP_EVERY
// (sim/wave/trap_every.h).
#include "tests/trap_handler/machine_state.h"
#include "tests/trap_handler/rig.h"

#include <cstdlib>

namespace wb::test {
namespace {

using sim::JobEnd;

struct Program {
    const char* name;
    const char* text; ///< LANES is 32 or 64, SHIFT log2 of it. Two waves a group; data[i] belongs to thread i
                      ///< of the grid first.
};

/// Sums of LDS over a tree with barriers, and a divergent loop.
constexpr Program kReduce{"Reduce", R"(
    s_lshl_b32 s9, s5, SHIFT + 1
    v_lshl_add_u32 v1, v0, 2, 0
    v_mul_u32_u24 v2, 7, v0
    v_add_nc_u32 v2, s5, v2
    ds_store_b32 v1, v2
    s_waitcnt lgkmcnt(0)
    s_barrier
    s_mov_b32 s10, LANES
tree:
    v_cmp_gt_u32 vcc, s10, v0
    s_and_saveexec_b64 s[12:13], vcc
    s_cbranch_execz none
    v_lshl_add_u32 v3, s10, 2, v1
    ds_load_b32 v4, v3
    ds_load_b32 v5, v1
    s_waitcnt lgkmcnt(0)
    v_add_nc_u32 v4, v4, v5
    ds_store_b32 v1, v4
none:
    s_mov_b64 exec, s[12:13]
    s_waitcnt lgkmcnt(0)
    s_barrier
    s_lshr_b32 s10, s10, 1
    s_cmp_lg_u32 s10, 0
    s_cbranch_scc1 tree
    v_mov_b32 v6, 0
    ds_load_b32 v6, v6
    s_waitcnt lgkmcnt(0)
    v_mov_b32 v7, v0
    s_mov_b64 s[14:15], exec
loop:
    v_add_nc_u32 v6, v6, v7
    v_sub_nc_u32 v7, v7, 1
    v_cmpx_lt_i32 0, v7
    s_cbranch_execnz loop
    s_mov_b64 exec, s[14:15]
    v_add_nc_u32 v8, s9, v0
    v_lshlrev_b32 v8, 2, v8
    global_store_b32 v8, v6, s[0:1]
    s_endpgm
)"};

/// Carries, SCC and VCC chains, calls, MODE changes, moves through M0, atomics with returned values.
constexpr Program kScalar{"Scalar", R"(
    s_lshl_b32 s9, s5, SHIFT + 1
    s_add_u32 s10, s5, 0xfffffff0
    s_addc_u32 s11, s10, 3
    s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 1
    v_cvt_f32_u32 v2, v0
    v_mul_f32 v2, 0x3eaaaaab, v2
    s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 2), 0
    v_add_co_u32 v3, vcc, 0xfffffff0, v0
    v_add_co_ci_u32 v4, vcc, 0, v0, vcc
    s_mov_b32 m0, 5
    v_movrels_b32 v5, v0
    v_mov_b32 v6, 0
    v_add_nc_u32 v6, s11, v6
    s_call_b64 s[14:15], callee
    v_mov_b32 v8, 1
    v_mov_b32 v9, 0
    global_atomic_add_u32 v9, v9, v8, s[0:1] offset:4092 glc
    s_waitcnt vmcnt(0)
    v_readfirstlane_b32 s16, v9
    s_cselect_b32 s17, 9, 2
    v_xor_b32 v10, v2, v3
    v_xor_b32 v10, v4, v10
    v_xor_b32 v10, v6, v10
    v_xor_b32 v10, s17, v10
    s_mov_b32 s18, 0x76543210
    s_mov_b32 s19, 0xfedcba98
    v_permlanex16_b32 v11, v10, s18, s19
    v_add_nc_u32 v12, s9, v0
    v_lshlrev_b32 v12, 2, v12
    global_store_b32 v12, v11, s[0:1]
    s_endpgm
callee:
    v_mul_lo_u32 v6, v6, v0
    s_cmp_gt_u32 s5, 1
    s_setpc_b64 s[14:15]
)"};

class TrapTransparency : public TrapRig, public ::testing::WithParamInterface<std::tuple<unsigned, Program>> {
protected:
    unsigned lanes() const { return std::get<0>(GetParam()); }
    void put() {
        std::string text = std::get<1>(GetParam()).text;
        const bool narrow = lanes() == 32;
        for (const auto& [from, to] :
             {std::pair<std::string, std::string>{"SHIFT", narrow ? "5" : "6"},
              {"LANES", narrow ? "32" : "64"},
              {"vcc", narrow ? "vcc_lo" : "vcc"},
              {"s_and_saveexec_b64 s[12:13]",
               narrow ? "s_and_saveexec_b32 s12" : "s_and_saveexec_b64 s[12:13]"},
              {"s_mov_b64 exec, s[12:13]", narrow ? "s_mov_b32 exec_lo, s12" : "s_mov_b64 exec, s[12:13]"}}) {
            for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
                text.replace(at, from.size(), to);
        }
        program(text, lanes());
    }
    sim::ComputeDispatch grid(uint32_t groups) const {
        sim::ComputeDispatch d = dispatch_of(groups, lanes() * 2, lanes());
        sim::rsrc2::lds_size.set(d.rsrc2, 1);
        return d;
    }
    static constexpr uint32_t kBytes = 8192;
    std::vector<uint32_t> plain(uint32_t groups) {
        EXPECT_EQ(run(grid(groups)).end, JobEnd::Done);
        const auto out = data_words(kBytes);
        clear_data();
        EXPECT_NE(out, data_words(kBytes)) << "the program writes something";
        return out;
    }
};

TEST_P(TrapTransparency, TrapAfterEveryInstruction) {
    put();
    const auto expected = plain(6);
    control().flags = WB_FLAG_KEEP_STEPPING;
    control().reasons = 0;
    sim::ComputeDispatch d = grid(6);
    sim::rsrc1::debug_mode.set(d.rsrc1, 1);
    ASSERT_EQ(run(d).end, JobEnd::Done);
    EXPECT_EQ(data_words(kBytes), expected);
    EXPECT_EQ(control().stop_count, 0u);
}

TEST_P(TrapTransparency, StoppedAfterEveryInstruction) {
    put();
    const auto expected = plain(1);
    control().reasons = WB_REASON_STEP;
    sim::ComputeDispatch d = grid(1);
    sim::rsrc1::debug_mode.set(d.rsrc1, 1);
    start(d);
    // Both waves of the group are stepped to their ends, whichever stops.
    std::atomic<bool> done{false};
    std::thread host([&] {
        while (!done)
            for (const Stopped& wave : stopped())
                if (read(wave.record->command) == WB_CMD_NONE) command(wave, WB_CMD_STEP);
    });
    EXPECT_EQ(finish().end, JobEnd::Done);
    done = true;
    host.join();
    EXPECT_EQ(data_words(kBytes), expected);
    EXPECT_GT(control().stop_count, 2 * words.size() / 2) << "about as many stops as instructions";
    EXPECT_EQ(control().missed, 0u);
    EXPECT_TRUE(pool_is_free());
}

TEST_P(TrapTransparency, SimulatorsOwnOption) {
    put();
    const auto expected = plain(3);
    sim::VmidTrapState& trap = traps[vm->vmid()];
    trap.tba = 0;
    trap.trap_en = false;
    sim::WaveOptions options;
    options.trap_every_handler = std::getenv("WAVEBREAK_TRAP_HANDLER");
    make_device(options);
    sim::ComputeDispatch d = grid(3);
    sim::rsrc2::trap_present.set(d.rsrc2, 0);
    ASSERT_EQ(run(d).end, JobEnd::Done);
    EXPECT_EQ(data_words(kBytes), expected);
    EXPECT_NE(trap.tba, 0u);
}

INSTANTIATE_TEST_SUITE_P(Programs, TrapTransparency,
                         ::testing::Combine(::testing::Values(64u, 32u), ::testing::Values(kReduce, kScalar)),
                         [](const auto& info) {
                             return std::string(std::get<1>(info.param).name) +
                                    std::to_string(std::get<0>(info.param));
                         });

class TrapTransparencyState : public TrapRig {};

TEST_F(TrapTransparencyState, EveryRegisterAndTheStepBitStay) {
    for (const unsigned lanes : {64u, 32u}) {
        StateProgram s;
        s.lanes = lanes;
        s.vgprs = 24;
        s.middle = "s_nop 0";
        program(s.text(), lanes);
        sim::ComputeDispatch d = dispatch_of(1, lanes, lanes, s.vgprs);
        ASSERT_EQ(run(d).end, JobEnd::Done);
        auto expected = data_words(s.words() * 4);
        clear_data();
        control().flags = WB_FLAG_KEEP_STEPPING;
        control().reasons = 0;
        sim::rsrc1::debug_mode.set(d.rsrc1, 1);
        ASSERT_EQ(run(d).end, JobEnd::Done);
        EXPECT_EQ(expected.back() >> 11 & 1, 0u);
        expected.back() |= 1u << 11; // MODE as the program reads it: it was stepping all the time.
        EXPECT_EQ(data_words(s.words() * 4), expected);
        clear_data();
        control().flags = 0;
    }
}

} // namespace
} // namespace wb::test
