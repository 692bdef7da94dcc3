// SPDX-License-Identifier: MIT
// Image layouts: every texel of an image has memory of its own inside the image, in every swizzle mode.
#include "sim/isa/image_layout.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

namespace wb::sim::test {
namespace {

constexpr uint64_t kBase = 0xffff'8000'0100'0000;

struct LayoutCase {
    ImageType type;
    uint32_t width, height, slices;
    unsigned levels, samples_log2;
};

ImageResource resource(const LayoutCase& c, unsigned mode) {
    ImageResource image;
    image.base = kBase;
    image.type = c.type;
    image.width = c.width;
    image.height = c.height;
    image.depth_field = c.slices - 1;
    image.swizzle_mode = uint8_t(mode);
    image.levels = uint8_t(c.levels);
    image.last_level = uint8_t(c.levels - 1);
    image.samples_log2 = uint8_t(c.samples_log2);
    return image;
}

/// All texels' addresses are different, aligned and inside the image.
void expect_bijection(const LayoutCase& c, unsigned mode, unsigned element_log2) {
    SCOPED_TRACE(testing::Message() << "type " << int(c.type) << " mode " << mode << " element "
                                    << (1 << element_log2) << " size " << c.width << "x" << c.height << "x"
                                    << c.slices << " levels " << c.levels);
    const ImageResource image = resource(c, mode);
    ImageLayout layout;
    ASSERT_EQ(layout.prepare(image, element_log2, 1, 1), nullptr);
    const uint64_t groups = ((c.slices - 1) >> layout.depth_log2) + 1;
    const uint64_t bytes = layout.slice_bytes * groups;
    std::vector<uint64_t> seen;
    for (unsigned level = 0; level < c.levels; ++level)
        for (uint32_t slice = 0; slice < image.level_slices(level); ++slice)
            for (uint32_t y = 0; y < image.level_height(level); ++y)
                for (uint32_t x = 0; x < image.level_width(level); ++x)
                    for (uint32_t sample = 0; sample < 1u << c.samples_log2; ++sample)
                        seen.push_back(layout.address(level, x, y, slice, sample) - kBase);
    std::ranges::sort(seen);
    EXPECT_EQ(std::ranges::adjacent_find(seen), seen.end()) << "two texels share memory";
    EXPECT_LE(seen.back() + (1u << element_log2), bytes);
    for (uint64_t address : seen)
        ASSERT_EQ(address % (1u << element_log2), 0u);
}

constexpr unsigned kModes[] = {0, 2, 5, 6, 9, 10, 17, 18, 21, 22, 24, 25, 26, 27, 28, 29, 30, 31};

TEST(ImageLayout, TwoDimensionalImagesWithLevelsAndLayers) {
    for (unsigned mode : kModes)
        for (unsigned element = 0; element < 5; ++element) {
            expect_bijection({ImageType::Array2D, 150, 37, 3, 8, 0}, mode, element);
            expect_bijection({ImageType::Image2D, 33, 17, 1, 1, 0}, mode, element);
            expect_bijection({ImageType::Array2D, 5, 9, 2, 4, 0}, mode, element); // All in the tail.
        }
}

TEST(ImageLayout, VolumesWithLevels) {
    for (unsigned mode : kModes) {
        if (mode == 2) continue; // addrlib gives volumes no 256-byte blocks.
        for (unsigned element = 0; element < 5; ++element) {
            expect_bijection({ImageType::Image3D, 40, 36, 20, 6, 0}, mode, element);
            expect_bijection({ImageType::Image3D, 70, 33, 35, 7, 0}, mode, element);
        }
    }
}

TEST(ImageLayout, Samples) {
    for (unsigned mode : {24u, 27u, 28u, 31u})
        for (unsigned element = 0; element < 5; ++element)
            for (unsigned samples = 1; samples < 4; ++samples)
                expect_bijection({ImageType::MultisampledArray2D, 70, 40, 2, 1, samples}, mode, element);
}

/// Numbers from addrlib's rules: block sizes, and the places of levels in a tail of 64 KB.
TEST(ImageLayout, BlocksAndTail) {
    ImageLayout layout;
    ASSERT_EQ(layout.prepare(resource({ImageType::Image2D, 256, 256, 1, 9, 0}, 27), 2, 1, 1), nullptr);
    EXPECT_EQ(layout.width_log2, 7); // 64 KB of dwords: 128 x 128.
    EXPECT_EQ(layout.height_log2, 7);
    EXPECT_EQ(layout.first_tail_level, 2);        // 64 x 64 fits half a block.
    EXPECT_EQ(layout.levels[1].offset, 1u << 16); // Behind the tail,
    EXPECT_EQ(layout.levels[0].offset, 2u << 16); // then level 0.
    EXPECT_EQ(layout.slice_bytes, 6u << 16);
    EXPECT_EQ(layout.levels[2].tail_x, 64u); // Half the block: byte 32768 of the tail.
    EXPECT_EQ(layout.levels[3].tail_y, 64u);
    EXPECT_EQ(layout.levels[3].tail_x, 0u);
}

/// A block-compressed image and the view of its blocks as uncompressed elements agree.
TEST(ImageLayout, ViewsOfBlocks) {
    ImageLayout compressed, blocks;
    const LayoutCase c{ImageType::Image2D, 180, 92, 1, 5, 0};
    ASSERT_EQ(compressed.prepare(resource(c, 26), 3, 4, 4), nullptr);
    ASSERT_EQ(blocks.prepare(resource({ImageType::Image2D, 45, 23, 1, 5, 0}, 26), 3, 1, 1), nullptr);
    for (unsigned level = 0; level < 5; ++level)
        for (uint32_t y = 0; y < std::max(23u >> level, 1u); ++y)
            for (uint32_t x = 0; x < std::max(45u >> level, 1u); ++x)
                EXPECT_EQ(compressed.address(level, x, y, 0, 0), blocks.address(level, x, y, 0, 0));
}

TEST(ImageLayout, ReservedModesAreRefused) {
    ImageLayout layout;
    for (unsigned mode : {1u, 3u, 12u, 19u, 20u})
        EXPECT_NE(layout.prepare(resource({ImageType::Image2D, 8, 8, 1, 1, 0}, mode), 2, 1, 1), nullptr);
}

} // namespace
} // namespace wb::sim::test
