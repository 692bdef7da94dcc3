// SPDX-License-Identifier: MIT
// MUBUF and MTBUF: addressing, swizzling, range checks, atomics, typed accesses.
#include "mem_buffer_fixture.h"

#include <bit>

namespace wb::sim::test {
namespace {

WB_FOR_BOTH_WAVE_SIZES(BufferTest);

TEST_P(BufferTest, OffsetsAndIndexAddUp) {
    count_dwords();
    set_descriptor({.stride = 32, .num_records = 200, .oob = 1});
    wave.sgpr[3] = 64;
    fill(0, [](unsigned lane) { return lane; });         // Index.
    fill(1, [](unsigned lane) { return lane % 2 * 4; }); // Offset.
    run(mubuf("buffer_load_b32", 4, 0, kIdxen | kOffen, 8, 3));
    for (unsigned lane = 0; lane < lanes(); ++lane)
        EXPECT_EQ(v(4, lane), (lane * 32 + lane % 2 * 4 + 8 + 64) / 4);
    run(mubuf("buffer_load_b32", 4, 0, kIdxen, 4));
    EXPECT_EQ(v(4, 9), 9u * 8 + 1);
    run(mubuf("buffer_load_b32", 4, 1, kOffen, 4));
    EXPECT_EQ(v(4, 9), 2u);
    run(mubuf("buffer_load_b32", 4, 0, 0, 12));
    EXPECT_EQ(v(4, 9), 3u);
}

TEST_P(BufferTest, OffsetsWrapAtFourGigabytes) {
    count_dwords();
    set_descriptor({});
    fill(1, [](unsigned lane) { return 0u - lane * 4; }); // As for an index of 63 - lane.
    run(mubuf("buffer_load_b32", 4, 1, kOffen, 63 * 4));
    for (unsigned lane = 0; lane < lanes(); ++lane)
        EXPECT_EQ(v(4, lane), 63 - lane);
}

TEST_P(BufferTest, AddTidAddsTheLaneToTheIndex) {
    count_dwords();
    set_descriptor({.stride = 8, .num_records = 100, .add_tid = 1, .oob = 1});
    run(mubuf("buffer_load_b32", 4, 0, 0));
    EXPECT_EQ(v(4, 9), 18u);
}

TEST_P(BufferTest, SwizzledAddressing) {
    count_dwords();
    // 16-byte records, elements of 4 bytes, 32 indices interleaved: dword d of record r is at
    // (r / 32) * 16 * 32 + d * 4 * 32 + (r % 32) * 4.
    set_descriptor({.stride = 16, .num_records = 100, .swizzle = 1, .index_stride = 2, .oob = 1});
    fill(0, [](unsigned lane) { return lane; });
    run(mubuf("buffer_load_b128", 4, 0, kIdxen));
    for (unsigned lane = 0; lane < lanes(); ++lane)
        for (unsigned d = 0; d < 4; ++d)
            EXPECT_EQ(v(4 + d, lane), lane / 32 * 128 + d * 32 + lane % 32);
    // 16-byte elements, 8 indices: an element's dwords stay together.
    set_descriptor({.stride = 32, .num_records = 100, .swizzle = 3, .index_stride = 0, .oob = 1});
    run(mubuf("buffer_load_b64", 4, 0, kIdxen, 20));
    for (unsigned lane = 0; lane < lanes(); ++lane)
        for (unsigned d = 0; d < 2; ++d)
            EXPECT_EQ(v(4 + d, lane), lane / 8 * 64 + 1 * 32 + lane % 8 * 4 + 1 + d);
    run(mubuf("buffer_store_b64", 4, 0, kIdxen, 0));
    EXPECT_EQ(word((9 / 8 * 64 + 9 % 8 * 4) * 4), v(4, 9));
}

TEST_P(BufferTest, RangeChecks) {
    count_dwords();
    const auto loads = [&](const BufferDescriptor& d, uint32_t index, uint32_t offset) {
        set_descriptor(d);
        fill(0, [&](unsigned) { return index; });
        fill(1, [&](unsigned) { return offset; });
        fill(4, [](unsigned) { return 0xcccc; });
        run(mubuf("buffer_load_b32", 4, 0, kIdxen | kOffen));
        return v(4, 0) != 0;
    };
    const BufferDescriptor structured_offset{.stride = 16, .num_records = 4, .oob = 0};
    EXPECT_TRUE(loads(structured_offset, 3, 12));
    EXPECT_FALSE(loads(structured_offset, 4, 0));
    EXPECT_FALSE(loads(structured_offset, 1, 13)); // offset + payload > stride.
    const BufferDescriptor structured{.stride = 16, .num_records = 4, .oob = 1};
    EXPECT_TRUE(loads(structured, 3, 400));
    EXPECT_FALSE(loads(structured, 4, 0));
    EXPECT_TRUE(loads({.stride = 16, .num_records = 1, .oob = 2}, 90, 4));
    EXPECT_FALSE(loads({.stride = 16, .num_records = 0, .oob = 2}, 1, 4));
    const BufferDescriptor raw{.num_records = 64, .oob = 3};
    EXPECT_TRUE(loads(raw, 0, 60));
    EXPECT_FALSE(loads(raw, 0, 61));
    EXPECT_FALSE(loads(raw, 0, 0xffff'fffc)); // Does not wrap.
    const BufferDescriptor raw_swizzled{.stride = 16, .num_records = 4, .swizzle = 1, .oob = 3};
    EXPECT_TRUE(loads(raw_swizzled, 3, 12));
    EXPECT_FALSE(loads(raw_swizzled, 4, 0));
    EXPECT_FALSE(loads(raw_swizzled, 0, 16));
    EXPECT_EQ(wave.events, 0u);
}

TEST_P(BufferTest, DwordsAreCheckedOneByOne) {
    count_dwords();
    set_descriptor({.num_records = 24});
    fill(1, [](unsigned) { return 16; });
    run(mubuf("buffer_load_b128", 4, 1, kOffen));
    EXPECT_EQ(v(4, 0), 4u);
    EXPECT_EQ(v(5, 0), 5u);
    EXPECT_EQ(v(6, 0), 0u);
    EXPECT_EQ(v(7, 0), 0u);
    for (unsigned i = 0; i < 4; ++i)
        fill(4 + i, [](unsigned) { return 0x99; });
    run(mubuf("buffer_store_b96", 4, 1, kOffen));
    EXPECT_EQ(word(16), 0x99u);
    EXPECT_EQ(word(20), 0x99u);
    EXPECT_EQ(word(24), 6u);
}

TEST_P(BufferTest, NullDescriptorReadsZeroAndDropsWrites) {
    for (unsigned i = 0; i < 4; ++i)
        wave.sgpr[kResource + i] = 0;
    fill(4, [](unsigned) { return 0xcccc; });
    run(mubuf("buffer_store_b32", 4, 0, 0));
    run(mubuf("buffer_load_b32", 4, 0, 0));
    EXPECT_EQ(v(4, 0), 0u);
    fill(5, [](unsigned) { return 0xcccc; });
    run(mubuf("buffer_load_format_x", 5, 0, kIdxen));
    EXPECT_EQ(v(5, 0), 0u);
    EXPECT_EQ(wave.events, 0u);
}

TEST_P(BufferTest, NullRegisterIsANullDescriptor) {
    wave.sgpr[kM0] = 0x1234; // What stands behind NULL in the register file does not matter.
    fill(4, [](unsigned) { return 0xcccc; });
    Words words = mubuf("buffer_load_b32", 4, 0, 0);
    words[1] = (words[1] & ~(0x1fu << 16)) | kNull / 4 << 16;
    run(words);
    EXPECT_EQ(v(4, 0), 0u);
    EXPECT_EQ(wave.events, 0u);
}

TEST_P(BufferTest, SmallAccessesAndPartialExec) {
    set_descriptor({});
    memory->store<uint32_t>(kBuffer, 0x8070'f1e2);
    set_exec(0b10);
    fill(4, [](unsigned) { return 0xcccc'cccc; });
    run(mubuf("buffer_load_d16_hi_i8", 4, 0, 0));
    EXPECT_EQ(v(4, 1), 0xffe2'ccccu);
    EXPECT_EQ(v(4, 0), 0xcccc'ccccu);
    run(mubuf("buffer_load_i16", 4, 0, 0));
    EXPECT_EQ(v(4, 1), 0xffff'f1e2u);
    run(mubuf("buffer_store_d16_hi_b8", 4, 0, 0, 9));
    EXPECT_EQ(word(8), 0xff00u);
}

TEST_P(BufferTest, Atomics) {
    set_descriptor({.num_records = 64});
    fill(1, [](unsigned lane) { return lane == 1 ? 64 : 8; }); // Lane 1 is out of range.
    fill(4, [](unsigned) { return 3; });
    run(mubuf("buffer_atomic_add_u32", 4, 1, kOffen, 0, kZero, true));
    EXPECT_EQ(word(8), 3 * (lanes() - 1));
    EXPECT_EQ(v(4, 0), 0u);
    EXPECT_EQ(v(4, 1), 0u);
    EXPECT_EQ(v(4, 2), 3u);
    set_exec(1);
    fill64(4, [](unsigned) { return 0x1'0000'0007ull; });
    fill64(6, [](unsigned) { return 0x2'0000'0000ull; });
    memory->store<uint64_t>(kBuffer + 16, 0x2'0000'0000ull);
    run(mubuf("buffer_atomic_cmpswap_b64", 4, 0, 0, 16, kZero, true));
    EXPECT_EQ(memory->load<uint64_t>(kBuffer + 16), 0x1'0000'0007ull);
    EXPECT_EQ(v64(4, 0), 0x2'0000'0000ull);
    fill(4, [](unsigned) { return 5; });
    run(mubuf("buffer_atomic_sub_u32", 4, 0, 0, 16));
    EXPECT_EQ(word(16), 2u);
    EXPECT_EQ(v(4, 0), 5u); // No GLC: data stays.
}

TEST_P(BufferTest, UnmappedBufferFaults) {
    set_descriptor({.base = kUnmapped});
    run(mubuf("buffer_load_b32", 4, 0, 0, 8));
    EXPECT_EQ(wave.events, unsigned(kEventMemoryFault));
    EXPECT_EQ(wave.fault.address, kUnmapped + 8);
}

constexpr unsigned kFormat8888Unorm = 42, kFormat16Float = 13, kFormat1616Sint = 28, kFormat32x3Float = 60;

TEST_P(BufferTest, TypedLoadSelectsChannels) {
    memory->store<uint32_t>(kBuffer + 4, 0xff00'3380); // X 0x80, Y 0x33, Z 0, W 0xff.
    // BGRA: X reads Z; last channel constant one.
    set_descriptor({.stride = 4,
                    .num_records = 2,
                    .oob = 0,
                    .format = kFormat8888Unorm,
                    .select = 6 | 5 << 3 | 4 << 6 | 1 << 9});
    fill(0, [](unsigned lane) { return lane == 2 ? 2 : 1; });
    run(mubuf("buffer_load_format_xyzw", 4, 0, kIdxen));
    EXPECT_EQ(std::bit_cast<float>(v(4, 0)), 0.0f);
    EXPECT_EQ(std::bit_cast<float>(v(5, 0)), 0x33 / 255.0f);
    EXPECT_EQ(std::bit_cast<float>(v(6, 0)), 0x80 / 255.0f);
    EXPECT_EQ(std::bit_cast<float>(v(7, 0)), 1.0f);
    // Out of range: zero, but a channel that selects one is one.
    EXPECT_EQ(v(5, 2), 0u);
    EXPECT_EQ(std::bit_cast<float>(v(7, 2)), 1.0f);
    // The same channels backwards in a store.
    run(mubuf("buffer_store_format_xyzw", 4, 0, kIdxen));
    EXPECT_EQ(word(4), 0x0000'3380u);
}

TEST_P(BufferTest, TypedD16) {
    memory->store<uint32_t>(kBuffer, 0xff80'40ff);
    set_descriptor({.format = kFormat8888Unorm});
    for (unsigned reg : {4u, 5u})
        fill(reg, [](unsigned) { return 0xcccc'cccc; });
    run(mubuf("buffer_load_d16_format_xyz", 4, 0, 0));
    // f16 of 1, 64/255 and 128/255: 0x3c00; 0.25098 = 1.00392 * 2^-2 -> 0x3404; 0.50196 -> 0x3804.
    EXPECT_EQ(v(4, 0), 0x3404'3c00u);
    EXPECT_EQ(v(5, 0), 0xcccc'3804u);
    run(mubuf("buffer_load_d16_hi_format_x", 5, 0, 0));
    EXPECT_EQ(v(5, 0), 0x3c00'3804u);
    run(mubuf("buffer_store_d16_format_xyzw", 4, 0, 0, 64));
    EXPECT_EQ(word(64), 0xff80'40ffu);
}

TEST_P(BufferTest, FormatOfTheInstruction) {
    set_descriptor({.format = kFormat8888Unorm});
    memory->store<uint32_t>(kBuffer, 0x7fff'8001);
    run(mtbuf("tbuffer_load_format_xy", kFormat1616Sint, 4, 0, 0));
    EXPECT_EQ(v(4, 0), 0xffff'8001u);
    EXPECT_EQ(v(5, 0), 0x7fffu);
    fill(4, [](unsigned) { return std::bit_cast<uint32_t>(-1.5f); });
    run(mtbuf("tbuffer_store_format_x", kFormat16Float, 4, 0, 0, 32));
    EXPECT_EQ(word(32), 0xbe00u);
    run(mtbuf("tbuffer_load_format_xyzw", kFormat32x3Float, 4, 0, 0, 32));
    EXPECT_EQ(v(4, 0), 0xbe00u);
    EXPECT_EQ(v(7, 0), std::bit_cast<uint32_t>(1.0f)); // W that the format lacks.
}

TEST_P(BufferTest, WhatIsNotModelledStops) {
    set_descriptor({});
    for (const Words& words : {mubuf("buffer_load_b32", 4, 0, kTfe), mubuf("buffer_load_lds_b32", 4, 0, 0),
                               mtbuf("tbuffer_load_format_x", 100, 4, 0, 0)}) {
        wave.events = 0;
        wave.pc = 0x1000;
        run_unchecked(words);
        EXPECT_EQ(wave.events, unsigned(kEventUnmodelled));
        EXPECT_EQ(wave.pc, 0x1000u);
    }
}

} // namespace
} // namespace wb::sim::test
