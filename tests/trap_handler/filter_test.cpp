// SPDX-License-Identifier: MIT
// Which waves stop: the entry slot's identity, the host's filters, disarmed slots, EXEC, waves without
// identity.
#include "tests/trap_handler/rig.h"

#include <set>

namespace wb::test {
namespace {

using sim::JobEnd;

/// Entry slot, a slot, and a store of 1 to data[group x * 64 + first local id x].
constexpr const char* kProgram = R"(
    s_trap 5
    s_trap 4
    s_lshl_b32 s9, s5, 6
    v_and_b32 v1, 0x3ff, v0
    v_add_nc_u32 v1, s9, v1
    v_lshlrev_b32 v1, 2, v1
    v_mov_b32 v2, 1
    global_store_b32 v1, v2, s[0:1]
    s_endpgm
)";

class TrapFilter : public TrapRig, public ::testing::WithParamInterface<unsigned> {
protected:
    unsigned lanes() const { return GetParam(); }
    sim::ComputeDispatch grid() const {
        // 4 x 3 x 2 groups of 64 threads: two waves each in wave32.
        sim::ComputeDispatch d = dispatch_of(4, 64, lanes());
        d.end_group = {4, 3, 2};
        return d;
    }
    unsigned waves_per_group() const { return 64 / lanes(); }
    /// All waves that stop, resumed as they come, until the dispatch ends.
    std::vector<wb_record> stops_of(const sim::ComputeDispatch& d, uint32_t count) {
        std::vector<wb_record> records;
        start(d);
        wait_stops(count);
        for (const Stopped& wave : stopped())
            records.push_back(*wave.record);
        resume_all();
        EXPECT_EQ(finish().end, JobEnd::Done);
        EXPECT_EQ(control().stop_count, count);
        EXPECT_EQ(control().missed, 0u);
        EXPECT_TRUE(pool_is_free());
        for (unsigned i = 0; i < 4 * 64; ++i)
            EXPECT_EQ(data(i), 1u) << i;
        return records;
    }
};

TEST_P(TrapFilter, EntrySlotGivesEachWaveItsIdentity) {
    program(kProgram, lanes());
    const auto records = stops_of(grid(), 24 * waves_per_group());
    std::set<std::array<uint32_t, 4>> seen;
    for (const wb_record& r : records) {
        EXPECT_EQ(r.reason, uint32_t(WB_REASON_SLOT));
        EXPECT_EQ(r.command_id, kCommandId);
        EXPECT_LT(r.group[0], 4u);
        EXPECT_LT(r.group[1], 3u);
        EXPECT_LT(r.group[2], 2u);
        EXPECT_EQ(r.local % lanes(), 0u);
        seen.insert({r.group[0], r.group[1], r.group[2], r.local});
    }
    EXPECT_EQ(seen.size(), 24 * waves_per_group());
}

TEST_P(TrapFilter, EntryItselfStopsWhenAsked) {
    program(kProgram, lanes());
    control().reasons = WB_REASON_ENTRY;
    const auto records = stops_of(grid(), 24 * waves_per_group());
    EXPECT_EQ(records[0].reason, uint32_t(WB_REASON_ENTRY));
    EXPECT_EQ(records[0].trap_id, uint32_t(WB_TRAP_ENTRY));
    EXPECT_EQ(records[0].pc, kCode + 4);
}

TEST_P(TrapFilter, NoReasonNoStop) {
    program(kProgram, lanes());
    control().reasons = 0;
    stops_of(grid(), 0);
}

TEST_P(TrapFilter, Command) {
    program(kProgram, lanes());
    control().focus_command = kCommandId + 1;
    stops_of(grid(), 0);
    control().focus_command = kCommandId;
    stops_of(grid(), 24 * waves_per_group());
}

TEST_P(TrapFilter, Group) {
    program(kProgram, lanes());
    control().focus_group[0] = 3;
    control().focus_group[1] = 1;
    control().focus_group[2] = 1;
    for (const wb_record& r : stops_of(grid(), waves_per_group())) {
        EXPECT_EQ(r.group[0], 3u);
        EXPECT_EQ(r.group[1], 1u);
        EXPECT_EQ(r.group[2], 1u);
    }
}

TEST_P(TrapFilter, LocalId) {
    program(kProgram, lanes());
    control().focus_group[0] = 2;
    control().focus_group[1] = 2;
    control().focus_group[2] = 0;
    const uint32_t last_wave = 64 - lanes();
    control().focus_local = last_wave + 1; // No wave's first lane.
    stops_of(grid(), 0);
    control().focus_local = last_wave;
    EXPECT_EQ(stops_of(grid(), 1)[0].local, last_wave);
}

TEST_P(TrapFilter, NoCommandRegisterMeansAnyCommandId) {
    program(kProgram, lanes());
    auto* header = at<wb_variant_header>(kCode - sizeof(wb_variant_header));
    header->command_sgpr = 0xff;
    header->group_sgpr = 5 | 0xff << 8 | 0xff << 16;
    for (const wb_record& r : stops_of(dispatch_of(4, 64, lanes()), 4 * waves_per_group())) {
        EXPECT_EQ(r.command_id, uint32_t(WB_ANY));
        EXPECT_EQ(r.group[1], 0u);
    }
}

TEST_P(TrapFilter, WavesWithoutEntryNeedTheFlag) {
    program(kProgram, lanes());
    patch(0, WB_S_NOP);
    stops_of(grid(), 0);
    control().flags = WB_FLAG_UNMARKED;
    control().focus_command = kCommandId; // Nobody knows theirs.
    const auto records = stops_of(grid(), 24 * waves_per_group());
    EXPECT_EQ(records[0].command_id, uint32_t(WB_ANY));
    EXPECT_EQ(records[0].group[0], uint32_t(WB_ANY));
}

TEST_P(TrapFilter, DisarmedSlotGoesOnAlthoughTheCacheStillHasIt) {
    program(kProgram, lanes());
    // A first run fills the instruction caches with the armed slot.
    stops_of(dispatch_of(4, 64, lanes()), 4 * waves_per_group());
    at<uint32_t>(kCode)[1] = WB_S_NOP;
    control().stop_count = 0;
    stops_of(dispatch_of(4, 64, lanes()), 0);
}

TEST_P(TrapFilter, NoLaneNoStop) {
    program(R"(
        s_trap 5
        s_mov_b64 s[10:11], exec
        s_mov_b64 exec, 0
        s_trap 4
        s_mov_b64 exec, s[10:11]
        v_lshlrev_b32 v1, 2, v0
        v_mov_b32 v2, 1
        global_store_b32 v1, v2, s[0:1]
        s_endpgm
    )",
            lanes());
    ASSERT_EQ(run(dispatch_of(1, 64, lanes())).end, JobEnd::Done);
    EXPECT_EQ(control().stop_count, 0u);
    EXPECT_EQ(data(63), 1u);
}

