// SPDX-License-Identifier: MIT
// Many waves at once: each has an area of its own, those without room are counted and go on, LDS is left to
// the group.
#include "tests/trap_handler/rig.h"

#include <set>

namespace wb::test {
namespace {

using sim::JobEnd;

class TrapMany : public TrapRig, public ::testing::WithParamInterface<unsigned> {
protected:
    unsigned lanes() const { return GetParam(); }
    /// Each group's word is its id plus 1000, from registers that are set before the slot.
    void count_program() {
        program(R"(
            s_trap 5
            s_add_u32 s9, s5, 1000
            v_mov_b32 v5, s9
            s_lshl_b32 s10, s5, 2
            v_mov_b32 v4, s10
            s_trap 4
            global_store_b32 v4, v5, s[0:1]
            s_endpgm
        )",
                lanes());
    }
    void expect_all(unsigned groups) {
        for (unsigned i = 0; i < groups; ++i)
            ASSERT_EQ(data(i), 1000 + i);
    }
};

TEST_P(TrapMany, HundredsStoppedAtOnceAndLetGoInAnyOrder) {
    constexpr unsigned kGroups = 500;
    count_program();
    start(dispatch_of(kGroups, lanes(), lanes(), 32));
    wait_stops(kGroups);
    std::vector<Stopped> waves = stopped();
    ASSERT_EQ(waves.size(), kGroups);
    std::set<uint32_t> groups, serials;
    for (const Stopped& wave : waves) {
        groups.insert(wave.record->group[0]);
        serials.insert(wave.record->serial);
        EXPECT_EQ(wave.sgpr[9], 1000 + wave.record->group[0]);
        EXPECT_EQ(wave.v(5, lanes() - 1), wave.sgpr[9]);
    }
    EXPECT_EQ(groups.size(), kGroups);
    EXPECT_EQ(serials.size(), kGroups);
    for (unsigned i = 0; i < kGroups; ++i) // 7 has no common factor with 500.
        resume(waves[i * 7 % kGroups]);
    EXPECT_EQ(finish().end, JobEnd::Done);
    EXPECT_EQ(control().missed, 0u);
    EXPECT_TRUE(pool_is_free());
    expect_all(kGroups);
}

TEST_P(TrapMany, TwoThreadsClaimAtOnce) {
    sim::WaveOptions options;
    options.threads = 2;
    options.seed = 7;
    make_device(options);
    count_program();
    start(dispatch_of(200, lanes(), lanes(), 64));
    wait_stops(200);
    std::set<unsigned> pages;
    const unsigned area = (WB_VGPR_OFFSET + 64 * lanes() * 4 + WB_PAGE_SIZE - 1) / WB_PAGE_SIZE;
    for (const Stopped& wave : stopped())
        for (unsigned i = 0; i < area; ++i)
            EXPECT_TRUE(pages.insert(wave.page + i).second) << "page " << wave.page + i << " twice";
    EXPECT_EQ(pages.size(), 200 * area);
    resume_all();
    EXPECT_EQ(finish().end, JobEnd::Done);
    EXPECT_TRUE(pool_is_free());
    expect_all(200);
}

TEST_P(TrapMany, NoRoomIsCountedAndTheWaveGoesOn) {
    constexpr unsigned kGroups = 100;
    count_program();
    const unsigned area = (WB_VGPR_OFFSET + 256 * lanes() * 4 + WB_PAGE_SIZE - 1) / WB_PAGE_SIZE;
    keep_pages(64); // Two words: one area of 17 pages each, or three of 9.
    const unsigned room = 2 * (32 / area);
    start(dispatch_of(kGroups, lanes(), lanes(), 256));
    wait_until([&] { return read(control().missed) == kGroups - room; }, "the waves without room");
    EXPECT_EQ(stopped().size(), room);
    for (unsigned page = 0; page < 2; ++page)
        EXPECT_EQ(__builtin_popcount(at<uint32_t>(kPageMap)[page]), int(32 / area * area));
    resume_all();
    EXPECT_EQ(finish().end, JobEnd::Done);
    EXPECT_EQ(at<uint32_t>(kPageMap)[0] | at<uint32_t>(kPageMap)[1], 0u);
    EXPECT_EQ(control().stop_count, room);
    expect_all(kGroups);
}

TEST_P(TrapMany, NoPoolAtAll) {
    count_program();
    keep_pages(0);
    ASSERT_EQ(run(dispatch_of(20, lanes(), lanes())).end, JobEnd::Done);
    EXPECT_EQ(control().missed, 20u);
    expect_all(20);
}

TEST_P(TrapMany, LdsBelongsToTheGroupWhileOneWaveIsStopped) {
    // Wave 0 stops after it wrote 1 to LDS; wave 1 waits for the host's word, then writes 2, 3, ... and says
    // so.
    program(R"(
        s_trap 5
        v_mov_b32 v1, 0
        v_mov_b32 v2, 1
        s_bfe_u32 s9, s8, 0x50014
        s_cmp_lg_u32 s9, 0
        s_cbranch_scc1 second
        ds_store_b32 v1, v2
        s_waitcnt lgkmcnt(0)
        s_barrier
        s_trap 4
        s_barrier
        ds_load_b32 v3, v1
        s_waitcnt lgkmcnt(0)
        global_store_b32 v1, v3, s[0:1]
        s_endpgm
    second:
        s_barrier
    wait:
        s_sleep 1
        global_load_b32 v3, v1, s[0:1] offset:4 glc
        s_waitcnt vmcnt(0)
        v_readfirstlane_b32 s10, v3
        s_cmp_eq_u32 s10, 0
        s_cbranch_scc1 wait
        ds_store_b32 v1, v3
        s_waitcnt lgkmcnt(0)
        global_store_b32 v1, v3, s[0:1] offset:8
        s_barrier
        s_endpgm
    )",
            lanes());
    sim::ComputeDispatch d = dispatch_of(1, lanes() * 2, lanes());
    sim::rsrc2::lds_size.set(d.rsrc2, 1);
    start(d);
    const Stopped wave = only_stop(1);
    transfer(wave, WB_CMD_READ_LDS, 0, 4);
    EXPECT_EQ(*at<uint32_t>(kTransfer), 1u);
    __atomic_store_n(at<uint32_t>(kData + 4), 0x1234u, __ATOMIC_RELEASE);
    wait_until([&] { return data(2) == 0x1234; }, "the other wave");
    transfer(wave, WB_CMD_READ_LDS, 0, 4);
    EXPECT_EQ(*at<uint32_t>(kTransfer), 0x1234u) << "seen by the stopped wave";
    resume(wave);
    EXPECT_EQ(finish().end, JobEnd::Done);
    EXPECT_EQ(data(0), 0x1234u) << "not taken back by the resume";
}

INSTANTIATE_TEST_SUITE_P(Sizes, TrapMany, ::testing::Values(64u, 32u));

} // namespace
} // namespace wb::test
