// SPDX-License-Identifier: MIT
// SOPC against values worked out by hand.
#include "tests/sim/isa/wave_rig.h"

#include <gtest/gtest.h>

namespace wb::test {
namespace {

struct SopcCase {
    const char* op;
    uint64_t a, b;
    uint32_t scc;
};
void PrintTo(const SopcCase& test, std::ostream* out) {
    *out << test.op << " " << test.a << ", " << test.b;
}

class Sopc : public testing::TestWithParam<SopcCase> {};

TEST_P(Sopc, Scc) {
    const SopcCase& test = GetParam();
    const std::string op = test.op;
    const bool wide = op.ends_with("64"), bit = op.starts_with("s_bit");
    for (const uint32_t before : {0u, 1u}) {
        WaveRig rig;
        rig.set_s64(4, test.a);
        rig.set_s64(8, test.b);
        rig.wave.scc = before;
        rig.run(op + (wide ? " s[4:5], " : " s4, ") + (wide && !bit ? "s[8:9]" : "s8"));
        EXPECT_EQ(rig.wave.scc, test.scc);
        EXPECT_EQ(rig.wave.events, 0u);
    }
}

constexpr uint64_t kMinus1 = 0xffffffff;
constexpr SopcCase kSopcCases[] = {
    {"s_cmp_eq_i32", 5, 5, 1},
    {"s_cmp_eq_i32", 5, 6, 0},
    {"s_cmp_lg_i32", 5, 6, 1},
    {"s_cmp_lg_i32", 5, 5, 0},
    {"s_cmp_gt_i32", 1, kMinus1, 1},
    {"s_cmp_gt_i32", 1, 1, 0},
    {"s_cmp_ge_i32", 1, 1, 1},
    {"s_cmp_ge_i32", kMinus1, 1, 0},
    {"s_cmp_lt_i32", kMinus1, 1, 1},
    {"s_cmp_lt_i32", 1, 1, 0},
    {"s_cmp_le_i32", 1, 1, 1},
    {"s_cmp_le_i32", 1, kMinus1, 0},
    {"s_cmp_eq_u32", kMinus1, kMinus1, 1},
    {"s_cmp_lg_u32", 0, kMinus1, 1},
    {"s_cmp_gt_u32", kMinus1, 1, 1},
    {"s_cmp_gt_u32", 1, kMinus1, 0},
    {"s_cmp_ge_u32", 1, kMinus1, 0},
    {"s_cmp_ge_u32", 7, 7, 1},
    {"s_cmp_lt_u32", 1, kMinus1, 1},
    {"s_cmp_le_u32", kMinus1, 1, 0},
    {"s_cmp_eq_u64", 1ull << 40, 1ull << 40, 1},
    {"s_cmp_eq_u64", 1ull << 40, 0, 0},
    {"s_cmp_lg_u64", 1ull << 40, 0, 1},
    {"s_cmp_lg_u64", 3, 3, 0},
    {"s_bitcmp0_b32", 0xfffffffd, 33, 1},
    {"s_bitcmp0_b32", 0xfffffffd, 0, 0},
    {"s_bitcmp1_b32", 0x80000000, 31, 1},
    {"s_bitcmp1_b32", 0x80000000, 30, 0},
    {"s_bitcmp0_b64", 1ull << 40, 40, 0},
    {"s_bitcmp0_b64", 1ull << 40, 41, 1},
    {"s_bitcmp1_b64", 1ull << 40, 40 + 64, 1},
    {"s_bitcmp1_b64", 1ull << 40, 8, 0},
};
INSTANTIATE_TEST_SUITE_P(Table, Sopc, testing::ValuesIn(kSopcCases));

} // namespace
} // namespace wb::test