TEST_P(TrapFilter, ShaderBreak) {
    program("s_trap 5\n s_trap 1\n s_endpgm", lanes());
    ASSERT_EQ(run(dispatch_of(1, 64, lanes())).end, JobEnd::Done);
    EXPECT_EQ(control().stop_count, 0u);
    control().reasons = WB_REASON_OTHER_TRAP;
    start(dispatch_of(1, lanes(), lanes()));
    const Stopped wave = only_stop(1);
    EXPECT_EQ(wave.record->reason, uint32_t(WB_REASON_OTHER_TRAP));
    EXPECT_EQ(wave.record->trap_id, uint32_t(WB_TRAP_BREAK));
    EXPECT_EQ(wave.record->pc, kCode + 8);
    resume(wave);
    EXPECT_EQ(finish().end, JobEnd::Done);
}

TEST_P(TrapFilter, StartAndEnd) {
    program("v_lshlrev_b32 v1, 2, v0\n v_mov_b32 v2, 1\n global_store_b32 v1, v2, s[0:1]\n s_endpgm",
            lanes());
    control().reasons = WB_REASON_START | WB_REASON_END;
    sim::ComputeDispatch d = dispatch_of(1, lanes(), lanes());
    sim::rsrc3::trap_on_start.set(d.rsrc3, 1);
    sim::rsrc3::trap_on_end.set(d.rsrc3, 1);
    start(d);
    Stopped wave = only_stop(1);
    EXPECT_EQ(wave.record->reason, uint32_t(WB_REASON_START));
    EXPECT_EQ(wave.record->pc, kCode);
    EXPECT_EQ(wave.sgpr[4], kCommandId);
    resume(wave);
    wave = only_stop(2);
    EXPECT_EQ(wave.record->reason, uint32_t(WB_REASON_END));
    EXPECT_EQ(wave.record->pc, code_at(unsigned(words.size()) - 1)) << "at the s_endpgm";
    EXPECT_EQ(wave.v(2, 5), 1u);
    resume(wave);
    EXPECT_EQ(finish().end, JobEnd::Done);
    control().reasons = 0;
    ASSERT_EQ(run(d).end, JobEnd::Done);
    EXPECT_EQ(control().stop_count, 2u);
}

INSTANTIATE_TEST_SUITE_P(Sizes, TrapFilter, ::testing::Values(64u, 32u));

} // namespace
} // namespace wb::test
