// SPDX-License-Identifier: MIT
// Barriers, waves that wait for each other, full devices, shuffled schedules.
#include "tests/sim/wave/wave_fixture.h"

#include <filesystem>
#include <iterator>
#include <thread>

namespace wb::sim::test {
namespace {

using Schedule = WaveFixture;

TEST_F(Schedule, EveryGroupRunsOnce) {
    put(kCode, kStoreGroup);
    ASSERT_EQ(run(dispatch_of(1000, 64)).end, JobEnd::Done);
    for (unsigned group = 0; group < 1000; ++group)
        for (unsigned lane = 0; lane < 64; lane += 21)
            ASSERT_EQ(data(group * 64 + lane), group);
    EXPECT_EQ(device->occupancy.waves_in_use(), 0u);
}

TEST_F(Schedule, EmptyGridIsDoneAtOnce) {
    put(kCode, kCodeEnd);
    ASSERT_EQ(run(dispatch_of(0, 64)).end, JobEnd::Done);
}

TEST_F(Schedule, EndedWavesCountAsArrivedAtABarrier) {
    put(kCode, kBarrierWithEndedWave);
    ASSERT_EQ(run(dispatch_of(1, 256)).end, JobEnd::Done);
    EXPECT_EQ(data(0), 7u);
}

TEST_F(Schedule, BarrierOrdersLds) {
    put(kCode, kBarrierExchange);
    ComputeDispatch d = dispatch_of(5, 256);
    rsrc2::lds_size.set(d.rsrc2, 1);
    ASSERT_EQ(run(d).end, JobEnd::Done);
    for (unsigned wave = 0; wave < 4; ++wave)
        EXPECT_EQ(data(wave), 103 - wave);
}

TEST_F(Schedule, AWaveThatSpinsOnAnotherGroupDoesNotStarveIt) {
    put(kCode, kSpinOnOtherGroup);
    ASSERT_EQ(run(dispatch_of(2, 64)).end, JobEnd::Done);
    EXPECT_EQ(data(1), 0x77u);
}

TEST_F(Schedule, WavesParkedInTheHandlerLetTheRestOfTheGridRun) {
    put(kCode, kTrapInFirstGroup);
    install(kParkHandler);
    ComputeDispatch d = dispatch_of(5000, 64);
    rsrc2::trap_present.set(d.rsrc2, 1);
    std::thread host([&] {
        while (data(4999) == 0)
            std::this_thread::yield();
        EXPECT_EQ(data(0), 0u) << "the first group is still in the handler";
        set_word(kTma, 1);
    });
    const DispatchEnd end = run(d);
    host.join();
    ASSERT_EQ(end.end, JobEnd::Done) << end.message;
    for (unsigned group = 0; group < 5000; ++group)
        ASSERT_EQ(data(group), 1u);
}

TEST_F(Schedule, MoreParkedWavesThanTheDeviceHolds) {
    // Every group of two waves traps: 3072 waves fill the device, the others wait for room.
    const uint32_t all[] = {kTrapInFirstGroup[2]};
    put(kCode, concat({all, std::span(kTrapInFirstGroup).subspan(3)}));
    install(kParkHandler);
    ComputeDispatch d = dispatch_of(2000, 128);
    rsrc2::trap_present.set(d.rsrc2, 1);
    std::thread host([&] {
        while (device->occupancy.waves_in_use() != 3072)
            std::this_thread::yield();
        set_word(kTma, 1);
    });
    const DispatchEnd end = run(d);
    host.join();
    ASSERT_EQ(end.end, JobEnd::Done) << end.message;
    for (unsigned group = 0; group < 2000; ++group)
        ASSERT_EQ(data(group), 1u);
}

TEST_F(Schedule, ShuffledSchedulesGiveTheSameResults) {
    for (const uint32_t seed : {1u, 2u, 77u}) {
        make_device({.seed = seed});
        put(kCode, kBarrierExchange);
        ComputeDispatch d = dispatch_of(40, 256);
        rsrc2::lds_size.set(d.rsrc2, 1);
        ASSERT_EQ(run(d).end, JobEnd::Done);
        for (unsigned wave = 0; wave < 4; ++wave)
            EXPECT_EQ(data(wave), 103 - wave);
        put(kCode, kSpinOnOtherGroup);
        set_word(kData, 0);
        ASSERT_EQ(run(dispatch_of(2, 64)).end, JobEnd::Done);
        EXPECT_EQ(data(1), 0x77u);
    }
}

TEST_F(Schedule, SeveralWorkersShareADispatch) {
    make_device({.threads = 3});
    put(kCode, kStoreGroup);
    for (int round = 0; round < 5; ++round)
        ASSERT_EQ(run(dispatch_of(2000, 64)).end, JobEnd::Done);
    for (unsigned group = 0; group < 2000; ++group)
        ASSERT_EQ(data(group * 64 + 5), group);
    EXPECT_EQ(device->occupancy.waves_in_use(), 0u);
}

TEST_F(Schedule, AtomicsOfSeveralWorkersAddUp) {
    make_device({.threads = 3});
    put(kCode, kCountTwenty);
    ASSERT_EQ(run(dispatch_of(1000, 64)).end, JobEnd::Done);
    EXPECT_EQ(data(0), 1000u * 64 * 20);
    put(kCode, kSpinOnOtherGroup);
    set_word(kData, 0);
    ASSERT_EQ(run(dispatch_of(2, 64)).end, JobEnd::Done);
    EXPECT_EQ(data(1), 0x77u);
}

TEST_F(Schedule, WorkersThatFindNoRoomLeaveWhenOthersTookTheLastGroup) {
    make_device({.threads = 4});
    put(kCode, kCountTwenty);
    uint32_t groups = 0;
    for (unsigned round = 0; round < 600; ++round) {
        // About as many as are done when the other workers come.
        const uint32_t count = 20 + round % 150;
        ComputeDispatch dispatch = dispatch_of(count, 64);
        rsrc2::scratch_en.set(dispatch.rsrc2, 1);
        tmpring::waves.set(dispatch.tmpring_size, 1); // In each shader engine.
        tmpring::wavesize.set(dispatch.tmpring_size, 4);
        dispatch.scratch_base = kData;
        ASSERT_EQ(run(dispatch).end, JobEnd::Done);
        groups += count;
    }
    EXPECT_EQ(data(0), groups * 64 * 20);
}

size_t threads_of_process() {
    const std::filesystem::directory_iterator tasks("/proc/self/task");
    return size_t(std::distance(begin(tasks), end(tasks)));
}

TEST_F(Schedule, ThreadsAreStartedForTheFirstLongDispatch) {
    const size_t before = threads_of_process();
    make_device({.threads = 3});
    put(kCode, kCountTwenty);
    ASSERT_EQ(run(dispatch_of(1, 64)).end, JobEnd::Done);
    EXPECT_EQ(threads_of_process(), before) << "one group is for one worker";
    traps[vm->vmid()].trap_en = true;
    ASSERT_EQ(run(dispatch_of(1000, 64)).end, JobEnd::Done);
    EXPECT_EQ(threads_of_process(), before) << "the first wave to stop should be the same in every run";
    traps[vm->vmid()].trap_en = false;
    ASSERT_EQ(run(dispatch_of(1000, 64)).end, JobEnd::Done);
    EXPECT_EQ(threads_of_process(), before + 2);
    dispatcher.reset();
    EXPECT_EQ(threads_of_process(), before);
    make_device({.threads = 3, .threads_asked = true});
    traps[vm->vmid()].trap_en = true;
    ASSERT_EQ(run(dispatch_of(1000, 64)).end, JobEnd::Done);
    EXPECT_EQ(threads_of_process(), before + 2);
}

TEST_F(Schedule, KillEndsSpinningSleepingAndParkedWaves) {
    const uint32_t all[] = {kTrapInFirstGroup[2]};
    const Words parked = concat({all, std::span(kTrapInFirstGroup).subspan(3)});
    install(kParkHandler);
    for (const Words& program : {Words(std::begin(kForever), std::end(kForever)), parked}) {
        put(kCode, program);
        ComputeDispatch d = dispatch_of(10, 64);
        rsrc2::trap_present.set(d.rsrc2, 1);
        cancelled = false;
        std::thread host([&] {
            while (device->occupancy.waves_in_use() == 0)
                std::this_thread::yield();
            cancelled = true;
            dispatcher->kill();
        });
        EXPECT_EQ(run(d).end, JobEnd::Killed);
        host.join();
        EXPECT_EQ(device->occupancy.waves_in_use(), 0u);
    }
}

TEST_F(Schedule, KilledBeforeItStarts) {
    put(kCode, kForever);
    cancelled = true;
    EXPECT_EQ(run(dispatch_of(3, 64)).end, JobEnd::Killed);
}

} // namespace
} // namespace wb::sim::test
