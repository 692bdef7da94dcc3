// SPDX-License-Identifier: MIT
// SOP2 against values worked out by hand from the RDNA3 ISA document.
#include "tests/sim/isa/wave_rig.h"

#include <gtest/gtest.h>

namespace wb::test {
namespace {

struct Sop2Case {
    const char* op;
    uint64_t a, b;
    uint32_t scc_before;
    uint64_t result;
    uint32_t scc_after;
};

void PrintTo(const Sop2Case& test, std::ostream* out) {
    *out << test.op << " " << test.a << ", " << test.b;
}

bool ends_with_64(const char* op) {
    return std::string_view(op).ends_with("64");
}

class Sop2 : public testing::TestWithParam<Sop2Case> {};

TEST_P(Sop2, ResultAndScc) {
    const Sop2Case& test = GetParam();
    WaveRig rig;
    rig.set_s64(4, test.a);
    rig.set_s64(8, test.b);
    rig.set_s64(0, 0x1111'1111'2222'2222);
    rig.wave.scc = test.scc_before;
    const bool wide = ends_with_64(test.op);
    const std::string op = test.op;
    // Shifts, bfe and bfm have a 32-bit second (bfm: both) operand even in their 64-bit form.
    const bool narrow_second = op.find("sh") != op.npos || op.starts_with("s_bf");
    const bool narrow_first = op.starts_with("s_bfm");
    const std::string text = op + (wide ? " s[0:1], " : " s0, ") +
                             (wide && !narrow_first ? "s[4:5], " : "s4, ") +
                             (wide && !narrow_second ? "s[8:9]" : "s8");
    EXPECT_EQ(rig.run(text), 1u);
    EXPECT_EQ(rig.wave.events, 0u);
    EXPECT_EQ(rig.s64(0), wide ? test.result : (0x1111'1111'0000'0000 | test.result));
    EXPECT_EQ(rig.wave.scc, test.scc_after);
}

constexpr Sop2Case kSop2Cases[] = {
    {"s_add_u32", 0xffffffff, 1, 0, 0, 1},
    {"s_add_u32", 0x7fffffff, 1, 1, 0x80000000, 0},
    {"s_sub_u32", 1, 2, 0, 0xffffffff, 1},
    {"s_sub_u32", 2, 2, 1, 0, 0},
    {"s_add_i32", 0x7fffffff, 1, 0, 0x80000000, 1},
    {"s_add_i32", 0xffffffff, 1, 1, 0, 0},
    {"s_sub_i32", 0x80000000, 1, 0, 0x7fffffff, 1},
    {"s_sub_i32", 0, 1, 1, 0xffffffff, 0},
    {"s_addc_u32", 0xffffffff, 0, 1, 0, 1},
    {"s_addc_u32", 0xffffffff, 0, 0, 0xffffffff, 0},
    {"s_addc_u32", 0xffffffff, 0xffffffff, 1, 0xffffffff, 1},
    {"s_subb_u32", 0, 0, 1, 0xffffffff, 1},
    {"s_subb_u32", 5, 4, 1, 0, 0},
    {"s_subb_u32", 0, 0xffffffff, 1, 0, 1},
    {"s_absdiff_i32", 3, 10, 0, 7, 1},
    {"s_absdiff_i32", 0x80000000, 0x7fffffff, 0, 1, 1},
    {"s_absdiff_i32", 9, 9, 1, 0, 0},
    {"s_lshl_b32", 0x80000001, 33, 0, 2, 1},
    {"s_lshl_b32", 0x80000000, 1, 1, 0, 0},
    {"s_lshl_b64", 1, 63, 0, 1ull << 63, 1},
    {"s_lshl_b64", 1, 64, 0, 1, 1},
    {"s_lshr_b32", 0x80000000, 31, 0, 1, 1},
    {"s_lshr_b64", 1ull << 63, 63, 0, 1, 1},
    {"s_lshr_b64", 1, 1, 1, 0, 0},
    {"s_ashr_i32", 0x80000000, 31, 0, 0xffffffff, 1},
    {"s_ashr_i32", 0x40000000, 31, 1, 0, 0},
    {"s_ashr_i64", 1ull << 63, 63, 0, ~0ull, 1},
    {"s_lshl1_add_u32", 0x80000000, 5, 0, 5, 1},
    {"s_lshl2_add_u32", 3, 5, 1, 17, 0},
    {"s_lshl3_add_u32", 0x1fffffff, 8, 0, 0, 1},
    {"s_lshl4_add_u32", 1, 0xfffffff0, 0, 0, 1},
    {"s_min_i32", 0xffffffff, 1, 0, 0xffffffff, 1},
    {"s_min_i32", 1, 1, 1, 1, 0},
    {"s_min_u32", 0xffffffff, 1, 1, 1, 0},
    {"s_max_i32", 0xffffffff, 1, 1, 1, 0},
    {"s_max_i32", 7, 7, 0, 7, 1},
    {"s_max_u32", 0xffffffff, 1, 0, 0xffffffff, 1},
    {"s_and_b32", 0xff00ff00, 0x0ff00ff0, 0, 0x0f000f00, 1},
    {"s_and_b32", 0xf0, 0x0f, 1, 0, 0},
    {"s_and_b64", 0xff00000000000000, 0x0f00000000000001, 0, 0x0f00000000000000, 1},
    {"s_or_b32", 0xf0, 0x0f, 0, 0xff, 1},
    {"s_or_b64", 0, 0, 1, 0, 0},
    {"s_or_b64", 1ull << 63, 1, 0, (1ull << 63) | 1, 1},
    {"s_xor_b32", 0xff, 0xff, 1, 0, 0},
    {"s_xor_b64", ~0ull, 1, 0, ~1ull, 1},
    {"s_nand_b32", 0xffffffff, 0xffffffff, 1, 0, 0},
    {"s_nand_b64", 0, 0, 0, ~0ull, 1},
    {"s_nor_b32", 0xf0f0f0f0, 0x0f0f0f0f, 1, 0, 0},
    {"s_nor_b64", 1, 2, 0, ~3ull, 1},
    {"s_xnor_b32", 0x12345678, 0x12345678, 0, 0xffffffff, 1},
    {"s_xnor_b64", 0, ~0ull, 1, 0, 0},
    {"s_and_not1_b32", 0xff, 0x0f, 0, 0xf0, 1},
    {"s_and_not1_b64", ~0ull, ~0ull, 1, 0, 0},
    {"s_or_not1_b32", 0, 0xffffffff, 1, 0, 0},
    {"s_or_not1_b64", 0, 1, 0, ~1ull, 1},
    {"s_bfe_u32", 0x12345678, 8 | 8 << 16, 0, 0x56, 1},
    {"s_bfe_u32", 0x12345678, 8, 1, 0, 0},
    {"s_bfe_u32", 0x92345678, 4 | 40 << 16, 0, 0x9234567, 1},
    {"s_bfe_i32", 0x00008000, 8 | 8 << 16, 0, 0xffffff80, 1},
    {"s_bfe_i32", 0x00007f00, 8 | 8 << 16, 0, 0x7f, 1},
    {"s_bfe_i32", 0x80000000, 28 | 8 << 16, 0, 0xfffffff8, 1},
    {"s_bfe_u64", 0x123456789abcdef0, 32 | 16 << 16, 0, 0x5678, 1},
    {"s_bfe_i64", 0x0000800000000000, 32 | 16 << 16, 0, 0xffffffffffff8000, 1},
    {"s_bfm_b32", 4, 8, 1, 0xf00, 1},
    {"s_bfm_b32", 0, 8, 0, 0, 0},
    {"s_bfm_b64", 33, 1, 1, 0x3fffffffeull, 1},
    {"s_mul_i32", 0xffffffff, 3, 1, 0xfffffffd, 1},
    {"s_mul_hi_u32", 0xffffffff, 0xffffffff, 0, 0xfffffffe, 0},
    {"s_mul_hi_i32", 0xffffffff, 0xffffffff, 1, 0, 1},
    {"s_mul_hi_i32", 0x80000000, 2, 0, 0xffffffff, 0},
    {"s_cselect_b32", 1, 2, 1, 1, 1},
    {"s_cselect_b32", 1, 2, 0, 2, 0},
    {"s_cselect_b64", 1ull << 40, 2ull << 40, 0, 2ull << 40, 0},
    {"s_pack_ll_b32_b16", 0x11112222, 0x33334444, 1, 0x44442222, 1},
    {"s_pack_lh_b32_b16", 0x11112222, 0x33334444, 0, 0x33332222, 0},
    {"s_pack_hh_b32_b16", 0x11112222, 0x33334444, 1, 0x33331111, 1},
    {"s_pack_hl_b32_b16", 0x11112222, 0x33334444, 0, 0x44441111, 0},
};
INSTANTIATE_TEST_SUITE_P(Table, Sop2, testing::ValuesIn(kSop2Cases));

TEST(Sop2Operands, ConstantsAndLiterals) {
    WaveRig rig;
    rig.run("s_add_u32 s0, 64, -16");
    EXPECT_EQ(rig.s(0), 48u);
    EXPECT_EQ(rig.wave.scc, 1u);
    rig.s(1) = 0xffff;
    rig.run("s_and_b32 s0, 0x12345678, s1");
    EXPECT_EQ(rig.s(0), 0x5678u);
    rig.run("s_or_b32 s0, 0.5, 0");
    EXPECT_EQ(rig.s(0), 0x3f000000u);
    rig.run("s_or_b64 s[0:1], -4.0, 0");
    EXPECT_EQ(rig.s64(0), 0xc010'0000'0000'0000u);
    rig.run("s_or_b64 s[0:1], -1, 0");
    EXPECT_EQ(rig.s64(0), ~0ull);
    rig.wave.scc = 1;
    rig.run("s_cselect_b32 s0, scc, 0");
    EXPECT_EQ(rig.s(0), 1u);
}

TEST(Sop2Operands, NullReadsZeroAndSwallowsWrites) {
    WaveRig rig;
    rig.s(1) = 7;
    rig.run("s_add_u32 null, s1, s1\n s_or_b32 s2, null, s1\n s_or_b64 s[4:5], null, 0");
    EXPECT_EQ(rig.s(2), 7u);
    EXPECT_EQ(rig.s64(4), 0u);
    EXPECT_EQ(rig.s(sim::kNull), 0u);
}

TEST(Sop2Operands, SourceAndDestinationMayOverlap) {
    WaveRig rig;
    rig.set_s64(2, 0x8000'0000'8000'0000);
    rig.run("s_lshl_b64 s[2:3], s[2:3], 1");
    EXPECT_EQ(rig.s64(2), 0x0000'0001'0000'0000u);
}

} // namespace
} // namespace wb::test
