// SPDX-License-Identifier: MIT
// vkCmdBlitImage between levels, layers and slices, scaled and flipped, nearest and linear, on a queue with
// graphics, where script/env has RADV use compute shaders instead of drawing.
#include "tests/e2e/blit_fixture.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace wb::test {
namespace {

class Blits : public BlitTest {
protected:
    void check_one(Blit blit, uint32_t mask = ~0u, uint32_t more = 0) {
        ASSERT_NO_FATAL_FAILURE(record(blit, [&](uint32_t word) { return (word & mask) | more; }));
        ASSERT_NO_FATAL_FAILURE(submit());
        check_bits(blit);
    }
    /// Linear filtering of R32_SFLOAT, values in 0..1. A weight may be off by 1/256, as coordinates have 8
    /// fractional bits, hence the result by that for each axis.
    void check_linear(Blit blit) {
        blit.filter = VK_FILTER_LINEAR;
        record(blit, [](uint32_t word) {
            const float value = float(word >> 8) / float(1 << 24);
            uint32_t bits;
            std::memcpy(&bits, &value, 4);
            return bits;
        });
        submit();
        const VkExtent3D size = blit.from.extent(blit.src.level);
        const bool volume = blit.from.type == VK_IMAGE_TYPE_3D;
        const double tolerance = (volume ? 3 : 2) / 256.0 + 1e-6;
        for_each_texel(blit, [&](const auto& at, const auto& from) {
            double sum = 0;
            for (unsigned corner = 0; corner < 8; ++corner) {
                int64_t texel[3];
                double weight = 1;
                const int64_t sizes[] = {size.width, size.height, volume ? size.depth : 0};
                for (unsigned axis = 0; axis < 3; ++axis) {
                    const bool upper = corner >> axis & 1;
                    if (!sizes[axis]) { // A layer is not filtered.
                        weight *= !upper;
                        texel[axis] = from[axis].texel();
                        continue;
                    }
                    const double below = std::floor(from[axis].value() - 0.5),
                                 rest = from[axis].value() - 0.5 - below;
                    weight *= upper ? rest : 1 - rest;
                    texel[axis] = std::clamp<int64_t>(int64_t(below) + upper, 0, sizes[axis] - 1);
                }
                float value;
                std::memcpy(&value,
                            element(blit.before, blit.from, blit.src.level, texel[0], texel[1], texel[2]), 4);
                sum += weight * double(value);
            }
            float got;
            std::memcpy(&got, element(blit.after, blit.to, blit.dst.level, at[0], at[1], at[2]), 4);
            ASSERT_NEAR(double(got), sum, tolerance) << name(blit, at);
        });
    }
};

constexpr VkFormat kWord = VK_FORMAT_R32_UINT, kFloat = VK_FORMAT_R32_SFLOAT;

TEST_F(Blits, LayersOfLevelsScaledAndFlipped) {
    check_one({plane(kWord, 4, 90, 70, 5, 3),
               plane(kWord, 4, 60, 130, 4, 2),
               {1, 1, 3, {{3, 31, 0}, {40, 2, 1}}},
               {1, 0, 3, {{29, 5, 0}, {1, 64, 1}}}});
}

// Positions on the edge between two texels: they belong to the upper one.
TEST_F(Blits, ExactPositions) {
    if (on_lavapipe()) GTEST_SKIP() << "lavapipe's positions are rounded: 1.5 * 2 / 3 is below 1";
    check_one({plane(kWord, 4, 1024, 6),
               plane(kWord, 4, 1536, 14),
               {0, 0, 1, {{0, 0, 0}, {1024, 6, 1}}},
               {0, 0, 1, {{0, 0, 0}, {1536, 14, 1}}}});
}
TEST_F(Blits, ExactPositionsBackwards) {
    check_one({plane(kWord, 4, 1024, 6),
               plane(kWord, 4, 768, 4),
               {0, 0, 1, {{1024, 6, 0}, {0, 0, 1}}},
               {0, 0, 1, {{0, 0, 0}, {768, 4, 1}}}});
}

TEST_F(Blits, Volumes) {
    check_one({volume(kWord, 4, 20, 24, 18, 2),
               volume(kWord, 4, 26, 18, 20),
               {1, 0, 1, {{1, 2, 8}, {10, 12, 1}}},
               {0, 0, 1, {{3, 17, 2}, {25, 1, 19}}}});
}

TEST_F(Blits, RowsOfALayeredImage) {
    ImageShape from{kWord, VK_IMAGE_TYPE_1D, 100, 1, 1, 4, 2, 4, 1};
    ImageShape to{kWord, VK_IMAGE_TYPE_1D, 77, 1, 1, 3, 1, 4, 1};
    check_one({from, to, {1, 2, 2, {{50, 0, 0}, {7, 1, 1}}}, {0, 0, 2, {{4, 0, 0}, {77, 1, 1}}}});
}

TEST_F(Blits, VolumeToPlane) {
    if (on_lavapipe()) GTEST_SKIP() << "lavapipe takes another slice than the middle one";
    check_one({volume(kWord, 4, 12, 12, 9),
               plane(kWord, 4, 24, 6, 3),
               {0, 0, 1, {{0, 0, 2}, {12, 12, 7}}},
               {0, 2, 1, {{0, 0, 0}, {24, 6, 1}}}});
}
TEST_F(Blits, PlaneToVolume) {
    if (on_lavapipe()) GTEST_SKIP() << "lavapipe's handle_blit_image takes the layer 0 for the slice";
    check_one({plane(kWord, 4, 12, 12, 3),
               volume(kWord, 4, 24, 6, 9),
               {0, 1, 1, {{0, 0, 0}, {12, 12, 1}}},
               {0, 0, 1, {{0, 0, 4}, {24, 6, 5}}}});
}

class DepthStencilBlits : public Blits, public testing::WithParamInterface<std::pair<VkFormat, uint32_t>> {};

TEST_P(DepthStencilBlits, Nearest) {
    const auto [format, bytes] = GetParam();
    ImageShape from = plane(format, bytes, 44, 32, 3, 2), to = plane(format, bytes, 70, 20, 2);
    from.aspect = to.aspect = bytes == 1 ? VK_IMAGE_ASPECT_STENCIL_BIT : VK_IMAGE_ASPECT_DEPTH_BIT;
    // Depths of 32 bits are floats below 1; lavapipe takes no denormals.
    check_one({from, to, {1, 1, 2, {{0, 0, 0}, {22, 16, 1}}}, {0, 0, 2, {{66, 1, 0}, {0, 20, 1}}}},
              bytes == 4 ? 0x3eff'ffff : ~0u, bytes == 4 ? 0x0080'0000 : 0);
}
INSTANTIATE_TEST_SUITE_P(Formats, DepthStencilBlits,
                         testing::Values(std::pair(VK_FORMAT_D16_UNORM, 2u),
                                         std::pair(VK_FORMAT_D32_SFLOAT, 4u),
                                         std::pair(VK_FORMAT_S8_UINT, 1u)),
                         [](const auto& format) { return "Bytes" + std::to_string(format.param.second); });

TEST_F(Blits, LinearPlanes) {
    check_linear({plane(kFloat, 4, 40, 60, 3, 2),
                  plane(kFloat, 4, 70, 55, 2),
                  {1, 1, 2, {{0, 0, 0}, {20, 30, 1}}},
                  {0, 0, 2, {{67, 3, 0}, {2, 50, 1}}}});
}
TEST_F(Blits, LinearToHalfTheSize) { // As programs make levels.
    check_linear({plane(kFloat, 4, 64, 48),
                  plane(kFloat, 4, 32, 24),
                  {0, 0, 1, {{0, 0, 0}, {64, 48, 1}}},
                  {0, 0, 1, {{0, 0, 0}, {32, 24, 1}}}});
}
TEST_F(Blits, LinearVolumes) {
    check_linear({volume(kFloat, 4, 20, 12, 8),
                  volume(kFloat, 4, 15, 16, 11),
                  {0, 0, 1, {{0, 0, 8}, {20, 12, 0}}},
                  {0, 0, 1, {{0, 15, 1}, {15, 0, 11}}}});
}

} // namespace
} // namespace wb::test
