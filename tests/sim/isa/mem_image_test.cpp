// SPDX-License-Identifier: MIT
// MIMG loads, stores, atomics and sampling: operands and descriptors. Layouts and formats have their own
// tests.
#include "mem_image_fixture.h"

#include <bit>

namespace wb::sim::test {
namespace {

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

TEST_P(ImageTest, TexelsOfThreeDwords) {
    count_dwords();
    constexpr unsigned kUint32x3 = 58;
    // 20 texels are 240 bytes, in rows of 256; 30 are 360, in rows of 512.
    for (const unsigned width : {20u, 30u}) {
        set_descriptor({.format = kUint32x3, .width = width});
        fill(0, [](unsigned lane) { return lane % 20; });
        fill(1, [](unsigned lane) { return lane / 20; });
        run(mimg("image_load", 4, 0, k2D, 15));
        for (unsigned lane = 0; lane < lanes(); ++lane) {
            const unsigned first = lane / 20 * (width == 20 ? 64 : 128) + lane % 20 * 3;
            for (unsigned i = 0; i < 4; ++i)
                EXPECT_EQ(v(4 + i, lane), i == 3 ? 1 : first + i);
        }
    }
    set_descriptor({.format = kUint32x3, .depth = 63});
    run_unchecked(mimg("image_load", 4, 0, k2D, 15));
    EXPECT_NE(wave.stop_reason.find("96 bits"), std::string::npos) << wave.stop_reason;
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

TEST_P(ImageTest, TiledImagesKeepWhatWasStored) {
    // 64 KB blocks of 128 x 128 dwords; the pipe-bank bits of the address do not matter.
    set_descriptor({.format = kUint32, .width = 120, .height = 100, .swizzle_mode = 27});
    fill(0, [](unsigned lane) { return lane * 7 % 120; });
    fill(1, [](unsigned lane) { return lane % 3 * 33; });
    fill(4, [](unsigned lane) { return 1000 + lane; });
    run(mimg("image_store", 4, 0, k2D, 1));
    wave.sgpr[kImageResource] |= 5;
    run(mimg("image_load", 5, 0, k2D, 1));
    for (unsigned lane = 0; lane < lanes(); ++lane)
        EXPECT_EQ(v(5, lane), 1000 + lane);
}

TEST_P(ImageTest, MultisampledImagesAndTheirGather) {
    set_descriptor(
        {.format = kUint32, .type = 14, .width = 20, .height = 6, .swizzle_mode = 27, .max_mip = 2});
    fill(0, [](unsigned lane) { return lane % 16; });
    fill(1, [](unsigned) { return 2; });
    for (unsigned sample = 0; sample < 4; ++sample) {
        fill(2, [&](unsigned) { return sample; });
        fill(4, [&](unsigned lane) { return lane % 16 * 10 + sample; });
        run(mimg("image_store", 4, 0, kMsaa2D, 1));
    }
    fill(2, [](unsigned) { return 0; });
    run(mimg("image_msaa_load", 6, 0, kMsaa2D, 1));
    for (unsigned sample = 0; sample < 4; ++sample)
        EXPECT_EQ(v(6 + sample, 3), 30 + sample);
    fill(2, [](unsigned) { return 4; });
    run(mimg("image_load", 4, 0, kMsaa2D, 1));
    EXPECT_EQ(v(4, 0), 0u); // There is no fifth sample.
}

TEST_P(ImageTest, ResourceInformation) {
    set_descriptor({.format = kUint32,
                    .type = 13,
                    .width = 20,
                    .height = 7,
                    .depth = 4,
                    .first_slice = 1,
                    .max_mip = 3});
    wave.sgpr[kImageResource + 3] |= 3 << 16; // LAST_LEVEL.
    fill(0, [](unsigned lane) { return lane % 5; });
    run(mimg("image_get_resinfo", 4, 0, k2DArray));
    const uint32_t expected[5][4] = {{20, 7, 4, 4}, {10, 3, 4, 4}, {5, 1, 4, 4}, {2, 1, 4, 4}, {0, 0, 0, 4}};
    for (unsigned lane = 0; lane < 5; ++lane)
        for (unsigned i = 0; i < 4; ++i)
            EXPECT_EQ(v(4 + i, lane), expected[lane][i]) << lane << " " << i;
}

TEST_P(ImageTest, SamplesHalfwayBetweenTexels) {
    set_descriptor({.format = kFloat32, .width = 4, .height = 2});
    for (unsigned y = 0; y < 2; ++y)
        for (unsigned x = 0; x < 4; ++x)
            memory->store<float>(kBuffer + y * 256 + x * 4, float(x + 10 * y));
    set_sampler(wave, kClampAll);
    fill(0, [](unsigned) { return std::bit_cast<uint32_t>(0.5f); });   // Between texels 1 and 2.
    fill(1, [](unsigned) { return std::bit_cast<uint32_t>(0.375f); }); // A quarter from row 0 to 1.
    run(sampling("image_sample_lz", 4, 0, k2D, 1));
    EXPECT_EQ(std::bit_cast<float>(v(4, 0)), 1.5f + 2.5f);
    // An offset of one texel to the left, in the first address.
    fill(2, [](unsigned) { return 0x3fu; });
    fill(3, [](unsigned) { return std::bit_cast<uint32_t>(0.5f); });
    fill(4, [](unsigned) { return std::bit_cast<uint32_t>(0.375f); });
    run(sampling("image_sample_lz_o", 5, 2, k2D, 1));
    EXPECT_EQ(std::bit_cast<float>(v(5, 0)), 0.5f + 2.5f);
    // Halves as coordinates and as data: 0.5 and 0.375.
    fill(0, [](unsigned) { return 0x3600'3800u; });
    run(sampling("image_sample_lz", 5, 0, k2D, 1, kA16 | kD16));
    EXPECT_EQ(v(5, 0) & 0xffff, 0x4400u); // 4.0
}

TEST_P(ImageTest, AnisotropyAveragesAlongTheLongerAxis) {
    // Columns 0..15. Two probes, a texel to either side of the middle: their mean is the middle again, but of
    // columns that grow with the square it is not.
    set_descriptor({.format = kFloat32, .width = 16, .height = 4});
    for (unsigned y = 0; y < 4; ++y)
        for (unsigned x = 0; x < 16; ++x)
            memory->store<float>(kBuffer + y * 256 + x * 4, float(x * x));
    set_sampler(wave, kClampAll | 1 << 9);
    wave.sgpr[kSampler + 2] = 3 << 20 | 3 << 22 | 2 << 26;
    const float addresses[] = {4.0f / 16, 0, 0, 1.0f / 4, 8.5f / 16, 0.5f}; // d/dx, d/dy, position.
    for (unsigned i = 0; i < 6; ++i)
        fill(i, [&](unsigned) { return std::bit_cast<uint32_t>(addresses[i]); });
    Words words = sampling("image_sample_d", 8, 0, k2D, 1);
    run(words);
    EXPECT_EQ(std::bit_cast<float>(v(8, 0)), (7.0f * 7 + 9 * 9) / 2);
}

TEST_P(ImageTest, WhatIsNotModelledStops) {
    const auto stops = [&](const ImageDescriptor& d, std::string_view name, std::string_view reason) {
        set_descriptor(d);
        wave.events = 0;
        wave.pc = 0x1000;
        run_unchecked(mimg(name, 4, 0, k2D));
        EXPECT_EQ(wave.events, unsigned(kEventUnmodelled));
        EXPECT_EQ(wave.pc, 0x1000u);
        EXPECT_NE(wave.stop_reason.find(reason), std::string::npos) << wave.stop_reason;
    };
    stops({.swizzle_mode = 1}, "image_load", "swizzle mode");
    stops({.format = 82}, "image_load", "format 82");
    stops({.type = 14}, "image_sample", "multisampled");
    stops({.type = 0, .height = 2}, "image_load", "not one of an image");
    stops({.format = 109}, "image_store", "block-compressed");
    set_descriptor({});
    wave.sgpr[kImageResource + 6] = 1u << 21;
    wave.events = 0;
    run_unchecked(mimg("image_load", 4, 0, k2D));
    EXPECT_NE(wave.stop_reason.find("nodcc"), std::string::npos) << wave.stop_reason;
}

} // namespace
} // namespace wb::sim::test
