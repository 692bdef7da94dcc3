// SPDX-License-Identifier: MIT
// What a stopped wave does for the host: copies of memory and LDS, changed registers, letting go.
#include "sim/clock.h"
#include "tests/trap_handler/machine_state.h"
#include "tests/trap_handler/rig.h"

namespace wb::test {
namespace {

using sim::JobEnd;

class TrapCommand : public TrapRig, public ::testing::WithParamInterface<unsigned> {
protected:
    void SetUp() override {
        TrapRig::SetUp();
        control().flags = WB_FLAG_UNMARKED;
    }
    unsigned lanes() const { return GetParam(); }
    uint32_t* buffer() const { return at<uint32_t>(kTransfer); }
    static constexpr uint32_t kSizes[] = {4, 8, 124, 128, 132, 252, 256, 260, 1020, 4096, 65536};
};

TEST_P(TrapCommand, ReadsAndWritesMemoryOfAnySize) {
    program("s_trap 4\n s_endpgm", lanes());
    start(dispatch_of(1, lanes(), lanes()));
    const Stopped wave = only_stop(1);
    uint32_t* memory_words = at<uint32_t>(kData);
    for (const uint32_t size : kSizes) {
        const uint32_t count = size / 4;
        for (unsigned i = 0; i < count + 64; ++i)
            memory_words[i] = size * 0x10001 + i;
        std::memset(buffer(), 0xee, kTransferSize);
        transfer(wave, WB_CMD_READ_MEMORY, kData + 4, size);
        for (unsigned i = 0; i < count; ++i)
            ASSERT_EQ(buffer()[i], size * 0x10001 + i + 1) << size;
        if (size < kTransferSize) {
            EXPECT_EQ(buffer()[count], 0xeeeeeeeeu) << size;
        }
        for (unsigned i = 0; i < count; ++i)
            buffer()[i] = 0x7000000 + i;
        transfer(wave, WB_CMD_WRITE_MEMORY, kData + 4, size);
        EXPECT_EQ(memory_words[0], size * 0x10001);
        for (unsigned i = 0; i < count; ++i)
            ASSERT_EQ(memory_words[i + 1], 0x7000000 + i) << size;
        EXPECT_EQ(memory_words[count + 1], size * 0x10001 + count + 1) << size;
    }
    resume(wave);
    EXPECT_EQ(finish().end, JobEnd::Done);
}

TEST_P(TrapCommand, ReadsAndWritesLds) {
    // The group's LDS holds its dword index; after the stop the wave copies 1 KiB of it to memory.
    program(".set size, 4 * " + std::to_string(lanes()) + R"(
        v_lshlrev_b32 v1, 2, v0
        s_mov_b32 s9, 0
    fill:
        v_add_nc_u32 v2, s9, v1
        v_lshrrev_b32 v3, 2, v2
        ds_store_b32 v2, v3
        s_add_u32 s9, s9, size
        s_cmp_lt_u32 s9, 4096
        s_cbranch_scc1 fill
        s_waitcnt lgkmcnt(0)
        s_trap 4
        s_mov_b32 s9, 0
    copy:
        v_add_nc_u32 v2, s9, v1
        ds_load_b32 v3, v2
        s_waitcnt lgkmcnt(0)
        global_store_b32 v2, v3, s[0:1]
        s_add_u32 s9, s9, size
        s_cmp_lt_u32 s9, 4096
        s_cbranch_scc1 copy
        s_endpgm
    )",
            lanes());
    sim::ComputeDispatch d = dispatch_of(1, lanes(), lanes());
    sim::rsrc2::lds_size.set(d.rsrc2, 4096 / 512);
    start(d);
    const Stopped wave = only_stop(1);
    EXPECT_EQ(wave.record->lds_size, 4096u);
    for (const uint32_t size : {4u, 36u, 256u, 260u, 1020u}) {
        std::memset(buffer(), 0xee, kTransferSize);
        transfer(wave, WB_CMD_READ_LDS, 16, size);
        for (unsigned i = 0; i < size / 4; ++i)
            ASSERT_EQ(buffer()[i], 4 + i) << size;
        EXPECT_EQ(buffer()[size / 4], 0xeeeeeeeeu);
    }
    buffer()[0] = 0x1111;
    buffer()[1] = 0x2222;
    transfer(wave, WB_CMD_WRITE_LDS, 100 * 4, 8);
    resume(wave);
    ASSERT_EQ(finish().end, JobEnd::Done);
    for (unsigned i = 0; i < 1024; ++i)
        ASSERT_EQ(data(i), i == 100 ? 0x1111u : i == 101 ? 0x2222u : i);
}

TEST_P(TrapCommand, UnmappedMemoryReadsAsZeroAndLeavesNoTrace) {
    program("s_trap 4\n s_trap 4\n s_endpgm", lanes());
    control().reasons |= WB_REASON_MEMVIOL;
    start(dispatch_of(1, lanes(), lanes()));
    Stopped wave = only_stop(1);
    buffer()[0] = 5;
    transfer(wave, WB_CMD_READ_MEMORY, kBase + 0x8000000, 4);
    EXPECT_EQ(buffer()[0], 0u);
    resume(wave);
    wave = only_stop(2);
    EXPECT_EQ(wave.record->reason, uint32_t(WB_REASON_SLOT));
    EXPECT_EQ(wave.record->trapsts & 0x1ff, 0u);
    resume(wave);
    EXPECT_EQ(finish().end, JobEnd::Done);
}

TEST_P(TrapCommand, ChangedRegistersTakeEffect) {
    StateProgram s;
    s.lanes = lanes();
    s.vgprs = 24;
    s.exec = 0xf;
    s.scc = true;
    program(s.text(), lanes());
    start(dispatch_of(1, lanes(), lanes(), s.vgprs));
    const Stopped wave = only_stop(1);
    const uint64_t exec = lanes() == 64 ? 0x8000'0000'0000'0003 : 0x8000'0003;
    wave.sgpr[0] = 0x1000;
    wave.sgpr[57] = 0x1057;
    wave.sgpr[95] = 0x1095;
    wave.v(0, 0) = 0x2000;
    wave.v(1, lanes() - 1) = 0x2001;
    wave.v(2, 7) = 0x2002;
    wave.v(23, 3) = 0x2023;
    wave.record->exec = exec;
    wave.record->vcc = 0x55aa'0000'1234'5678;
    wave.record->scc = 0;
    wave.record->m0 = 0x3333;
    wave.record->mode ^= 0x3; // Rounding of f32.
    resume(wave);
    ASSERT_EQ(finish().end, JobEnd::Done);
    const auto v = [&](unsigned number, unsigned lane) { return data(number * lanes() + lane); };
    for (unsigned i = 0; i < s.vgprs; ++i)
        for (unsigned lane = 0; lane < lanes(); ++lane) {
            const uint32_t expected = i == 0 && lane == 0             ? 0x2000
                                      : i == 1 && lane == lanes() - 1 ? 0x2001
                                      : i == 2 && lane == 7           ? 0x2002
                                      : i == 23 && lane == 3          ? 0x2023
                                                                      : StateProgram::vgpr(i, lane);
            ASSERT_EQ(v(i, lane), expected) << "v" << i << " lane " << lane;
        }
    for (unsigned i = 0; i < 106; ++i)
        if (!s.keeps(i)) {
            const bool changed = i == 0 || i == 57 || i == 95;
            ASSERT_EQ(data(s.sgprs_at() + i), changed ? 0x1000 + (i == 57   ? 0x57u
                                                                  : i == 95 ? 0x95u
                                                                            : 0u)
                                                      : StateProgram::sgpr(i));
        }
    const unsigned rest = s.sgprs_at() + 106;
    EXPECT_EQ(data(rest), 0x1234'5678u);
    EXPECT_EQ(data(rest + 1), 0x55aa'0000u);
    EXPECT_EQ(data(rest + 2), 0x3333u);
    EXPECT_EQ(data(rest + 3), uint32_t(exec));
    EXPECT_EQ(data(rest + 4), uint32_t(exec >> 32));
    EXPECT_EQ(data(rest + 5), 0u);
    EXPECT_EQ(data(rest + 6) & 0xfff, StateProgram::kMode ^ 3);
}

TEST_P(TrapCommand, ChangedPcTakesEffect) {
    program(R"(
        s_trap 4
        s_endpgm
        v_lshlrev_b32 v1, 2, v0
        v_mov_b32 v2, 1
        global_store_b32 v1, v2, s[0:1]
        s_endpgm
    )",
            lanes());
    start(dispatch_of(1, lanes(), lanes()));
    const Stopped wave = only_stop(1);
    wave.record->pc = code_at(2);
    resume(wave);
    ASSERT_EQ(finish().end, JobEnd::Done);
    EXPECT_EQ(data(lanes() - 1), 1u);
}

TEST_P(TrapCommand, EpochLetsAllGo) {
    program("s_trap 4\n s_endpgm", lanes());
    start(dispatch_of(20, 64, lanes()));
    wait_stops(20 * 64 / lanes());
    control().reasons = 0;
    __atomic_add_fetch(&control().resume_epoch, 1, __ATOMIC_RELEASE);
    EXPECT_EQ(finish().end, JobEnd::Done);
    EXPECT_TRUE(pool_is_free());
    EXPECT_EQ(control().timed_out, 0u);
}

TEST_P(TrapCommand, EpochChangedWhileWavesAreStillStopping) {
    // Whatever moment the host chooses, none stays behind.
    program(R"(
        s_mov_b32 s9, 200
    again:
        s_trap 4
        s_sub_u32 s9, s9, 1
        s_cmp_lg_u32 s9, 0
        s_cbranch_scc1 again
        s_endpgm
    )",
            lanes());
    start(dispatch_of(64, 64, lanes()));
    wait_stops(16);
    __atomic_store_n(&control().reasons, 0, __ATOMIC_SEQ_CST);
    __atomic_add_fetch(&control().resume_epoch, 1, __ATOMIC_SEQ_CST);
    EXPECT_EQ(finish().end, JobEnd::Done);
    EXPECT_TRUE(pool_is_free());
}

TEST_P(TrapCommand, DeadMansSwitch) {
    program("s_trap 4\n s_endpgm", lanes());
    control().timeout = 2'000'000; // 20 ms
    start(dispatch_of(3, 64, lanes()));
    // Nobody touches the heartbeat.
    EXPECT_EQ(finish().end, JobEnd::Done);
    EXPECT_EQ(control().timed_out, 3 * 64 / lanes());
    EXPECT_TRUE(pool_is_free());
}

TEST_P(TrapCommand, HeartbeatKeepsThem) {
    program("s_trap 4\n s_endpgm", lanes());
    control().timeout = 50'000'000; // 0.5 s
    start(dispatch_of(1, lanes(), lanes()));
    const Stopped wave = only_stop(1);
    const uint64_t begin = sim::clock_ticks();
    wait_until(
        [&] {
            __atomic_add_fetch(&control().heartbeat, 1, __ATOMIC_RELEASE);
            return sim::clock_ticks() - begin > 100'000'000;
        },
        "twice the timeout");
    EXPECT_EQ(control().timed_out, 0u);
    resume(wave);
    EXPECT_EQ(finish().end, JobEnd::Done);
    EXPECT_EQ(control().timed_out, 0u);
}

INSTANTIATE_TEST_SUITE_P(Sizes, TrapCommand, ::testing::Values(64u, 32u));

} // namespace
} // namespace wb::test
