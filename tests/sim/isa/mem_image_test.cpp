// SPDX-License-Identifier: MIT
// MIMG loads, stores and atomics of linear storage images.
#include "mem_fixture.h"

#include <bit>

namespace wb::sim::test {
namespace {

constexpr unsigned kResource = 8;
enum Dimension : unsigned { k1D, k2D, k3D, kCube, k1DArray, k2DArray };
enum Modifier : uint32_t { kGlc = 1u << 14, kA16 = 1u << 16, kD16 = 1u << 17 };

Words mimg(std::string_view name, unsigned vdata, unsigned vaddr, Dimension dimension, unsigned dmask = 15,
           uint32_t modifiers = 0) {
    return {0xf000'0000u | opcode(mimg_table(), name) << 18 | dmask << 8 | 1u << 7 | dimension << 2 |
                modifiers,
            kResource / 4 << 16 | vdata << 8 | vaddr};
}

constexpr unsigned kUint8x4 = 46, kUnorm8x4 = 42, kUint32 = 20, kUint32x2 = 48, kUint16 = 11;

struct Descriptor {
    unsigned format = kUint8x4, type = 9, width = 20, height = 6, depth = 0, first_slice = 0;
    unsigned swizzle_mode = 0, max_mip = 0;
    uint32_t select = 4 | 5 << 3 | 6 << 6 | 7 << 9;
};

class ImageTest : public MemoryTest {
protected:
    void set_descriptor(const Descriptor& d) {
        uint32_t* words = &wave.sgpr[kResource];
        words[0] = uint32_t(kBuffer >> 8);
        words[1] =
            uint32_t(kBuffer >> 40 & 0xff) | d.max_mip << 16 | d.format << 20 | (d.width - 1) % 4 << 30;
        words[2] = (d.width - 1) / 4 | (d.height - 1) << 14;
        words[3] = d.select | d.swizzle_mode << 20 | d.type << 28;
        words[4] = d.depth | d.first_slice << 16;
        words[5] = words[6] = words[7] = 0;
    }
    uint32_t word(uint64_t offset) { return memory->load<uint32_t>(kBuffer + offset); }
    void count_dwords() {
        for (unsigned i = 0; i < kMappedBytes / 4; ++i)
            memory->store<uint32_t>(kBuffer + i * 4, i);
    }
};
WB_FOR_BOTH_WAVE_SIZES(ImageTest);

TEST_P(ImageTest, RowsAreAlignedTo256Bytes) {
    count_dwords();
    set_descriptor({.format = kUint32});
    fill(0, [](unsigned lane) { return lane % 20; });
    fill(1, [](unsigned lane) { return lane / 20; });
    run(mimg("image_load", 4, 0, k2D, 1));
    for (unsigned lane = 0; lane < lanes(); ++lane)
        EXPECT_EQ(v(4, lane), lane / 20 * 64 + lane % 20); // 64 dwords to a row of 20.
}

TEST_P(ImageTest, ExplicitPitchOfTwoDimensionalImages) {
    count_dwords();
    set_descriptor({.format = kUint32, .depth = 127});
    fill(0, [](unsigned) { return 3; });
    fill(1, [](unsigned) { return 2; });
    run(mimg("image_load", 4, 0, k2D, 1));
    EXPECT_EQ(v(4, 0), 2u * 128 + 3);
}

TEST_P(ImageTest, DmaskPacksTheSelectedChannels) {
    memory->store<uint32_t>(kBuffer, 0x4433'2211);
    set_descriptor({});
    fill(0, [](unsigned) { return 0; });
    fill(1, [](unsigned) { return 0; });
    fill(6, [](unsigned) { return 0xcccc; });
    run(mimg("image_load", 4, 0, k2D, 0b1010));
    EXPECT_EQ(v(4, 0), 0x22u);
    EXPECT_EQ(v(5, 0), 0x44u);
    EXPECT_EQ(v(6, 0), 0xccccu);
    set_descriptor({.select = 6 | 5 << 3 | 4 << 6 | 1 << 9}); // BGR1.
    run(mimg("image_load", 4, 0, k2D));
    EXPECT_EQ(v(4, 0), 0x33u);
    EXPECT_EQ(v(6, 0), 0x11u);
    EXPECT_EQ(v(7, 0), 1u);
}

TEST_P(ImageTest, StoresConvertAndSwizzleBackwards) {
    set_descriptor({.format = kUnorm8x4, .select = 6 | 5 << 3 | 4 << 6 | 7 << 9}); // BGRA.
    set_exec(1);
    fill(0, [](unsigned) { return 19; });
    fill(1, [](unsigned) { return 5; });
    const float channels[4] = {1.0f, 0.2f, 0.0f, 0.6f};
    for (unsigned i = 0; i < 4; ++i)
        fill(4 + i, [&](unsigned) { return std::bit_cast<uint32_t>(channels[i]); });
    run(mimg("image_store", 4, 0, k2D));
    EXPECT_EQ(word(5 * 256 + 19 * 4), 0x99ff'3300u);
}

TEST_P(ImageTest, OutOfRangeLoadsZeroAndDropsStores) {
    set_descriptor({.format = kUint32});
    for (unsigned at = 0; at < kMappedBytes; at += 4)
        memory->store<uint32_t>(kBuffer + at, 7);
    const uint32_t coordinates[][2] = {{20, 0}, {0, 6}, {uint32_t(-1), 0}, {0, uint32_t(-1)}, {19, 5}};
    fill(0, [&](unsigned lane) { return coordinates[lane % 5][0]; });
    fill(1, [&](unsigned lane) { return coordinates[lane % 5][1]; });
    run(mimg("image_load", 4, 0, k2D, 1));
    for (unsigned lane = 0; lane < lanes(); ++lane)
        EXPECT_EQ(v(4, lane), lane % 5 == 4 ? 7u : 0u);
    fill(4, [](unsigned) { return 1; });
    run(mimg("image_store", 4, 0, k2D, 1));
    unsigned changed = 0;
    for (unsigned at = 0; at < kMappedBytes; at += 4)
        changed += word(at) != 7;
    EXPECT_EQ(changed, 1u);
    EXPECT_EQ(wave.events, 0u);
}

TEST_P(ImageTest, LayersAndNonSequentialAddresses) {
    count_dwords();
    set_descriptor({.format = kUint32, .type = 13, .height = 2, .depth = 3, .first_slice = 1});
    fill(0, [](unsigned) { return 5; });
    fill(9, [](unsigned) { return 1; });
    fill(3, [](unsigned lane) { return lane % 4; });
    const Words head = mimg("image_load", 4, 0, k2DArray, 1, 1);
    const uint32_t words[3] = {head[0], head[1], 9 | 3 << 8}; // y in v9, layer in v3.
    run(words);
    for (unsigned lane = 0; lane < lanes(); ++lane) {
        const unsigned layer = lane % 4;
        EXPECT_EQ(v(4, lane), layer == 3 ? 0 : ((layer + 1) * 2 + 1) * 64 + 5); // Slices 1..3.
    }
    set_descriptor({.format = kUint32, .type = 12, .height = 1, .depth = 3});
    fill(1, [](unsigned) { return 2; });
    run(mimg("image_load", 4, 0, k1DArray, 1));
    EXPECT_EQ(v(4, 0), 2u * 64 + 5);
    set_descriptor({.format = kUint32, .type = 10, .height = 2, .depth = 3});
    fill(1, [](unsigned) { return 1; });
    fill(2, [](unsigned) { return 3; });
    run(mimg("image_load", 4, 0, k3D, 1));
    EXPECT_EQ(v(4, 0), 7u * 64 + 5);
}

TEST_P(ImageTest, SixteenBitAddressesAndData) {
    set_descriptor({.format = kUint16});
    memory->store<uint16_t>(kBuffer + 2 * 256 + 3 * 2, 0xabcd);
    fill(0, [](unsigned) { return 2 << 16 | 3; });
    fill(4, [](unsigned) { return 0xcccc'cccc; });
    run(mimg("image_load", 4, 0, k2D, 1, kA16 | kD16));
    EXPECT_EQ(v(4, 0), 0xcccc'abcdu);
}

TEST_P(ImageTest, LevelOperandOfSingleLevelImages) {
    count_dwords();
    set_descriptor({.format = kUint32});
    fill(0, [](unsigned) { return 9; });
    fill(1, [](unsigned) { return 1; });
    fill(2, [](unsigned lane) { return lane % 2; });
    run(mimg("image_load_mip", 4, 0, k2D, 1));
    EXPECT_EQ(v(4, 0), 64u + 9);
    EXPECT_EQ(v(4, 1), 0u);
}

TEST_P(ImageTest, Atomics) {
    set_descriptor({.format = kUint32});
    fill(0, [](unsigned) { return 2; });
    fill(1, [](unsigned) { return 1; });
    fill(4, [](unsigned) { return 3; });
    run(mimg("image_atomic_add", 4, 0, k2D, 1, kGlc));
    EXPECT_EQ(word(256 + 8), 3 * lanes());
    EXPECT_EQ(v(4, 1), 3u);
    set_exec(1);
    fill(4, [](unsigned) { return 77; });
    fill(5, [this](unsigned) { return 3 * lanes(); });
    run(mimg("image_atomic_cmpswap", 4, 0, k2D, 3, kGlc));
    EXPECT_EQ(word(256 + 8), 77u);
    EXPECT_EQ(v(4, 0), 3 * lanes());
    set_descriptor({.format = kUint32x2});
    fill64(4, [](unsigned) { return 0x5'0000'0001ull; });
    run(mimg("image_atomic_umax", 4, 0, k2D, 3));
    EXPECT_EQ(memory->load<uint64_t>(kBuffer + 256 + 16), 0x5'0000'0001ull);
}

TEST_P(ImageTest, WhatIsNotModelledStops) {
    const auto stops = [&](const Descriptor& d, std::string_view name, std::string_view reason) {
        set_descriptor(d);
        wave.events = 0;
        wave.pc = 0x1000;
        run_unchecked(mimg(name, 4, 0, k2D));
        EXPECT_EQ(wave.events, unsigned(kEventUnmodelled));
        EXPECT_EQ(wave.pc, 0x1000u);
        EXPECT_NE(wave.stop_reason.find(reason), std::string::npos) << wave.stop_reason;
    };
    stops({.swizzle_mode = 27}, "image_load", "tiled");
    stops({.max_mip = 3}, "image_store", "mip");
    stops({.format = 109}, "image_load", "format 109");
    stops({.type = 14}, "image_load", "multisampled");
    stops({}, "image_sample", "image_sample");
}

} // namespace
} // namespace wb::sim::test
