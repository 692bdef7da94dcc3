// SPDX-License-Identifier: MIT
// SCRATCH and FLAT: layout of scratch, address forms, and the apertures.
#include "mem_fixture.h"

namespace wb::sim::test {
namespace {

using ScratchTest = MemoryTest; // 64 bytes of scratch for each lane.
WB_FOR_BOTH_WAVE_SIZES(ScratchTest);

TEST_P(ScratchTest, DwordsAreInterleavedByLane) {
    fill(1, [](unsigned lane) { return 0x100 + lane; });
    fill(2, [](unsigned lane) { return 0x200 + lane; });
    run(scratch("scratch_store_b64", 0, kNoVgpr, 1, kNull, 8));
    // Dword 2 of all lanes, then dword 3 of all lanes.
    for (unsigned lane = 0; lane < lanes(); ++lane) {
        EXPECT_EQ(memory->load<uint32_t>(kScratch + (2 * lanes() + lane) * 4), 0x100 + lane);
        EXPECT_EQ(memory->load<uint32_t>(kScratch + (3 * lanes() + lane) * 4), 0x200 + lane);
        EXPECT_EQ(scratch_address(kScratch, lanes(), lane, 14), kScratch + (3 * lanes() + lane) * 4 + 2);
    }
}

TEST_P(ScratchTest, UniformDwordRoundTrip) {
    fill(1, [](unsigned lane) { return 3000 + lane; });
    fill(2, [](unsigned) { return 0xcccc; });
    run(scratch("scratch_store_b32", 0, kNoVgpr, 1, kNull, 20));
    set_exec(0x3333'3333'3333'3333);
    run(scratch("scratch_load_b32", 2, kNoVgpr, 0, kNull, 20));
    for (unsigned lane = 0; lane < lanes(); ++lane)
        EXPECT_EQ(v(2, lane), active(lane) ? 3000 + lane : 0xccccu);
    set_exec(~0ull);
    run(scratch("scratch_load_b32", 2, kNoVgpr, 0, kNull, 20));
    for (unsigned lane = 0; lane < lanes(); ++lane)
        EXPECT_EQ(v(2, lane), 3000 + lane);
}

TEST_P(ScratchTest, OffsetsOfVgprSgprAndInstructionAdd) {
    wave.sgpr[7] = 16;
    fill(0, [](unsigned lane) { return lane % 4 * 4; });
    fill(1, [](unsigned lane) { return 70 + lane; });
    run(scratch("scratch_store_b32", 0, 0, 1, 7, 12));
    for (unsigned lane = 0; lane < lanes(); ++lane)
        EXPECT_EQ(memory->load<uint32_t>(scratch_address(kScratch, lanes(), lane, 28 + lane % 4 * 4)),
                  70 + lane);
    run(scratch("scratch_load_b32", 2, kNoVgpr, 0, 7, 16)); // SGPR alone: offset 32 = lane % 4 == 1's.
    EXPECT_EQ(v(2, 5), 75u);
    EXPECT_EQ(v(2, 6), 0u);
    wave.sgpr[7] = 40;
    run(scratch("scratch_load_b32", 2, kNoVgpr, 0, 7, -8)); // Negative instruction offset.
    EXPECT_EQ(v(2, 5), 75u);
}

TEST_P(ScratchTest, SmallAndMisalignedAccesses) {
    fill(1, [](unsigned lane) { return 0x8081'8200u + lane; });
    run(scratch("scratch_store_b32", 0, kNoVgpr, 1, kNull, 2)); // Across two dwords.
    for (unsigned lane = 0; lane < lanes(); ++lane) {
        EXPECT_EQ(memory->load<uint32_t>(scratch_address(kScratch, lanes(), lane, 0)),
                  0x8200'0000u + (lane << 16));
        EXPECT_EQ(memory->load<uint32_t>(scratch_address(kScratch, lanes(), lane, 4)), 0x8081u);
    }
    run(scratch("scratch_load_b32", 2, kNoVgpr, 0, kNull, 2));
    EXPECT_EQ(v(2, 9), 0x8081'8209u);
    run(scratch("scratch_load_i16", 2, kNoVgpr, 0, kNull, 3)); // 0x8182 across the dword boundary.
    EXPECT_EQ(v(2, 9), 0xffff'8182u);
    fill(2, [](unsigned) { return 0xcccc'cccc; });
    run(scratch("scratch_load_d16_hi_u8", 2, kNoVgpr, 0, kNull, 5));
    EXPECT_EQ(v(2, 9), 0x0080'ccccu);
    run(scratch("scratch_store_d16_hi_b16", 0, kNoVgpr, 1, kNull, 10));
    EXPECT_EQ(memory->load<uint16_t>(scratch_address(kScratch, lanes(), 9, 10)), 0x8081u);
}

TEST_P(ScratchTest, WideRoundTrip) {
    for (unsigned i = 0; i < 4; ++i)
        fill(4 + i, [i](unsigned lane) { return i * 1000 + lane; });
    fill(0, [](unsigned lane) { return lane % 3 * 16; });
    run(scratch("scratch_store_b128", 0, 0, 4));
    run(scratch("scratch_load_b128", 8, 0, 0));
    for (unsigned lane = 0; lane < lanes(); ++lane)
        for (unsigned i = 0; i < 4; ++i)
            EXPECT_EQ(v(8 + i, lane), i * 1000 + lane);
}

TEST_P(ScratchTest, BeyondTheLanesShareIsAViolation) {
    fill(1, [](unsigned) { return 9; });
    for (const int offset : {64, 61}) {
        wave.events = 0;
        run(scratch("scratch_store_b32", 0, kNoVgpr, 1, kNull, offset));
        EXPECT_EQ(wave.events, unsigned(kEventMemoryFault));
        EXPECT_TRUE(wave.fault.write);
        EXPECT_EQ(wave.fault.address, scratch_address(kScratch, lanes(), 0, unsigned(offset)));
    }
    wave.events = 0;
    fill(2, [](unsigned) { return 0xcccc; });
    fill(0, [](unsigned) { return uint32_t(-4); });
    run(scratch("scratch_load_b32", 2, 0, 0));
    EXPECT_EQ(wave.events, unsigned(kEventMemoryFault));
    EXPECT_EQ(v(2, 0), 0u);
    for (uint64_t at = 0; at < 64 * lanes(); at += 4)
        EXPECT_EQ(memory->load<uint32_t>(kScratch + at), 0u);
}

TEST_P(ScratchTest, FlatReachesScratchLdsAndGlobalMemoryInOneInstruction) {
    // Lane % 3: 0 scratch, 1 LDS, 2 global.
    fill64(0, [](unsigned lane) {
        return lane % 3 == 0   ? kPrivateAperture + 16
               : lane % 3 == 1 ? kSharedAperture + lane * 8
                               : kBuffer + lane * 8;
    });
    fill64(2, [](unsigned lane) { return 0x7777'0000'0000ull + lane; });
    run(flat("flat_store_b64", 0, 0, 2, 8));
    for (unsigned lane = 0; lane < lanes(); ++lane) {
        const uint64_t value = 0x7777'0000'0000ull + lane;
        if (lane % 3 == 0) {
            EXPECT_EQ(memory->load<uint32_t>(scratch_address(kScratch, lanes(), lane, 24)), uint32_t(value));
            EXPECT_EQ(memory->load<uint32_t>(scratch_address(kScratch, lanes(), lane, 28)), value >> 32);
        } else if (lane % 3 == 1) {
            EXPECT_EQ(lds_at<uint64_t>(lane * 8 + 8), value);
        } else {
            EXPECT_EQ(memory->load<uint64_t>(kBuffer + lane * 8 + 8), value);
        }
    }
    run(flat("flat_load_b64", 4, 0, 0, 8));
    for (unsigned lane = 0; lane < lanes(); ++lane)
        EXPECT_EQ(v64(4, lane), 0x7777'0000'0000ull + lane);
    EXPECT_EQ(wave.events, 0u);
    // What a flat store put into scratch is what a scratch load sees.
    run(scratch("scratch_load_b64", 6, kNoVgpr, 0, kNull, 24));
    EXPECT_EQ(v64(6, 3), 0x7777'0000'0003ull);
}

TEST_P(ScratchTest, FlatSharedApertureChecksTheLdsSize) {
    group.lds.assign(kLdsBytes, 0xff);
    fill64(0, [](unsigned) { return kSharedAperture + kLdsBytes; });
    run(flat("flat_load_b32", 2, 0, 0));
    EXPECT_EQ(v(2, 0), 0u);
    EXPECT_EQ(wave.events, 0u);
}

TEST_P(ScratchTest, FlatAtomicOnLdsAndLoudStopOnScratch) {
    fill64(0, [](unsigned) { return kSharedAperture + 32; });
    fill(2, [](unsigned) { return 1; });
    run(flat("flat_atomic_add_u32", 4, 0, 2, 0, true));
    EXPECT_EQ(lds_at<uint32_t>(32), lanes());
    EXPECT_EQ(v(4, lanes() - 1), lanes() - 1);
    fill64(0, [](unsigned) { return kPrivateAperture; });
    run_unchecked(flat("flat_atomic_add_u32", 4, 0, 2));
    EXPECT_EQ(wave.events, unsigned(kEventUnmodelled));
}

} // namespace
} // namespace wb::sim::test
