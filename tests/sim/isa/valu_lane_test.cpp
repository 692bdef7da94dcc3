// SPDX-License-Identifier: MIT
// Moving data between lanes: DPP, permlane, readlane; and VOPD.
#include "tests/sim/isa/valu_fixture.h"

#include "sim/isa/decode.h"

#include <algorithm>
#include <cstring>
#include <functional>

namespace wb::sim::test {
namespace {

/// v_mov_b32 v10, v0 with a DPP16 control; v0 holds 100 + lane, v10 holds 7.
struct Dpp {
    ValuWave w;
    Inst in = vop3_inst();

    explicit Dpp(unsigned lanes, uint64_t exec = ~0ull) : w(lanes) {
        for (unsigned j = 0; j < 64; ++j)
            w[0].lane[j] = 100 + j;
        w.set(10, {7});
        w.wave.set_exec(exec);
        in.encoding = Encoding::VOP1;
    }
    void move(unsigned control, unsigned bank = 15, unsigned row = 15, bool bound_ctrl = false,
              bool fi = false) {
        in.lane_control = LaneControl::Dpp16;
        in.dpp = control | bank << 9 | row << 13 | unsigned(bound_ctrl) << 17 | unsigned(fi) << 18;
        run(w, "v_mov_b32", in);
    }
};

TEST(ValuDpp, ControlsOfARow) {
    struct Row {
        unsigned control;
        std::function<int(int)> from; ///< Within the row of 16; -1: outside.
    };
    const Row rows[] = {
        {0x1b, [](int i) { return i ^ 3; }},                    // quad_perm:[3,2,1,0]
        {0x101, [](int i) { return i + 1 < 16 ? i + 1 : -1; }}, // row_shl:1
        {0x10f, [](int i) { return i == 0 ? 15 : -1; }},        // row_shl:15
        {0x113, [](int i) { return i >= 3 ? i - 3 : -1; }},     // row_shr:3
        {0x121, [](int i) { return (i + 15) % 16; }},           // row_ror:1
        {0x140, [](int i) { return 15 - i; }},                  // row_mirror
        {0x141, [](int i) { return i < 8 ? 7 - i : 23 - i; }},  // row_half_mirror
        {0x155, [](int) { return 5; }},                         // row_share:5
        {0x16a, [](int i) { return i ^ 10; }},                  // row_xmask:10
    };
    for (const unsigned lanes : {32u, 64u})
        for (const Row& row : rows)
            for (const bool bound_ctrl : {false, true}) {
                Dpp d(lanes);
                d.move(row.control, 15, 15, bound_ctrl);
                for (unsigned j = 0; j < lanes; ++j) {
                    const int from = row.from(int(j % 16));
                    const uint32_t want = from >= 0    ? 100 + j / 16 * 16 + unsigned(from)
                                          : bound_ctrl ? 0u
                                                       : 7u;
                    ASSERT_EQ(d.w[10].lane[j], want) << std::hex << row.control << " lane " << j;
                }
                ASSERT_EQ(d.w[10].lane[63], lanes == 32 ? 7u : d.w[10].lane[63]);
            }
}

TEST(ValuDpp, InactiveSources) {
    const uint64_t exec = ~2ull; // lane 1 is off
    Dpp keep(64, exec), zero(64, exec), fetch(64, exec);
    keep.move(0xb1); // quad_perm:[1,0,3,2]
    zero.move(0xb1, 15, 15, true);
    fetch.move(0xb1, 15, 15, false, true);
    EXPECT_EQ(keep.w[10].lane[0], 7u);
    EXPECT_EQ(zero.w[10].lane[0], 0u);
    EXPECT_EQ(fetch.w[10].lane[0], 101u);
    for (Dpp* d : {&keep, &zero, &fetch}) {
        EXPECT_EQ(d->w[10].lane[1], 7u);
        EXPECT_EQ(d->w[10].lane[2], 103u);
    }
}

TEST(ValuDpp, RowAndBankMasks) {
    Dpp d(64);
    d.move(0xe4, 0b0101, 0b1010); // identity, banks 0 and 2 of rows 1 and 3
    for (unsigned j = 0; j < 64; ++j)
        EXPECT_EQ(d.w[10].lane[j], (j / 16 % 2 == 1 && j / 4 % 2 == 0) ? 100 + j : 7u) << j;
}

TEST(ValuDpp, Dpp8) {
    Dpp d(64, ~4ull);
    d.in.lane_control = LaneControl::Dpp8;
    d.in.dpp = 2 | 0 << 3 | 7 << 6 | 6 << 9 | 5 << 12 | 4 << 15 | 3 << 18 | 1 << 21;
    run(d.w, "v_mov_b32", d.in);
    EXPECT_EQ(d.w[10].lane[0], 0u); // lane 2 is off
    EXPECT_EQ(d.w[10].lane[1], 100u);
    EXPECT_EQ(d.w[10].lane[2], 7u);
    EXPECT_EQ(d.w[10].lane[7], 101u);
    EXPECT_EQ(d.w[10].lane[8], 110u);
    d.in.dpp |= 1u << 24;
    run(d.w, "v_mov_b32", d.in);
    EXPECT_EQ(d.w[10].lane[0], 102u);
}

TEST(ValuDpp, ReductionStepAddsShiftedLanes) {
    Dpp d(32);
    d.in.encoding = Encoding::VOP2;
    d.in.src[1] = v(0);
    d.in.lane_control = LaneControl::Dpp16;
    d.in.dpp = 0x111 | 15 << 9 | 15 << 13 | 1 << 17; // row_shr:1 bound_ctrl
    run(d.w, "v_add_nc_u32", d.in);
    EXPECT_EQ(d.w[10].lane[0], 100u);
    EXPECT_EQ(d.w[10].lane[17], 116u + 117u);
}

TEST(ValuLane, ReadAndWriteLane) {
    ValuWave w;
    for (unsigned j = 0; j < 64; ++j)
        w[0].lane[j] = j * 3;
    Inst in = vop3_inst();
    in.dst = 40;
    w.wave.set_exec(0xff00);
    run(w, "v_readfirstlane_b32", in);
    EXPECT_EQ(w.wave.sgpr[40], 24u);
    w.wave.set_exec(0);
    run(w, "v_readfirstlane_b32", in);
    EXPECT_EQ(w.wave.sgpr[40], 0u);
    in.src[1] = 30;
    w.wave.sgpr[30] = 64 + 33;
    run(w, "v_readlane_b32", in);
    EXPECT_EQ(w.wave.sgpr[40], 99u);
    in.dst = v(10);
    in.src[0] = 31;
    w.wave.sgpr[31] = 0xabc;
    run(w, "v_writelane_b32", in);
    EXPECT_EQ(w[10].lane[33], 0xabcu);
    EXPECT_EQ(w[10].lane[32], 0u);
}

TEST(ValuLane, Permlane16AndX16) {
    ValuWave w;
    for (unsigned j = 0; j < 64; ++j)
        w[0].lane[j] = j;
    Inst in = vop3_inst();
    in.src[1] = 30, in.src[2] = 31;
    w.wave.sgpr[30] = 0x01234567, w.wave.sgpr[31] = 0x89abcdef; // mirror
    run(w, "v_permlane16_b32", in);
    EXPECT_EQ(w[10].lane[0], 7u);
    EXPECT_EQ(w[10].lane[15], 8u);
    EXPECT_EQ(w[10].lane[48 + 8], 48u + 15u);
    run(w, "v_permlanex16_b32", in);
    EXPECT_EQ(w[10].lane[0], 16u + 7u);
    EXPECT_EQ(w[10].lane[16], 7u);
    EXPECT_EQ(w[10].lane[48], 32u + 7u);
    w.set(10, {1000});
    w.wave.set_exec(1); // its source lane 23 is off
    run(w, "v_permlanex16_b32", in);
    EXPECT_EQ(w[10].lane[0], 1000u);
    in.opsel = 2;
    run(w, "v_permlanex16_b32", in);
    EXPECT_EQ(w[10].lane[0], 0u);
    in.opsel = 1;
    run(w, "v_permlanex16_b32", in);
    EXPECT_EQ(w[10].lane[0], 23u);
}

TEST(ValuLane, Permlane64MovrelSwap) {
    ValuWave w;
    for (unsigned j = 0; j < 64; ++j)
        w[0].lane[j] = j, w[3].lane[j] = 300 + j;
    run(w, "v_permlane64_b32", vop3_inst());
    EXPECT_EQ(w[10].lane[5], 37u);
    EXPECT_EQ(w[10].lane[40], 8u);
    w.wave.sgpr[kM0] = 3;
    run(w, "v_movrels_b32", vop3_inst());
    EXPECT_EQ(w[10].lane[5], 305u);
    run(w, "v_movreld_b32", vop3_inst());
    EXPECT_EQ(w[13].lane[5], 5u);
    Inst in = vop3_inst();
    in.dst = v(3);
    w.wave.set_exec(1ull << 5);
    run(w, "v_swap_b32", in);
    EXPECT_EQ(w[3].lane[5], 5u);
    EXPECT_EQ(w[0].lane[5], 305u);
    EXPECT_EQ(w[0].lane[6], 6u);
}

/// v_dual_mov_b32 v2, v1 :: v_dual_mov_b32 v1, v2 exchanges: both read before either writes.
TEST(ValuDual, BothHalvesReadFirst) {
    ValuWave w(32);
    w.set(1, {11});
    w.set(2, {22});
    Inst in;
    in.encoding = Encoding::VOPD;
    in.op = in.op_y = 8;
    in.src[0] = v(1), in.src[1] = v(0), in.src[2] = v(2), in.src[3] = v(0);
    in.dst = v(2), in.dst2 = v(1);
    const OpRow* row = vopd_x_table().find(8);
    ASSERT_NE(row, nullptr);
    w.wave.set_exec(0xffff);
    const HostFloatControl keep(w.wave);
    row->exec(w.wave, in);
    EXPECT_EQ(w[2].lane[0], 11u);
    EXPECT_EQ(w[1].lane[0], 22u);
    EXPECT_EQ(w[1].lane[16], 11u);
}

TEST(ValuDual, EveryOperation) {
    const auto both = [](const char* name, uint32_t a, uint32_t b, uint32_t d) {
        const auto rows = vopd_y_table().rows;
        const auto found = std::find_if(rows.begin(), rows.end(),
                                        [&](const OpRow& row) { return !std::strcmp(row.name, name); });
        EXPECT_NE(found, rows.end()) << name;
        const unsigned op = found->op;
        ValuWave w(32);
        w.set(0, {a});
        w.set(1, {b});
        w.set(2, {d});
        w.set(3, {d});
        w.wave.set_lane_bits(kVccLo, 2);
        Inst in;
        in.encoding = Encoding::VOPD;
        in.op = op <= 13 ? uint16_t(op) : uint16_t(8);
        in.op_y = uint8_t(op);
        in.src[0] = in.src[2] = v(0), in.src[1] = in.src[3] = v(1);
        in.dst = v(2), in.dst2 = v(3);
        in.literal = f2u(10.f);
        const HostFloatControl keep(w.wave);
        vopd_x_table().find(in.op)->exec(w.wave, in);
        EXPECT_EQ(w.wave.events, 0u);
        if (op <= 13) {
            EXPECT_EQ(w[2].lane[0], w[3].lane[0]);
        }
        return std::array{w[3].lane[0], w[3].lane[1]};
    };
    const auto f = [&](const char* name) { return u2f(both(name, f2u(3.f), f2u(5.f), f2u(100.f))[0]); };
    EXPECT_EQ(f("v_dual_fmac_f32"), 115.f);
    EXPECT_EQ(f("v_dual_fmaak_f32"), 25.f);
    EXPECT_EQ(f("v_dual_fmamk_f32"), 35.f);
    EXPECT_EQ(f("v_dual_mul_f32"), 15.f);
    EXPECT_EQ(f("v_dual_add_f32"), 8.f);
    EXPECT_EQ(f("v_dual_sub_f32"), -2.f);
    EXPECT_EQ(f("v_dual_subrev_f32"), 2.f);
    EXPECT_EQ(both("v_dual_mul_dx9_zero_f32", 0x7f800000, 0, 0)[0], 0u);
    EXPECT_EQ(f("v_dual_mov_b32"), 3.f);
    EXPECT_EQ(both("v_dual_cndmask_b32", 4, 5, 0)[0], 4u);
    EXPECT_EQ(both("v_dual_cndmask_b32", 4, 5, 0)[1], 5u);
    EXPECT_EQ(f("v_dual_max_f32"), 5.f);
    EXPECT_EQ(f("v_dual_min_f32"), 3.f);
    EXPECT_EQ(u2f(both("v_dual_dot2acc_f32_f16", 0x40003c00, 0x44004200, f2u(1.f))[0]), 1.f * 3 + 2 * 4 + 1);
    EXPECT_EQ(both("v_dual_add_nc_u32", 7, 8, 0)[0], 15u);
    EXPECT_EQ(both("v_dual_lshlrev_b32", 33, 8, 0)[0], 16u);
    EXPECT_EQ(both("v_dual_and_b32", 12, 10, 0)[0], 8u);
}

/// A decoded instruction reaches its handler: v_add_f32 v3, s2, v1 and its DPP form.
TEST(ValuDecode, FromWords) {
    ValuWave w(32);
    const HostFloatControl keep(w.wave);
    w.wave.sgpr[2] = f2u(1.5f);
    w.set(1, {f2u(2.f)});
    Inst in;
    const uint32_t words[] = {0x06060202}; // VOP2 op 3, vdst 3, vsrc1 1, src0 2
    ASSERT_EQ(decode(words, 32, in).status, DecodeStatus::Ok);
    in.exec(w.wave, in);
    EXPECT_EQ(u2f(w[3].lane[31]), 3.5f);
}

} // namespace
} // namespace wb::sim::test
