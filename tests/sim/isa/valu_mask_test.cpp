// SPDX-License-Identifier: MIT
// Lane masks: EXEC, comparisons, carries, cndmask, class tests; wave32 and wave64.
#include "tests/sim/isa/valu_fixture.h"

#include <cmath>
#include <string>

namespace wb::sim::test {
namespace {

constexpr uint64_t kExecs[] = {~0ull, 0, 1, 0x8000000080000000, 0x5555'5555'aaaa'aaaa, 0x0000'ffff'0000'0001};

TEST(ValuMask, InactiveLanesKeepTheirValue) {
    for (const SimdChoice level : levels())
        for (const unsigned lanes : {32u, 64u})
            for (const uint64_t exec : kExecs) {
                ValuWave w(lanes);
                w.wave.set_exec(exec);
                w.set(0, {5});
                w.set(2, {7});
                w.set(10, {99});
                run(w, "v_add_nc_u32", vop3_inst(), level);
                for (unsigned j = 0; j < 64; ++j)
                    ASSERT_EQ(w[10].lane[j], j < lanes && (exec >> j & 1) ? 12u : 99u) << j;
            }
}

TEST(ValuMask, CompareClearsInactiveLanes) {
    for (const SimdChoice level : levels())
        for (const unsigned lanes : {32u, 64u})
            for (const uint64_t exec : kExecs) {
                ValuWave w(lanes);
                w.wave.set_exec(exec);
                uint64_t want = 0;
                for (unsigned j = 0; j < 64; ++j) {
                    w[0].lane[j] = j * 37 % 64;
                    if (j < lanes && j * 37 % 64 < 20 && (exec >> j & 1)) want |= 1ull << j;
                }
                Inst in = vop3_inst();
                in.src[1] = 128 + 20;
                in.dst = in.dst2 = 40;
                w.wave.sgpr[40] = w.wave.sgpr[41] = 0xdeadbeef;
                run(w, "v_cmp_lt_u32", in, level);
                EXPECT_EQ(w.wave.lane_bits(40), want);
                if (lanes == 32) {
                    EXPECT_EQ(w.wave.sgpr[41], 0xdeadbeefu);
                }
                in.dst = in.dst2 = kExecLo;
                run(w, "v_cmpx_lt_u32", in, level);
                EXPECT_EQ(w.wave.exec(), want);
            }
}

TEST(ValuMask, FloatComparisonsWithNan) {
    struct Row {
        const char* name;
        bool less, equal, greater, unordered;
    };
    for (const Row& row : {Row{"lt", 1, 0, 0, 0},
                           {"eq", 0, 1, 0, 0},
                           {"le", 1, 1, 0, 0},
                           {"gt", 0, 0, 1, 0},
                           {"lg", 1, 0, 1, 0},
                           {"ge", 0, 1, 1, 0},
                           {"o", 1, 1, 1, 0},
                           {"u", 0, 0, 0, 1},
                           {"nge", 1, 0, 0, 1},
                           {"nlg", 0, 1, 0, 1},
                           {"ngt", 1, 1, 0, 1},
                           {"nle", 0, 0, 1, 1},
                           {"neq", 1, 0, 1, 1},
                           {"nlt", 0, 1, 1, 1},
                           {"t", 1, 1, 1, 1},
                           {"f", 0, 0, 0, 0}})
        for (const SimdChoice level : levels()) {
            const uint64_t want =
                row.less | row.equal << 1 | row.greater << 2 | row.unordered << 3 | row.equal << 4;
            Inst in = vop3_inst();
            in.dst = 40;
            ValuWave w;
            w.wave.set_exec(0x1f);
            w.set(0, {f2u(1), f2u(2), f2u(3), 0x7fc00000, 0x80000000});
            w.set(2, {f2u(2), f2u(2), f2u(2), f2u(2), 0});
            run(w, (std::string("v_cmp_") + row.name + "_f32").c_str(), in, level);
            EXPECT_EQ(w.wave.lane_bits(40), want) << row.name;
            w.set(0, {0x3c00, 0x4000, 0x4200, 0x7e00, 0x8000});
            w.set(2, {0x4000, 0x4000, 0x4000, 0x4000, 0});
            run(w, (std::string("v_cmp_") + row.name + "_f16").c_str(), in, level);
            EXPECT_EQ(w.wave.lane_bits(40), want) << row.name;
            w.set64(0, {d2u(1), d2u(2), d2u(3), 0x7ff8000000000000, 0x8000000000000000});
            w.set64(2, {d2u(2), d2u(2), d2u(2), d2u(2), 0});
            run(w, (std::string("v_cmp_") + row.name + "_f64").c_str(), in, level);
            EXPECT_EQ(w.wave.lane_bits(40), want) << row.name;
        }
}

TEST(ValuMask, ClassTellsTenKinds) {
    // In the order of the mask bits.
    const std::vector<uint32_t> kinds32 = {0x7f800001, 0x7fc00000, 0xff800000, 0xbf800000, 0x80000001,
                                           0x80000000, 0x00000000, 0x007fffff, 0x00800000, 0x7f800000};
    const std::vector<uint32_t> kinds16 = {0x7c01, 0x7e00, 0xfc00, 0xbc00, 0x8001,
                                           0x8000, 0,      0x03ff, 0x0400, 0x7c00};
    const std::vector<uint64_t> kinds64 = {0x7ff0000000000001,
                                           0x7ff8000000000000,
                                           0xfff0000000000000,
                                           0xbff0000000000000,
                                           0x8000000000000001,
                                           0x8000000000000000,
                                           0,
                                           0x000fffffffffffff,
                                           0x0010000000000000,
                                           0x7ff0000000000000};
    for (const SimdChoice level : levels())
        for (unsigned bit = 0; bit < 10; ++bit) {
            ValuWave w; // f32 denormals flush in arithmetic, never here
            w.wave.set_exec(0x3ff);
            Inst in = vop3_inst();
            in.dst = 40;
            w.set(2, {1u << bit});
            w.set(0, kinds32);
            run(w, "v_cmp_class_f32", in, level);
            EXPECT_EQ(w.wave.lane_bits(40), 1ull << bit);
            w.set(0, kinds16);
            run(w, "v_cmp_class_f16", in, level);
            EXPECT_EQ(w.wave.lane_bits(40), 1ull << bit);
            w.set64(0, kinds64);
            run(w, "v_cmp_class_f64", in, level);
            EXPECT_EQ(w.wave.lane_bits(40), 1ull << bit);
        }
}

TEST(ValuMask, CarryChain) {
    for (const SimdChoice level : levels())
        for (const unsigned lanes : {32u, 64u})
            for (const uint64_t exec : kExecs) {
                std::mt19937_64 random(5);
                ValuWave w(lanes);
                w.wave.set_exec(exec);
                for (unsigned j = 0; j < 64; ++j) {
                    w[0].lane[j] = j % 3 ? uint32_t(random()) : 0xffffffff;
                    w[2].lane[j] = j % 5 ? uint32_t(random()) : w[0].lane[j];
                }
                const uint64_t carry = random() & w.wave.all_lanes();
                const auto expect = [&](const char* name, bool uses_carry, auto wide) {
                    Inst in = vop3_inst();
                    in.src[2] = 30;
                    w.wave.set_lane_bits(30, carry);
                    run(w, name, in, level);
                    uint64_t mask = 0;
                    for (unsigned j = 0; j < lanes; ++j) {
                        if (!(exec >> j & 1)) continue;
                        const __int128 r = wide(w[0].lane[j], w[2].lane[j], uses_carry ? carry >> j & 1 : 0);
                        ASSERT_EQ(w[10].lane[j], uint32_t(r)) << name;
                        if (r < 0 || r > 0xffffffffll) mask |= 1ull << j;
                    }
                    EXPECT_EQ(w.wave.lane_bits(20), mask) << name;
                };
                using W = __int128;
                const auto add = [](uint32_t a, uint32_t b, uint64_t c) { return W(a) + b + c; };
                const auto sub = [](uint32_t a, uint32_t b, uint64_t c) { return W(a) - b - c; };
                const auto subrev = [](uint32_t a, uint32_t b, uint64_t c) { return W(b) - a - c; };
                expect("v_add_co_u32", false, add);
                expect("v_sub_co_u32", false, sub);
                expect("v_subrev_co_u32", false, subrev);
                expect("v_add_co_ci_u32", true, add);
                expect("v_sub_co_ci_u32", true, sub);
                expect("v_subrev_co_ci_u32", true, subrev);
            }
}

TEST(ValuMask, Mad64Carry) {
    ValuWave w;
    w.set(0, {0xffffffff, 2, 0x80000000});
    w.set(2, {0xffffffff, 3, 0xffffffff});
    w.set64(4, {0xffffffffffffffff, 1, 0x8000000000000000});
    run(w, "v_mad_u64_u32", vop3_inst());
    for (unsigned j = 0; j < 3; ++j) {
        const unsigned __int128 r = (unsigned __int128)w[0].lane[j] * w[2].lane[j] + w.get64(4, j);
        EXPECT_EQ(w.get64(10, j), uint64_t(r));
        EXPECT_EQ(w.wave.lane_bits(20) >> j & 1, uint64_t(r >> 64)) << j;
    }
    run(w, "v_mad_i64_i32", vop3_inst());
    for (unsigned j = 0; j < 3; ++j) {
        const __int128 r = (__int128)int32_t(w[0].lane[j]) * int32_t(w[2].lane[j]) + int64_t(w.get64(4, j));
        EXPECT_EQ(w.get64(10, j), uint64_t(r));
        EXPECT_EQ(w.wave.lane_bits(20) >> j & 1, uint64_t(r >> 64) & 1) << j;
    }
}

TEST(ValuMask, Cndmask) {
    ValuWave w;
    w.set(0, {1});
    w.set(2, {f2u(2.f)});
    Inst in = vop3_inst();
    in.src[2] = 30;
    in.neg = 2;
    w.wave.set_lane_bits(30, 0xf0f0);
    run(w, "v_cndmask_b32", in);
    for (unsigned j = 0; j < 64; ++j)
        EXPECT_EQ(w[10].lane[j], 0xf0f0ull >> j & 1 ? f2u(-2.f) : 1u);
}

TEST(ValuMask, MbcntCountsLowerLanes) {
    ValuWave w;
    Inst in = vop3_inst();
    in.src[0] = 193; // -1
    in.src[1] = 128;
    run(w, "v_mbcnt_lo_u32_b32", in);
    in.src[1] = v(10);
    run(w, "v_mbcnt_hi_u32_b32", in);
    for (unsigned j = 0; j < 64; ++j)
        EXPECT_EQ(w[10].lane[j], j);
}

} // namespace
} // namespace wb::sim::test
