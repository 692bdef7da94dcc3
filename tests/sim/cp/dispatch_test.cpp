// SPDX-License-Identifier: MIT
// Grids: direct, indirect, with a base, unaligned.
#include "sim/cp/dispatch_state.h"
#include "sim/wave/launch.h"
#include "tests/sim/cp/cp_fixture.h"

namespace wb::sim::test {
namespace {

class Grid : public ::testing::Test {
protected:
    Grid() {
        for (unsigned i = 0; i < 3; ++i)
            registers.write(reg::compute_num_thread_x + i * 4, i == 0 ? 64 : 1);
        registers.write(reg::compute_pgm_lo, 0x00012345);
        registers.write(reg::compute_pgm_hi, 0x80);
    }
    ComputeDispatch make(uint32_t x, uint32_t y, uint32_t z, uint32_t initiator) {
        const uint32_t dims[3] = {x, y, z};
        auto made = make_dispatch(registers, {Ip::Compute, 2}, 5, dims, initiator);
        EXPECT_TRUE(made) << made.error().message;
        return made ? *made : ComputeDispatch{};
    }
    RegisterFile registers;
};

TEST_F(Grid, DirectWave64AndWave32) {
    const ComputeDispatch d = make(4, 3, 2, 0x2045);
    EXPECT_FALSE(d.wave32);
    EXPECT_EQ(d.group_count(), 24u);
    EXPECT_EQ(d.program, 0xffff8000'01234500ull);
    EXPECT_EQ(d.me, 1u);
    EXPECT_EQ(d.pipe, 2u);
    EXPECT_EQ(d.vmid, 5u);
    EXPECT_TRUE(make(1, 1, 1, 0xa045).wave32);
}

TEST_F(Grid, BaseGroupsWithoutForceStart) {
    registers.write(reg::compute_start_x, 2);
    registers.write(reg::compute_start_x + 4, 1);
    const ComputeDispatch d = make(5, 3, 1, 0x2041);
    EXPECT_EQ(d.group_count(), 3u * 2);
    EXPECT_EQ(group_id(d, 0), (std::array<uint32_t, 3>{2, 1, 0}));
    EXPECT_EQ(group_id(d, 5), (std::array<uint32_t, 3>{4, 2, 0}));
    EXPECT_EQ(make(5, 3, 1, 0x2045).group_count(), 15u) << "FORCE_START_AT_000 ignores START";
}

TEST_F(Grid, PartialGroups) {
    registers.write(reg::compute_num_thread_x, 64 | 10u << 16);
    registers.write(reg::compute_num_thread_x + 4, 1 | 1u << 16);
    registers.write(reg::compute_num_thread_x + 8, 1 | 1u << 16);
    const ComputeDispatch d = make(3, 1, 1, 0x2047);
    EXPECT_EQ(group_threads(d, {1, 0, 0})[0], 64u);
    EXPECT_EQ(group_threads(d, {2, 0, 0})[0], 10u);
}

TEST_F(Grid, ThreadDimensions) {
    const ComputeDispatch d = make(130, 5, 1, 0x2065);
    EXPECT_EQ(d.end_group[0], 3u);
    EXPECT_EQ(d.end_group[1], 5u);
    EXPECT_EQ(group_threads(d, {2, 0, 0})[0], 2u);
    EXPECT_EQ(make(128, 1, 1, 0x2065).last_threads[0], 64u);
}

using Indirect = CpFixture;

TEST_F(Indirect, ReadsItsSizeFromMemory) {
    put(kCode, kStoreGroup);
    const ComputeDispatch d = dispatch_of(0, 64);
    set_word(kData + 0x80000, 3);
    set_word(kData + 0x80004, 1);
    set_word(kData + 0x80008, 1);
    const Words setup = {0xc0027602,
                         0x20c,
                         uint32_t(kCode >> 8),
                         uint32_t(kCode >> 40) & 0xff,
                         0xc0027602,
                         0x212,
                         d.rsrc1,
                         d.rsrc2,
                         0xc0037602,
                         0x207,
                         64,
                         1,
                         1,
                         0xc0027602,
                         0x240,
                         kDataLow,
                         kDataHigh};
    Words compute = setup;
    compute.insert(compute.end(), {0xc0021602, kDataLow + 0x80000, kDataHigh, 0x2045});
    ASSERT_EQ(execute(compute), JobEnd::Done);
    EXPECT_EQ(data(2 * 64 + 9), 2u);
    EXPECT_EQ(data(3 * 64), 0u);

    use_ring({Ip::Gfx, 0});
    set_word(kData + 0x80000, 6);
    Words gfx = setup;
    gfx.insert(gfx.end(), {0xc0021100, 1, kDataLow, kDataHigh, 0xc0011602, 0x80000, 0x2045});
    ASSERT_EQ(execute(gfx), JobEnd::Done);
    EXPECT_EQ(data(5 * 64 + 63), 5u);
}

} // namespace
} // namespace wb::sim::test
