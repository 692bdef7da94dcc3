// SPDX-License-Identifier: MIT
// Image formats beyond those of buffers (mem_format_test.cpp): decoding against values worked out from the
// specifications, and that encoding reverses decoding. Whole block-compressed images are compared with
// lavapipe's decoders by the shader corpus.
#include "sim/isa/atomic_ops.h"
#include "sim/isa/cube_map.h"
#include "sim/isa/image_format.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>

namespace wb::sim::test {
namespace {

struct Texel {
    float channel[4];
};
Texel decode(unsigned format, const void* element, unsigned x = 0, unsigned y = 0) {
    const IeeeArithmetic arithmetic;
    uint32_t out[4];
    const ImageFormat& known = *image_format(format);
    known.decode(known, static_cast<const uint8_t*>(element), x, y, out);
    Texel texel;
    std::memcpy(texel.channel, out, sizeof out);
    return texel;
}
void expect_texel(const Texel& texel, float r, float g, float b, float a) {
    EXPECT_NEAR(texel.channel[0], r, 1e-6);
    EXPECT_NEAR(texel.channel[1], g, 1e-6);
    EXPECT_NEAR(texel.channel[2], b, 1e-6);
    EXPECT_NEAR(texel.channel[3], a, 1e-6);
}

/// Every 16-bit pattern of the small formats survives decoding and encoding; all 32-bit ones by steps.
TEST(ImageFormat, EncodingReversesDecoding) {
    const IeeeArithmetic arithmetic;
    for (unsigned id = 1; id < 256; ++id) {
        const ImageFormat* format = image_format(id);
        if (!format || !format->encode) continue;
        for (uint64_t i = 0; i < 0x10000; ++i) {
            const uint64_t pattern = i * (format->element_bytes > 2 ? 0x9e37'79b9'7f4a'7c15u : 1);
            uint8_t first[16] = {}, second[16] = {};
            for (unsigned at = 0; at < format->element_bytes; at += 8)
                std::memcpy(first + at, &pattern, std::min<size_t>(8, format->element_bytes - at));
            uint32_t once[4], twice[4];
            format->decode(*format, first, 0, 0, once);
            format->encode(*format, once, second);
            format->decode(*format, second, 0, 0, twice);
            for (unsigned c = 0; c < 4; ++c) {
                const float a = std::bit_cast<float>(once[c]), b = std::bit_cast<float>(twice[c]);
                const bool nan = format->type == NumberType::Float && std::isnan(a) && std::isnan(b);
                ASSERT_TRUE(once[c] == twice[c] || nan) << "format " << id << " pattern " << pattern;
            }
        }
    }
}

TEST(ImageFormat, ColoursOfSrgb) {
    // IEC 61966-2-1: byte 188 is 0.50289 linear; 10 is in the straight part, 10 / 255 / 12.92.
    const uint8_t texel[4] = {188, 10, 255, 51};
    expect_texel(decode(66, texel), 0.50288655f, 0.00303527f, 1.0f, 0.2f);
}

TEST(ImageFormat, SharedExponents) {
    // Exponent 16 - 15 - 9: a unit is 1/256.
    const uint32_t word = 256 | 128 << 9 | 511 << 18 | 16u << 27;
    expect_texel(decode(67, &word), 1.0f, 0.5f, 511.0f / 256, 1.0f);
    const ImageFormat& format = *image_format(67);
    const IeeeArithmetic arithmetic;
    const float huge[4] = {1e9f, -3.0f, std::nanf(""), 0};
    uint32_t in[4], out;
    std::memcpy(in, huge, sizeof in);
    format.encode(format, in, reinterpret_cast<uint8_t*>(&out));
    EXPECT_EQ(out, 511u | 31u << 27);
}

TEST(ImageFormat, SmallPackedFormats) {
    const uint16_t word = 0b11111'000000'10000;
    expect_texel(decode(68, &word), 16.0f / 31, 0, 1.0f, 1.0f); // X is in the lowest bits.
    const uint16_t with_alpha = 0b1'00000'11111'00001;
    expect_texel(decode(69, &with_alpha), 1.0f / 31, 1.0f, 0, 1.0f);
}

TEST(ImageFormat, Bc1ThreeColours) {
    // First end red 0 <= second end red 31: a half, and transparent black.
    const uint8_t block[8] = {0x00, 0x00, 0x00, 0xf8, 0b11'10'01'00, 0, 0, 0};
    expect_texel(decode(109, block, 0), 0, 0, 0, 1);
    expect_texel(decode(109, block, 1), 1, 0, 0, 1);
    expect_texel(decode(109, block, 2), 0.5f, 0, 0, 1);
    expect_texel(decode(109, block, 3), 0, 0, 0, 0);
}

TEST(ImageFormat, Bc4Ramp) {
    // Ends 210 and 0: code 2 is 6/7 of the first. Codes of texels 0, 1, 2: 0, 1, 2.
    const uint8_t block[8] = {210, 0, 0b10'001'000, 0, 0, 0, 0, 0};
    expect_texel(decode(115, block, 0), 210.0f / 255, 0, 0, 1);
    expect_texel(decode(115, block, 1), 0, 0, 0, 1);
    expect_texel(decode(115, block, 2), 180.0f / 255, 0, 0, 1);
}

TEST(ImageFormat, Bc7ModeSixConstant) {
    // Mode 6: bit 6 set, then R0 R1 G0 G1 B0 B1 A0 A1 of 7 bits and two parity bits; both ends the same.
    uint64_t words[2] = {};
    unsigned at = 0;
    const auto put = [&](uint64_t value, unsigned bits) {
        for (unsigned i = 0; i < bits; ++i, ++at)
            words[at / 64] |= (value >> i & 1) << at % 64;
    };
    put(1 << 6, 7);
    for (unsigned value : {100, 100, 50, 50, 0, 0, 127, 127})
        put(value, 7);
    put(3, 2);
    expect_texel(decode(121, words, 2, 3), 201.0f / 255, 101.0f / 255, 1.0f / 255, 1);
}

/// Each edge texel's neighbour has that texel as a neighbour too.
TEST(CubeMap, NeighboursAreMutual) {
    constexpr int kSize = 8;
    for (uint32_t face = 0; face < 6; ++face)
        for (int i = 0; i < kSize; ++i)
            for (const auto& [x, y] : {std::pair{-1, i}, {kSize, i}, {i, -1}, {i, kSize}}) {
                const CubeTexel to = cube_neighbour(face, x, y, kSize);
                EXPECT_NE(to.face, face);
                unsigned back = 0;
                for (const auto& [dx, dy] : {std::pair{-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
                    const int64_t nx = int64_t(to.x) + dx, ny = int64_t(to.y) + dy;
                    if (nx >= 0 && nx < kSize && ny >= 0 && ny < kSize) continue;
                    const CubeTexel from = cube_neighbour(to.face, nx, ny, kSize);
                    back += from.face == face && int(from.x) == std::clamp(x, 0, kSize - 1) &&
                            int(from.y) == std::clamp(y, 0, kSize - 1);
                }
                EXPECT_EQ(back, 1u) << face << " " << x << " " << y;
            }
}

} // namespace
} // namespace wb::sim::test
