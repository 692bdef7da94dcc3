// SPDX-License-Identifier: MIT
// SMEM: scalar loads, buffer clamping and faults.
#include "tests/sim/isa/wave_rig.h"

#include <gtest/gtest.h>

namespace wb::test {
namespace {

/// Data dword i holds 0x1000 + i.
void fill_data(WaveRig& rig, unsigned dwords) {
    for (unsigned i = 0; i < dwords; ++i)
        rig.store<uint32_t>(WaveRig::kData + 4 * i, 0x1000 + i);
}

TEST(SmemLoad, EveryWidth) {
    const struct {
        const char* text;
        unsigned dwords;
    } cases[] = {{"s_load_b32 s16, s[2:3], 0x8", 1},
                 {"s_load_b64 s[16:17], s[2:3], 0x8", 2},
                 {"s_load_b128 s[16:19], s[2:3], 0x8", 4},
                 {"s_load_b256 s[16:23], s[2:3], 0x8", 8},
                 {"s_load_b512 s[16:31], s[2:3], 0x8", 16}};
    for (const auto& test : cases) {
        SCOPED_TRACE(test.text);
        WaveRig rig;
        fill_data(rig, 64);
        rig.set_s64(2, WaveRig::kData);
        for (unsigned i = 16; i < 40; ++i)
            rig.s(i) = 0xdead;
        rig.run(test.text);
        EXPECT_EQ(rig.wave.events, 0u);
        for (unsigned i = 0; i < 20; ++i)
            EXPECT_EQ(rig.s(16 + i), i < test.dwords ? 0x1002 + i : 0xdead) << i;
    }
}

TEST(SmemLoad, OffsetsAddAndLowBitsAreIgnored) {
    WaveRig rig;
    fill_data(rig, 64);
    rig.set_s64(2, WaveRig::kData + 64);
    rig.s(8) = 12;
    rig.run("s_load_b32 s0, s[2:3], -0x10\n s_load_b32 s1, s[2:3], s8 offset:0x4\n"
            "s_load_b32 s4, s[2:3], 0x6");
    EXPECT_EQ(rig.s(0), 0x100cu);
    EXPECT_EQ(rig.s(1), 0x1014u);
    EXPECT_EQ(rig.s(4), 0x1011u);
}

TEST(SmemLoad, DestinationMayCoverTheBase) {
    WaveRig rig;
    fill_data(rig, 8);
    rig.set_s64(2, WaveRig::kData);
    rig.run("s_load_b128 s[0:3], s[2:3], 0x0");
    EXPECT_EQ(rig.s(2), 0x1002u);
    EXPECT_EQ(rig.s(3), 0x1003u);
}

TEST(SmemLoad, UnmappedMemoryFaults) {
    WaveRig rig;
    rig.s(0) = 5;
    rig.set_s64(2, WaveRig::kUnmapped);
    rig.run("s_load_b32 s0, s[2:3], 0x10\n s_nop 0");
    EXPECT_EQ(rig.wave.events, sim::kEventMemoryFault);
    EXPECT_EQ(rig.wave.fault.address & ~0xfffull, WaveRig::kUnmapped);
    EXPECT_FALSE(rig.wave.fault.write);
}

TEST(SmemLoad, TtmpDestinationNeedsPriv) {
    WaveRig rig;
    fill_data(rig, 4);
    rig.set_s64(2, WaveRig::kData);
    sim::status::priv.set(rig.wave.status, 1);
    rig.run("s_load_b64 ttmp[2:3], s[2:3], 0x4");
    EXPECT_EQ(rig.wave.events, 0u);
    EXPECT_EQ(rig.s64(sim::kTtmp0 + 2), 0x1002'0000'1001u);
}

/// A raw buffer resource at s[4:7].
void set_resource(WaveRig& rig, uint64_t base, uint32_t stride, uint32_t records) {
    rig.s(4) = uint32_t(base);
    rig.s(5) = uint32_t(base >> 32 & 0xffff) | stride << 16;
    rig.s(6) = records;
    rig.s(7) = 0x1f000000;
}

TEST(SmemBuffer, DwordsBeyondTheEndReadZero) {
    WaveRig rig;
    fill_data(rig, 32);
    set_resource(rig, WaveRig::kData, 0, 24);
    rig.run("s_buffer_load_b128 s[16:19], s[4:7], 0x10");
    EXPECT_EQ(rig.s(16), 0x1004u);
    EXPECT_EQ(rig.s(17), 0x1005u);
    EXPECT_EQ(rig.s(18), 0u);
    EXPECT_EQ(rig.s(19), 0u);
    rig.s(16) = 7;
    rig.run("s_buffer_load_b32 s16, s[4:7], 0x18");
    EXPECT_EQ(rig.s(16), 0u);
    EXPECT_EQ(rig.wave.events, 0u);
}

TEST(SmemBuffer, WidestLoadsAcrossTheEnd) {
    WaveRig rig;
    fill_data(rig, 32);
    set_resource(rig, WaveRig::kData, 0, 44);
    rig.run("s_buffer_load_b256 s[16:23], s[4:7], 0x10\n s_buffer_load_b512 s[32:47], s[4:7], 0x4");
    for (unsigned i = 0; i < 8; ++i)
        EXPECT_EQ(rig.s(16 + i), 4 + i < 11 ? 0x1004 + i : 0);
    for (unsigned i = 0; i < 16; ++i)
        EXPECT_EQ(rig.s(32 + i), 1 + i < 11 ? 0x1001 + i : 0);
    EXPECT_EQ(rig.wave.events, 0u);
}

TEST(SmemBuffer, StrideTimesRecordsIsTheSize) {
    WaveRig rig;
    fill_data(rig, 32);
    set_resource(rig, WaveRig::kData, 16, 2);
    rig.s(8) = 0x1c;
    rig.run("s_buffer_load_b32 s16, s[4:7], s8\n s_buffer_load_b32 s17, s[4:7], s8 offset:0x4");
    EXPECT_EQ(rig.s(16), 0x1007u);
    EXPECT_EQ(rig.s(17), 0u);
}

TEST(SmemBuffer, NullResourceReadsZeroWithoutAccess) {
    WaveRig rig;
    rig.s(16) = 1;
    rig.run("s_buffer_load_b64 s[16:17], s[4:7], 0x0");
    EXPECT_EQ(rig.s64(16), 0u);
    EXPECT_EQ(rig.wave.events, 0u);
}

TEST(SmemBuffer, ResourceNullReadsZero) {
    WaveRig rig;
    // The registers behind NULL would make a valid resource.
    rig.s(sim::kM0) = 0xffff8000;
    rig.wave.set_exec(0xffff);
    rig.s(16) = 1;
    // s_buffer_load_b32 s16, null, 0x0: LLVM reads it but does not write it.
    const uint32_t words[] = {0xf4000000 | 8 << 18 | 16 << 6 | sim::kNull / 2, sim::kNull << 25};
    rig.run_words(words);
    EXPECT_EQ(rig.s(16), 0u);
    EXPECT_EQ(rig.wave.events, 0u);
}

TEST(SmemCaches, InvalidationsHaveNoEffect) {
    WaveRig rig;
    EXPECT_EQ(rig.run("s_dcache_inv\n s_gl1_inv"), 2u);
    EXPECT_EQ(rig.wave.events, 0u);
    // Probes fetch a translation: not even an unmapped address shows.
    rig.set_s64(2, WaveRig::kUnmapped);
    EXPECT_EQ(rig.run("s_atc_probe 7, s[2:3], 0x64\n s_atc_probe_buffer 7, s[4:7], 0x64"), 2u);
    EXPECT_EQ(rig.wave.events, 0u);
}

} // namespace
} // namespace wb::test
