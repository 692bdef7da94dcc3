// SPDX-License-Identifier: MIT
// Data formats: every format's layout, and conversions at their edges.
#include "sim/isa/data_format.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace wb::sim {
namespace {

uint32_t bits(float value) {
    return std::bit_cast<uint32_t>(value);
}
float number(uint32_t word) {
    return std::bit_cast<float>(word);
}

struct Texel {
    uint32_t at[4];
};
Texel unpack(unsigned format, std::initializer_list<uint32_t> words) {
    uint32_t bytes[4] = {};
    std::copy(words.begin(), words.end(), bytes);
    Texel out;
    unpack_texel(*data_format(format), bytes, out.at);
    return out;
}
uint32_t pack(unsigned format, float x, float y = 0, float z = 0, float w = 0) {
    const uint32_t in[4] = {bits(x), bits(y), bits(z), bits(w)};
    uint32_t bytes[4] = {};
    pack_texel(*data_format(format), in, bytes);
    return bytes[0];
}
uint32_t pack_integers(unsigned format, uint32_t x, uint32_t y = 0, uint32_t z = 0, uint32_t w = 0) {
    const uint32_t in[4] = {x, y, z, w};
    uint32_t bytes[4] = {};
    pack_texel(*data_format(format), in, bytes);
    return bytes[0];
}

TEST(DataFormat, KnowsTheFormatsOfBufferDescriptorsOnly) {
    EXPECT_EQ(data_format(0), nullptr);
    for (unsigned id = 1; id < 64; ++id)
        EXPECT_NE(data_format(id), nullptr) << id;
    EXPECT_EQ(data_format(64), nullptr);
    EXPECT_EQ(data_format(60)->bytes(), 12u);
    EXPECT_EQ(data_format(57)->bytes(), 8u);
    EXPECT_EQ(data_format(30)->bytes(), 4u);
}

TEST(DataFormat, NormalizedNumbers) {
    EXPECT_EQ(number(unpack(1, {255}).at[0]), 1.0f);
    EXPECT_EQ(number(unpack(1, {51}).at[0]), 0.2f);
    EXPECT_EQ(number(unpack(2, {127}).at[0]), 1.0f);
    EXPECT_EQ(number(unpack(2, {0x80}).at[0]), -1.0f); // -128 clamps to -1.
    EXPECT_EQ(number(unpack(2, {0x81}).at[0]), -1.0f);
    EXPECT_EQ(number(unpack(7, {0xffff}).at[0]), 1.0f);
    EXPECT_EQ(pack(1, 0.5f), 128u); // 127.5 to even.
    EXPECT_EQ(pack(1, 2.0f), 255u);
    EXPECT_EQ(pack(1, -1.0f), 0u);
    EXPECT_EQ(pack(1, std::numeric_limits<float>::quiet_NaN()), 0u);
    EXPECT_EQ(pack(2, -1.0f), 0x81u);
    EXPECT_EQ(pack(2, -7.0f), 0x81u);
    EXPECT_EQ(pack(8, 1.0f), 0x7fffu);
}

TEST(DataFormat, PackedComponentsStartAtTheLeastSignificantBit) {
    // 2_10_10_10: W in the top two bits; 10_10_10_2: X in the low two.
    const Texel a = unpack(40, {3u << 30 | 5u << 20 | 6u << 10 | 7u});
    EXPECT_EQ(a.at[0], 7u);
    EXPECT_EQ(a.at[1], 6u);
    EXPECT_EQ(a.at[2], 5u);
    EXPECT_EQ(a.at[3], 3u);
    const Texel b = unpack(35, {0x200u << 22 | 5u << 12 | 6u << 2 | 3u});
    EXPECT_EQ(b.at[0], uint32_t(-1));
    EXPECT_EQ(b.at[1], 6u);
    EXPECT_EQ(b.at[3], uint32_t(-512));
    EXPECT_EQ(pack_integers(40, 1, 2, 3, 1), 1u << 30 | 3u << 20 | 2u << 10 | 1u);
    EXPECT_EQ(pack(36, 1, 0, 1, 1), 0xfff0'03ffu);
    EXPECT_EQ(pack_integers(46, 1, 2, 3, 4), 0x0403'0201u);
}

TEST(DataFormat, IntegersClampAndMissingChannelsAreZeroAndOne) {
    EXPECT_EQ(pack_integers(5, 300), 255u);
    EXPECT_EQ(pack_integers(6, uint32_t(-300)), 0x80u);
    EXPECT_EQ(pack_integers(6, 300), 0x7fu);
    const Texel i = unpack(5, {9});
    EXPECT_EQ(i.at[1], 0u);
    EXPECT_EQ(i.at[3], 1u);
    const Texel f = unpack(22, {bits(2.5f)});
    EXPECT_EQ(f.at[0], bits(2.5f));
    EXPECT_EQ(f.at[2], 0u);
    EXPECT_EQ(f.at[3], bits(1.0f));
}

TEST(DataFormat, ScaledNumbers) {
    EXPECT_EQ(number(unpack(3, {200}).at[0]), 200.0f);
    EXPECT_EQ(number(unpack(4, {200}).at[0]), -56.0f);
    EXPECT_EQ(pack(3, 200.7f), 200u);
    EXPECT_EQ(pack(4, -200.0f), 0x80u);
}

TEST(DataFormat, HalfFloats) {
    const struct {
        float value;
        uint16_t half;
    } cases[] = {{1.0f, 0x3c00},       {-2.0f, 0xc000},        {65504.0f, 0x7bff},     {65519.0f, 0x7bff},
                 {65520.0f, 0x7c00},   {0x1p-14f, 0x0400},     {0x1p-24f, 0x0001},     {0x1p-25f, 0x0000},
                 {0x1.8p-25f, 0x0001}, {-0.0f, 0x8000},        {1 + 0x1p-11f, 0x3c00}, {1 + 0x3p-11f, 0x3c02},
                 {INFINITY, 0x7c00},   {0x1.ff8p-15f, 0x03ff}, {0x1.ffcp-15f, 0x0400}};
    for (const auto& test : cases)
        EXPECT_EQ(half_from_float(bits(test.value)), test.half) << test.value;
    EXPECT_GT(half_from_float(bits(NAN)) & 0x7fff, 0x7c00);
    for (unsigned half = 0; half < 0x10000; ++half) {
        if ((half & 0x7c00) == 0x7c00 && half & 0x3ff) continue; // NaN payloads may change.
        const uint32_t wide = float_from_half(uint16_t(half));
        ASSERT_EQ(half_from_float(wide), half);
        const int exponent = int(half >> 10 & 31), mantissa = int(half & 1023);
        const float expected = exponent == 31 ? INFINITY
                               : exponent     ? std::ldexp(float(1024 + mantissa), exponent - 25)
                                              : std::ldexp(float(mantissa), -24);
        ASSERT_EQ(wide, bits(half & 0x8000 ? -expected : expected)) << half;
    }
}

TEST(DataFormat, UnsignedSmallFloats) {
    // 10_11_11: X and Y have 6 mantissa bits, Z 5. One is exponent 15.
    const Texel one = unpack(30, {15u << 6 | 15u << 17 | 15u << 27});
    for (unsigned i = 0; i < 3; ++i)
        EXPECT_EQ(number(one.at[i]), 1.0f);
    EXPECT_EQ(pack(30, 1, 1, 1), 15u << 6 | 15u << 17 | 15u << 27);
    EXPECT_EQ(pack(30, -1, 1e9f, 0), 0x7bfu << 11); // Negative to 0, too large to the largest finite one.
    EXPECT_EQ(pack(30, INFINITY, 0, 0), 0x7c0u);
    EXPECT_EQ(number(unpack(31, {16u << 5}).at[0]), 2.0f); // 11_11_10: X has 10 bits.
}

/// Both ways to unpack, for each bit pattern of each component that is smaller than a dword.
TEST(DataFormat, ComponentsOfManyTexelsAreThoseOfEach) {
    for (unsigned id = 1; id < 64; ++id) {
        const DataFormat& format = *data_format(id);
        for (unsigned i = 0; i < format.components; ++i) {
            const unsigned position = format.position(i), size = format.bits[i];
            constexpr unsigned kTexels = 64;
            for (uint32_t first = 0; first < (1u << std::min(size, 16u)); first += kTexels) {
                uint32_t dwords[kTexels], out[kTexels], expected[4];
                for (unsigned k = 0; k < kTexels; ++k)
                    dwords[k] = size == 32 ? (first + k) * 0x1001'0003u : ~0u ^ (first + k) << position % 32;
                unpack_component(format, i, dwords, out, kTexels);
                for (unsigned k = 0; k < kTexels; ++k) {
                    uint32_t texel[4] = {~0u, ~0u, ~0u, ~0u};
                    texel[position / 32] = dwords[k];
                    unpack_texel(format, texel, expected);
                    ASSERT_EQ(out[k], expected[i])
                        << "format " << id << " component " << i << std::hex << " " << dwords[k];
                }
            }
        }
    }
}

} // namespace
} // namespace wb::sim
