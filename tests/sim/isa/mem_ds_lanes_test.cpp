// SPDX-License-Identifier: MIT
// ds_swizzle, ds_permute, ds_bpermute. Expected lanes are written out from the RDNA3 ISA's description.
#include "mem_fixture.h"

namespace wb::sim::test {
namespace {

class DsLanesTest : public MemoryTest {
protected:
    /// Runs a swizzle on data = 1000 + lane and returns the lane that `lane` got, or -1 for zero.
    int swizzled(unsigned offset, unsigned lane) {
        fill(1, [](unsigned l) { return 1000 + l; });
        run(ds("ds_swizzle_b32", 2, 1, 0, 0, offset));
        return v(2, lane) ? int(v(2, lane)) - 1000 : -1;
    }
};
WB_FOR_BOTH_WAVE_SIZES(DsLanesTest);

constexpr unsigned kQuad = 0x8000, kRotate = 0xc000, kFft = 0xe000;

TEST_P(DsLanesTest, SwizzleBitMasks) {
    const unsigned swap_pairs = 0x1f | 1 << 10, reverse = 0x1f | 0x1f << 10, broadcast8 = 0x18 | 5 << 5;
    for (unsigned lane = 0; lane < lanes(); ++lane) {
        EXPECT_EQ(swizzled(swap_pairs, lane), int(lane ^ 1));
        EXPECT_EQ(swizzled(reverse, lane), int((lane & 32) + 31 - lane % 32));
        EXPECT_EQ(swizzled(broadcast8, lane), int(lane / 8 * 8 + 5));
    }
}

TEST_P(DsLanesTest, SwizzleQuadPermute) {
    const unsigned selectors[4] = {3, 0, 0, 2};
    for (unsigned lane = 0; lane < lanes(); ++lane)
        EXPECT_EQ(swizzled(kQuad | 3 | 0 << 2 | 0 << 4 | 2 << 6, lane),
                  int(lane / 4 * 4 + selectors[lane % 4]));
}

TEST_P(DsLanesTest, SwizzleRotate) {
    for (unsigned lane = 0; lane < lanes(); ++lane) {
        const unsigned half = lane & 32;
        EXPECT_EQ(swizzled(kRotate | 3 << 5, lane), int(half + (lane + 3) % 32));
        EXPECT_EQ(swizzled(kRotate | 3 << 5 | 0x400, lane), int(half + (lane + 29) % 32));
        // Mask 0x18 keeps the group of eight: rotation inside it.
        EXPECT_EQ(swizzled(kRotate | 3 << 5 | 0x18, lane), int(lane / 8 * 8 + (lane + 3) % 8));
    }
}

TEST_P(DsLanesTest, SwizzleFft) {
    // Mask 0: plain bit reversal of five bits. Mask 0x1f: identity.
    EXPECT_EQ(swizzled(kFft, 1), 16);
    EXPECT_EQ(swizzled(kFft, 6), 12);
    EXPECT_EQ(swizzled(kFft, 31), 31);
    for (unsigned lane = 0; lane < lanes(); ++lane)
        EXPECT_EQ(swizzled(kFft | 0x1f, lane), int(lane));
    EXPECT_EQ(swizzled(kFft | 0x10, 1), 8); // Reversal of the low four bits, bit 4 kept.
    EXPECT_EQ(swizzled(kFft | 0x10, 17), 24);
}

TEST_P(DsLanesTest, SwizzleReadsZeroFromInactiveLanes) {
    set_exec(~2ull);
    fill(2, [](unsigned) { return 77; });
    EXPECT_EQ(swizzled(0x1f | 1 << 10, 0), -1);
    EXPECT_EQ(v(2, 1), 77u); // Inactive: keeps what it had.
    EXPECT_EQ(v(2, 2), 1003u);
}

TEST_P(DsLanesTest, BpermutePullsWithinHalves) {
    set_exec(~(1ull << 5));
    fill(0, [](unsigned lane) { return ((lane + 4) % 32) * 4 + 128 * 9 + 3; }); // High and low bits ignored.
    fill(1, [](unsigned lane) { return 500 + lane; });
    fill(2, [](unsigned) { return 7; });
    run(ds("ds_bpermute_b32", 2, 0, 1, 0, 4));
    for (unsigned lane = 0; lane < lanes(); ++lane) {
        const unsigned source = (lane & 32) + (lane + 5) % 32;
        const uint32_t pulled = source == 5 ? 0 : 500 + source;
        EXPECT_EQ(v(2, lane), lane == 5 ? 7u : pulled) << lane;
    }
}

TEST_P(DsLanesTest, BpermuteMayOverwriteItsData) {
    fill(0, [](unsigned lane) { return (lane ^ 31) * 4; });
    fill(1, [](unsigned lane) { return lane; });
    run(ds("ds_bpermute_b32", 1, 0, 1));
    for (unsigned lane = 0; lane < lanes(); ++lane)
        EXPECT_EQ(v(1, lane), lane ^ 31);
}

TEST_P(DsLanesTest, PermutePushesAndTheHighestLaneWins) {
    set_exec(~(1ull << 9));
    fill(0, [](unsigned lane) { return lane % 32 < 8 ? 12 : (lane % 32) * 4; });
    fill(1, [](unsigned lane) { return 500 + lane; });
    fill(2, [](unsigned) { return 7; });
    run(ds("ds_permute_b32", 2, 0, 1));
    EXPECT_EQ(v(2, 3), 507u);
    EXPECT_EQ(v(2, 4), 0u); // Nobody wrote it.
    EXPECT_EQ(v(2, 9), 7u); // Inactive.
    EXPECT_EQ(v(2, 12), 512u);
    if (lanes() == 64) {
        EXPECT_EQ(v(2, 35), 539u);
        EXPECT_EQ(v(2, 41), 541u);
    }
}

} // namespace
} // namespace wb::sim::test
