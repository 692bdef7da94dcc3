// SPDX-License-Identifier: MIT
// The overlay's stream: what is sent arrives, and what does not fit is refused without a read outside.
#include "protocol/overlay_frame.h"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <random>

namespace wb::protocol {
namespace {

OverlayFrame example() {
    OverlayFrame frame;
    frame.width = 640;
    frame.height = 480;
    for (uint32_t i = 0; i < 12; ++i)
        frame.vertices.push_back({float(i) * 3, float(i % 5), 0.25f, 0.75f, 0x11223344u * i});
    for (uint32_t i = 0; i < 30; ++i)
        frame.indices.push_back(i * 7 % 12);
    frame.commands.push_back({0, 0, 640, 480, 5, 0, 12, OverlayWhen::Always});
    frame.commands.push_back({10, 20, 30, 40, 6, 12, 18, OverlayWhen::StopsArmed});
    return frame;
}

// Places in the encoded example: a header of eight words, then vertices of five, indices, commands of ten.
constexpr size_t kVertices = 32, kIndices = kVertices + 12 * 20, kCommands = kIndices + 30 * 4;

template <class T>
std::string refusal(std::vector<uint8_t> bytes, size_t place, T value) {
    std::memcpy(bytes.data() + place, &value, sizeof value);
    const auto frame = decode_overlay_frame(bytes);
    return frame ? "" : frame.error().message;
}

TEST(OverlayFrame, ArrivesAsItWasSent) {
    const OverlayFrame frame = example();
    const auto bytes = encode(frame);
    ASSERT_TRUE(bytes);
    const auto back = decode_overlay_frame(*bytes);
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(*back, frame);
}

TEST(OverlayFrame, EveryCutIsRefused) {
    const auto bytes = *encode(example());
    for (size_t size = 0; size < bytes.size(); ++size) {
        // A copy of exactly this size, so that a sanitizer sees a read behind it.
        const std::vector<uint8_t> cut(bytes.begin(), bytes.begin() + long(size));
        EXPECT_FALSE(decode_overlay_frame(cut)) << size;
    }
    auto longer = bytes;
    longer.push_back(0);
    EXPECT_FALSE(decode_overlay_frame(longer));
}

TEST(OverlayFrame, WhatDoesNotFitIsNamed) {
    const auto bytes = *encode(example());
    EXPECT_NE(refusal(bytes, 0, 0u).find("no overlay frame"), std::string::npos);
    EXPECT_NE(refusal(bytes, 4, kOverlayVersion + 1).find("version 2"), std::string::npos);
    EXPECT_NE(refusal(bytes, 8, 0.0f).find("size"), std::string::npos);
    EXPECT_NE(refusal(bytes, 8, std::numeric_limits<float>::quiet_NaN()).find("size"), std::string::npos);
    EXPECT_NE(refusal(bytes, 12, 1e9f).find("size"), std::string::npos);
    EXPECT_NE(refusal(bytes, 16, kOverlayMaxVertices + 1).find("vertices"), std::string::npos);
    EXPECT_NE(refusal(bytes, 20, 0xffffffffu).find("indices"), std::string::npos);
    EXPECT_NE(refusal(bytes, 24, kOverlayMaxCommands + 1).find("commands"), std::string::npos);
    EXPECT_NE(refusal(bytes, 16, 13u).find("bytes behind its header"), std::string::npos);
    EXPECT_NE(refusal(bytes, kVertices + 4, INFINITY).find("vertex is not finite"), std::string::npos);
    EXPECT_NE(refusal(bytes, kIndices + 8, 12u).find("behind the last"), std::string::npos);
    EXPECT_NE(refusal(bytes, kCommands, NAN).find("clip"), std::string::npos);
    EXPECT_NE(refusal(bytes, kCommands + 24, 31u).find("behind the frame's last"), std::string::npos);
    EXPECT_NE(refusal(bytes, kCommands + 28, 0xfffffffdu).find("behind the frame's last"), std::string::npos);
    EXPECT_NE(refusal(bytes, kCommands + 28, 11u).find("part of a triangle"), std::string::npos);
    EXPECT_NE(refusal(bytes, kCommands + 32, 2u).find("unknown condition"), std::string::npos);
}

TEST(OverlayFrame, OverTheLimitIsNotEncoded) {
    OverlayFrame frame = example();
    frame.vertices.resize(kOverlayMaxVertices + 1);
    EXPECT_FALSE(encode(frame));
}

TEST(OverlayFrame, RandomDamageIsRefusedOrStillDrawable) {
    const auto bytes = *encode(example());
    std::mt19937 random(4);
    unsigned refused = 0;
    for (int round = 0; round < 20000; ++round) {
        auto damaged = bytes;
        for (unsigned i = 0; i <= random() % 4; ++i)
            damaged[random() % damaged.size()] = uint8_t(random());
        const auto frame = decode_overlay_frame(damaged);
        if (!frame) {
            ++refused;
            continue;
        }
        for (const uint32_t index : frame->indices)
            ASSERT_LT(index, frame->vertices.size());
        for (const OverlayCommand& command : frame->commands) {
            ASSERT_LE(uint64_t(command.first_index) + command.index_count, frame->indices.size());
            ASSERT_TRUE(std::isfinite(command.left) && std::isfinite(command.bottom));
        }
        for (const OverlayVertex& vertex : frame->vertices)
            ASSERT_TRUE(std::isfinite(vertex.x) && std::isfinite(vertex.v));
    }
    // Damage in a colour or a position is no damage of the format; most of the rest must be seen.
    EXPECT_GT(refused, 2000u);
    EXPECT_LT(refused, 20000u);
}

TEST(OverlayTexture, ArrivesAsItWasSentOrIsRefused) {
    OverlayTexture texture{7, 3, 2, {1, 2, 3, 4, 5, 6}};
    auto bytes = *encode(texture);
    const auto back = decode_overlay_texture(bytes);
    ASSERT_TRUE(back);
    EXPECT_EQ(back->id, 7u);
    EXPECT_EQ(back->width, 3u);
    EXPECT_EQ(back->texels, texture.texels);
    for (size_t size = 0; size < bytes.size(); ++size)
        EXPECT_FALSE(decode_overlay_texture(std::vector<uint8_t>(bytes.begin(), bytes.begin() + long(size))));
    bytes[16] = 0;
    EXPECT_NE(decode_overlay_texture(bytes).error().message.find("0 x 2"), std::string::npos);
    texture.width = kOverlayMaxSide + 1;
    EXPECT_FALSE(encode(texture));
    texture.width = 2;
    EXPECT_FALSE(encode(texture));
}

} // namespace
} // namespace wb::protocol
