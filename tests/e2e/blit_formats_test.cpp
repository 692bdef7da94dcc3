// SPDX-License-Identifier: MIT
// vkCmdBlitImage of each colour format, and between formats.
#include "tests/e2e/blit_fixture.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace wb::test {
namespace {

using FormatBlits = BlitTest;

/// A format and which words are texels that come back as they were: (word & mask) | more. Left out are NaNs,
/// infinities, the second bits of -1 in normalised formats, and shared exponents that are larger than they
/// need be.
struct Texels {
    VkFormat format;
    uint32_t bytes, mask = ~0u, more = 0;
};
constexpr uint32_t kHalves = 0xbfff'bfff, kFloats = 0xbfff'ffff;
constexpr uint32_t kSnormBytes = 0x7f7f'7f7f, kSnormHalves = 0x7fff'7fff;
constexpr Texels kTexels[] = {
    {VK_FORMAT_R4G4B4A4_UNORM_PACK16, 2},
    {VK_FORMAT_B4G4R4A4_UNORM_PACK16, 2},
    {VK_FORMAT_R5G6B5_UNORM_PACK16, 2},
    {VK_FORMAT_B5G6R5_UNORM_PACK16, 2},
    {VK_FORMAT_R5G5B5A1_UNORM_PACK16, 2},
    {VK_FORMAT_B5G5R5A1_UNORM_PACK16, 2},
    {VK_FORMAT_A1R5G5B5_UNORM_PACK16, 2},
    {VK_FORMAT_R8_UNORM, 1},
    {VK_FORMAT_R8_SNORM, 1, kSnormBytes},
    {VK_FORMAT_R8_UINT, 1},
    {VK_FORMAT_R8_SINT, 1},
    {VK_FORMAT_R8_SRGB, 1},
    {VK_FORMAT_R8G8_UNORM, 2},
    {VK_FORMAT_R8G8_SNORM, 2, kSnormBytes},
    {VK_FORMAT_R8G8_UINT, 2},
    {VK_FORMAT_R8G8_SINT, 2},
    {VK_FORMAT_R8G8_SRGB, 2},
    {VK_FORMAT_R8G8B8A8_UNORM, 4},
    {VK_FORMAT_R8G8B8A8_SNORM, 4, kSnormBytes},
    {VK_FORMAT_R8G8B8A8_UINT, 4},
    {VK_FORMAT_R8G8B8A8_SINT, 4},
    {VK_FORMAT_R8G8B8A8_SRGB, 4},
    {VK_FORMAT_B8G8R8A8_UNORM, 4},
    {VK_FORMAT_B8G8R8A8_SNORM, 4, kSnormBytes},
    {VK_FORMAT_B8G8R8A8_UINT, 4},
    {VK_FORMAT_B8G8R8A8_SINT, 4},
    {VK_FORMAT_B8G8R8A8_SRGB, 4},
    {VK_FORMAT_A8B8G8R8_UNORM_PACK32, 4},
    {VK_FORMAT_A8B8G8R8_SNORM_PACK32, 4, kSnormBytes},
    {VK_FORMAT_A8B8G8R8_UINT_PACK32, 4},
    {VK_FORMAT_A8B8G8R8_SINT_PACK32, 4},
    {VK_FORMAT_A8B8G8R8_SRGB_PACK32, 4},
    {VK_FORMAT_A2R10G10B10_UNORM_PACK32, 4},
    {VK_FORMAT_A2R10G10B10_UINT_PACK32, 4},
    {VK_FORMAT_A2B10G10R10_UNORM_PACK32, 4},
    {VK_FORMAT_A2B10G10R10_UINT_PACK32, 4},
    {VK_FORMAT_R16_UNORM, 2},
    {VK_FORMAT_R16_SNORM, 2, kSnormHalves},
    {VK_FORMAT_R16_UINT, 2},
    {VK_FORMAT_R16_SINT, 2},
    {VK_FORMAT_R16_SFLOAT, 2, kHalves},
    {VK_FORMAT_R16G16_UNORM, 4},
    {VK_FORMAT_R16G16_SNORM, 4, kSnormHalves},
    {VK_FORMAT_R16G16_UINT, 4},
    {VK_FORMAT_R16G16_SINT, 4},
    {VK_FORMAT_R16G16_SFLOAT, 4, kHalves},
    {VK_FORMAT_R16G16B16A16_UNORM, 8},
    {VK_FORMAT_R16G16B16A16_SNORM, 8, kSnormHalves},
    {VK_FORMAT_R16G16B16A16_UINT, 8},
    {VK_FORMAT_R16G16B16A16_SINT, 8},
    {VK_FORMAT_R16G16B16A16_SFLOAT, 8, kHalves},
    {VK_FORMAT_R32_UINT, 4},
    {VK_FORMAT_R32_SINT, 4},
    {VK_FORMAT_R32_SFLOAT, 4, kFloats},
    {VK_FORMAT_R32G32_UINT, 8},
    {VK_FORMAT_R32G32_SINT, 8},
    {VK_FORMAT_R32G32_SFLOAT, 8, kFloats},
    {VK_FORMAT_R32G32B32A32_UINT, 16},
    {VK_FORMAT_R32G32B32A32_SINT, 16},
    {VK_FORMAT_R32G32B32A32_SFLOAT, 16, kFloats},
    {VK_FORMAT_B10G11R11_UFLOAT_PACK32, 4, ~(1u << 10 | 1u << 21 | 1u << 31)},
    {VK_FORMAT_E5B9G9R9_UFLOAT_PACK32, 4, ~0u, 1u << 8},
};

TEST_F(FormatBlits, EveryFormatKeepsItsBits) {
    std::vector<Blit> blits;
    for (const Texels& texels : kTexels) {
        if (!supports(texels.format, VK_FORMAT_FEATURE_BLIT_SRC_BIT | VK_FORMAT_FEATURE_BLIT_DST_BIT))
            continue;
        Blit& blit = blits.emplace_back(Blit{plane(texels.format, texels.bytes, 12, 9),
                                             plane(texels.format, texels.bytes, 18, 6),
                                             {0, 0, 1, {{1, 0, 0}, {12, 9, 1}}},
                                             {0, 0, 1, {{0, 5, 0}, {17, 0, 1}}}});
        ASSERT_NO_FATAL_FAILURE(
            record(blit, [&](uint32_t word) { return (word & texels.mask) | texels.more; }));
    }
    // Vulkan 1.3, "Required Format Support", wants blits of more than this.
    ASSERT_GE(blits.size(), 30u);
    submit();
    for (const Blit& blit : blits)
        ASSERT_NO_FATAL_FAILURE(check_bits(blit));
}

/// One blit of the same region of 16 x 16 texels to a format of 32 bits; calls `check` with the elements'
/// addresses.
TEST_F(FormatBlits, BetweenFormats) {
    struct Pair {
        VkFormat from, to;
        uint32_t bytes;
        std::function<void(const uint8_t* from, const uint8_t* to)> check;
        uint32_t mask = ~0u;
    };
    const auto s32 = [](const uint8_t* at, unsigned i) {
        int32_t value;
        std::memcpy(&value, at + 4 * i, 4);
        return value;
    };
    const auto f32 = [](const uint8_t* at, unsigned i) {
        float value;
        std::memcpy(&value, at + 4 * i, 4);
        return double(value);
    };
    // Vulkan 1.3, "sRGB to Linear" by way of Khronos Data Format 1.3, 13.3.
    const auto linear = [](double v) {
        return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    const double curve = on_lavapipe() ? 2e-3 : 1e-6; // lavapipe has a polynomial.
    const Pair pairs[] = {
        {VK_FORMAT_R8G8B8A8_SINT, VK_FORMAT_R32G32_SINT, 4,
         [&](const uint8_t* from, const uint8_t* to) {
             for (unsigned i = 0; i < 2; ++i)
                 ASSERT_EQ(s32(to, i), int8_t(from[i]));
         }},
        {VK_FORMAT_R16G16_UINT, VK_FORMAT_R32G32B32A32_UINT, 4,
         [&](const uint8_t* from, const uint8_t* to) {
             for (unsigned i = 0; i < 4; ++i) // Missing components are 0, 0, 1.
                 ASSERT_EQ(s32(to, i), i < 2 ? from[2 * i] | from[2 * i + 1] << 8 : int(i == 3));
         }},
        {VK_FORMAT_B8G8R8A8_UNORM, VK_FORMAT_R32G32B32A32_SFLOAT, 4,
         [&](const uint8_t* from, const uint8_t* to) {
             const unsigned order[] = {2, 1, 0, 3};
             for (unsigned i = 0; i < 4; ++i)
                 ASSERT_NEAR(f32(to, i), from[order[i]] / 255.0, 1e-7);
         }},
        {VK_FORMAT_R8G8B8A8_SRGB, VK_FORMAT_R32G32B32A32_SFLOAT, 4,
         [&](const uint8_t* from, const uint8_t* to) {
             for (unsigned i = 0; i < 3; ++i)
                 ASSERT_NEAR(f32(to, i), linear(from[i] / 255.0), curve);
             ASSERT_NEAR(f32(to, 3), from[3] / 255.0, 1e-7);
         }},
        // The nearest code is at most half a code away, here 0.6 for the errors of powers.
        {VK_FORMAT_R32_SFLOAT, VK_FORMAT_R8G8B8A8_SRGB, 4,
         [&](const uint8_t* from, const uint8_t* to) {
             const double value = f32(from, 0), code = to[0];
             ASSERT_GE(value, linear(std::max(code - 0.6, 0.0) / 255)) << code;
             ASSERT_LE(value, linear((code + 0.6) / 255)) << code;
             ASSERT_EQ(to[1], 0);
             ASSERT_EQ(to[2], 0);
             ASSERT_EQ(to[3], 255);
         },
         0x3f7f'ffff},
        // Both end points of a block's colours are the same here: each of its texels is that colour.
        {VK_FORMAT_BC1_RGBA_UNORM_BLOCK, VK_FORMAT_R8G8B8A8_UNORM, 8,
         [&](const uint8_t* from, const uint8_t* to) {
             const uint32_t rgb = from[0] | from[1] << 8;
             const double expected[] = {(rgb >> 11) / 31.0, (rgb >> 5 & 63) / 63.0, (rgb & 31) / 31.0, 1.0};
             for (unsigned i = 0; i < 4; ++i)
                 ASSERT_NEAR(to[i], expected[i] * 255, 1.0);
         }},
    };
    std::vector<Blit> blits;
    for (const Pair& pair : pairs) {
        ASSERT_TRUE(supports(pair.from, VK_FORMAT_FEATURE_BLIT_SRC_BIT) &&
                    supports(pair.to, VK_FORMAT_FEATURE_BLIT_DST_BIT))
            << pair.from;
        const bool to_wide =
            pair.to == VK_FORMAT_R32G32B32A32_UINT || pair.to == VK_FORMAT_R32G32B32A32_SFLOAT;
        Blit& blit = blits.emplace_back(Blit{plane(pair.from, pair.bytes, 16, 16),
                                             plane(pair.to,
                                                   to_wide                            ? 16
                                                   : pair.to == VK_FORMAT_R32G32_SINT ? 8
                                                                                      : 4,
                                                   16, 16),
                                             {0, 0, 1, {{0, 0, 0}, {16, 16, 1}}},
                                             {0, 0, 1, {{0, 16, 0}, {16, 0, 1}}}});
        const bool blocks = pair.bytes == 8;
        if (blocks) blit.from.block = 4;
        bool indices = false;
        ASSERT_NO_FATAL_FAILURE(record(blit, [&](uint32_t word) {
            indices = !indices;
            return blocks ? (indices ? (word & 0xffff) * 0x10001 : 0) : word & pair.mask;
        }));
    }
    submit();
    for (size_t i = 0; i < blits.size(); ++i)
        for_each_texel(blits[i], [&](const auto& at, const auto& from) {
            const auto bytes = [](const char* at) { return reinterpret_cast<const uint8_t*>(at); };
            ASSERT_NO_FATAL_FAILURE(pairs[i].check(
                bytes(element(blits[i].before, blits[i].from, 0, from[0].texel(), from[1].texel(), 0)),
                bytes(element(blits[i].after, blits[i].to, 0, at[0], at[1], at[2]))))
                << name(blits[i], at);
        });
}

} // namespace
} // namespace wb::test
