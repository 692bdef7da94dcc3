// SPDX-License-Identifier: MIT
// What packets do to memory, to the order of execution, and to time.
#include "sim/clock.h"
#include "tests/sim/cp/cp_fixture.h"

#include <thread>

namespace wb::sim::test {
namespace {

constexpr uint32_t packet3(unsigned op, unsigned dwords) {
    return 0xc0000000u | (dwords - 1) << 16 | op << 8;
}

class Effects : public CpFixture {
protected:
    /// WRITE_DATA of one word to data word `index`.
    static Words write(unsigned index, uint32_t value) {
        return {packet3(0x37, 4), 0x00100500, kDataLow + index * 4, kDataHigh, value};
    }
    static Words join(std::initializer_list<Words> parts) {
        Words out;
        for (const Words& part : parts)
            out.insert(out.end(), part.begin(), part.end());
        return out;
    }
};

TEST_F(Effects, WriteDataManyAndOneAddress) {
    ASSERT_EQ(execute({packet3(0x37, 6), 0x00100500, kDataLow, kDataHigh, 1, 2, 3, //
                       packet3(0x37, 5), 0x00110500, kDataLow + 16, kDataHigh, 8, 9}),
              JobEnd::Done);
    EXPECT_EQ(data(0), 1u);
    EXPECT_EQ(data(2), 3u);
    EXPECT_EQ(data(4), 9u);
    EXPECT_EQ(data(5), 0u);
}

// Destination 1 is memory too: vkCmdUpdateBuffer on the gfx ring.
TEST_F(Effects, WriteDataAcrossGrbm) {
    ASSERT_EQ(execute({packet3(0x37, 5), 0x00100100, kDataLow, kDataHigh, 7, 8}), JobEnd::Done);
    EXPECT_EQ(data(0), 7u);
    EXPECT_EQ(data(1), 8u);
}

TEST_F(Effects, CopyDataImmediateMemoryAndTime) {
    const uint64_t before = clock_ticks();
    ASSERT_EQ(execute({packet3(0x40, 5), 0x00110505, 0x11111111, 0x22222222, kDataLow, kDataHigh,      //
                       packet3(0x40, 5), 0x00100501, kDataLow + 4, kDataHigh, kDataLow + 8, kDataHigh, //
                       packet3(0x40, 5), 0x00110509, 0, 0, kDataLow + 16, kDataHigh}),
              JobEnd::Done);
    EXPECT_EQ(data(0), 0x11111111u);
    EXPECT_EQ(data(1), 0x22222222u);
    EXPECT_EQ(data(2), 0x22222222u);
    EXPECT_EQ(data(3), 0u) << "32 bits only";
    const uint64_t time = data(4) | uint64_t(data(5)) << 32;
    EXPECT_GE(time, before);
    EXPECT_LE(time, clock_ticks());
}

TEST_F(Effects, LoadShRegIndexTakesRegistersFromMemory) {
    constexpr uint32_t user_data_0 = 0xb900 / 4, offset = (0xb900 - 0xb000) / 4;
    ASSERT_EQ(execute(join({write(0, 11),
                            write(1, 22),
                            {packet3(0x63, 4), kDataLow, kDataHigh, offset, 2,                       //
                             packet3(0x40, 5), 0x00100500, user_data_0, 0, kDataLow + 16, kDataHigh, //
                             packet3(0x40, 5), 0x00100500, user_data_0 + 1, 0, kDataLow + 20, kDataHigh}})),
              JobEnd::Done);
    EXPECT_EQ(data(4), 11u);
    EXPECT_EQ(data(5), 22u);
}

TEST_F(Effects, ReleaseMemWritesValueOrTime) {
    ASSERT_EQ(execute({packet3(0x49, 7),
                       0x00000514,
                       0x40000000,
                       kDataLow,
                       kDataHigh,
                       5,
                       6,
                       0, //
                       packet3(0x49, 7),
                       0x00000528,
                       0x60000000,
                       kDataLow + 8,
                       kDataHigh,
                       0,
                       0,
                       0, //
                       packet3(0x49, 7),
                       0x00000514,
                       0x20000000,
                       kDataLow + 16,
                       kDataHigh,
                       7,
                       8,
                       0, //
                       packet3(0x49, 7),
                       0x80000528,
                       0x00000000,
                       0,
                       0,
                       0,
                       0,
                       0}),
              JobEnd::Done);
    EXPECT_EQ(data(0), 5u);
    EXPECT_EQ(data(1), 6u);
    EXPECT_NE(data(2), 0u);
    EXPECT_EQ(data(4), 7u);
    EXPECT_EQ(data(5), 0u);
}

TEST_F(Effects, DmaDataFillsAndCopies) {
    ASSERT_EQ(execute({packet3(0x50, 6),
                       0x40300000,
                       0xabcdef01,
                       0,
                       kDataLow,
                       kDataHigh,
                       64, //
                       packet3(0x50, 6),
                       0x60300000,
                       kDataLow,
                       kDataHigh,
                       kDataLow + 130,
                       kDataHigh,
                       5, //
                       packet3(0x50, 6),
                       0x60200000,
                       kDataLow,
                       kDataHigh,
                       kDataLow + 256,
                       kDataHigh,
                       64, //
                       packet3(0x50, 6),
                       0x80200000,
                       0,
                       0,
                       0,
                       0,
                       0}),
              JobEnd::Done);
    EXPECT_EQ(data(15), 0xabcdef01u);
    EXPECT_EQ(data(16), 0u);
    EXPECT_EQ(data(32), 0xef010000u);
    EXPECT_EQ(data(33), 0x0001abcdu);
    EXPECT_EQ(data(64), 0u) << "a prefetch writes nothing";
}

// The middle one of three pages is of a sparse resource without memory there.
TEST_F(Effects, DmaOverPartiallyResidentPagesDropsWritesAndReadsZero) {
    constexpr uint64_t kThree = kWindowBase + 0x80000;
    ASSERT_TRUE(memory->map_anonymous(kThree, 3 * kGpuPageSize));
    ASSERT_TRUE(memory->map_prt(kThree + kGpuPageSize, kGpuPageSize));
    const uint32_t low = uint32_t(kThree), high = uint32_t(kThree >> 32);
    ASSERT_EQ(execute({packet3(0x50, 6), 0xc0300000, 0x1234, 0, low, high, 3 * 4096,
                       // Four words from each border.
                       packet3(0x50, 6), 0x60300000, low + 4096 - 8, high, kDataLow, kDataHigh, 16, //
                       packet3(0x50, 6), 0x60300000, low + 8192 - 8, high, kDataLow + 16, kDataHigh, 16}),
              JobEnd::Done);
    const uint32_t wanted[] = {0x1234, 0x1234, 0, 0, 0, 0, 0x1234, 0x1234};
    for (unsigned i = 0; i < 8; ++i)
        EXPECT_EQ(data(i), wanted[i]) << i;
    EXPECT_EQ(vm->faults, 0u);
}

TEST_F(Effects, AtomicCompareAndSwapOnceAndInALoop) {
    set_word(kData, 3);
    ASSERT_EQ(execute({packet3(0x1E, 8), 0x48, kDataLow, kDataHigh, 9, 0, 4, 0, 10, //
                       packet3(0x1E, 8), 0x4F, kDataLow, kDataHigh, 10, 0, 0, 0, 0}),
              JobEnd::Done);
    EXPECT_EQ(data(0), 13u) << "no swap as 3 is not 4, then 10 added";
    std::thread host([&] { set_word(kData, 20); });
    ASSERT_EQ(execute({packet3(0x1E, 8), 0x148, kDataLow, kDataHigh, 9, 0, 20, 0, 10}), JobEnd::Done);
    host.join();
    EXPECT_EQ(data(0), 9u);
}

TEST_F(Effects, CondExecSkips) {
    set_word(kData + 4, 1);
    const Words skipped = write(2, 5), kept = write(3, 6);
    ASSERT_EQ(execute(join({{packet3(0x22, 4), kDataLow, kDataHigh, 0, 5},
                            skipped,
                            {packet3(0x22, 4), kDataLow + 4, kDataHigh, 0, 5},
                            kept})),
              JobEnd::Done);
    EXPECT_EQ(data(2), 0u);
    EXPECT_EQ(data(3), 6u);
}

TEST_F(Effects, PredicationSkipsMarkedPackets) {
    Words marked = write(0, 1), plain = write(1, 1), shown = write(2, 1), after = write(3, 1);
    for (Words* words : {&marked, &shown, &after})
        (*words)[0] |= 1;
    // Word 8 is zero: "draw if visible" discards, "draw if not visible" does not.
    ASSERT_EQ(execute(join({{packet3(0x20, 3), 4u << 16 | 1u << 8, kDataLow + 32, kDataHigh},
                            marked,
                            plain,
                            {packet3(0x20, 3), 4u << 16, kDataLow + 32, kDataHigh},
                            shown,
                            {packet3(0x20, 3), 3u << 16 | 1u << 8, kDataLow + 32, kDataHigh},
                            {packet3(0x20, 3), 0, 0, 0},
                            after})),
              JobEnd::Done);
    EXPECT_EQ(data(0), 0u);
    EXPECT_EQ(data(1), 1u);
    EXPECT_EQ(data(2), 1u);
    EXPECT_EQ(data(3), 1u);
}

TEST_F(Effects, ChainReplacesAndCallReturns) {
    const uint64_t called = kIb + 0x1000, chained = kIb + 0x1100;
    put(called, write(1, 2));
    put(chained, write(2, 3));
    ASSERT_EQ(
        execute(join({write(0, 1),
                      {packet3(0x3F, 3), uint32_t(called), uint32_t(called >> 32), 5 | 1u << 23},
                      write(3, 4),
                      {packet3(0x3F, 3), uint32_t(chained), uint32_t(chained >> 32), 5 | 3u << 20 | 1u << 23},
                      write(4, 5)})),
        JobEnd::Done);
    EXPECT_EQ(data(0), 1u);
    EXPECT_EQ(data(1), 2u);
    EXPECT_EQ(data(2), 3u);
    EXPECT_EQ(data(3), 4u);
    EXPECT_EQ(data(4), 0u) << "behind the chain";
}

TEST_F(Effects, WaitRegMemWaitsForTheHost) {
    std::thread host([&] {
        while (data(0) == 0)
            std::this_thread::yield();
        EXPECT_EQ(data(2), 0u);
        set_word(kData + 4, 0x1ff);
    });
    ASSERT_EQ(
        execute(join(
            {write(0, 1), {packet3(0x3C, 6), 0x13, kDataLow + 4, kDataHigh, 0xff, 0xff, 4}, write(2, 1)})),
        JobEnd::Done);
    host.join();
    EXPECT_EQ(data(2), 1u);
}

TEST_F(Effects, AWaitThatNeverHoldsCanBeKilled) {
    std::thread host([&] {
        while (data(0) == 0)
            std::this_thread::yield();
        processor->kill();
    });
    EXPECT_EQ(
        execute(join({write(0, 1), {packet3(0x3C, 6), 0x13, kDataLow + 4, kDataHigh, 1, 1, 4}, write(2, 1)})),
        JobEnd::Killed);
    host.join();
    EXPECT_EQ(data(2), 0u);
}

TEST_F(Effects, GliInvalidateDropsCode) {
    const uint64_t before = device->code_epochs.of(7);
    ASSERT_EQ(execute({packet3(0x58, 7), 0, 0, 0, 0, 0, 0, 0xc3b0}), JobEnd::Done);
    // put() of the packets invalidates once itself.
    const uint64_t without = device->code_epochs.of(7);
    ASSERT_EQ(execute({packet3(0x58, 7), 0, 0, 0, 0, 0, 0, 0xc3b1}), JobEnd::Done);
    EXPECT_EQ(device->code_epochs.of(7) - without, 2 * (without - before));
}

} // namespace
} // namespace wb::sim::test
