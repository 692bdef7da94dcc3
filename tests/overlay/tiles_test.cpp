// SPDX-License-Identifier: MIT
// Which tiles a triangle is listed in, and that hostile numbers neither crash nor grow without a limit.
#include "layer/overlay/tiles.h"

#include <gtest/gtest.h>
#include <limits>

namespace wb::layer {
namespace {

Picture picture_of(std::vector<protocol::OverlayVertex> vertices, protocol::OverlayCommand command) {
    Picture picture;
    picture.frame.vertices = std::move(vertices);
    for (uint32_t i = 0; i < picture.frame.vertices.size(); ++i)
        picture.frame.indices.push_back(i);
    command.index_count = uint32_t(picture.frame.indices.size());
    picture.frame.commands.push_back(command);
    picture.textures.push_back(
        std::make_shared<protocol::OverlayTexture>(protocol::OverlayTexture{1, 2, 1, {0, 0}}));
    picture.texture_of.push_back(0);
    return picture;
}

std::vector<uint32_t> places(const Scene& scene) {
    std::vector<uint32_t> out;
    for (uint32_t i = 0; i < scene.tile_count; ++i)
        out.push_back(scene.words[scene.tiles + 3 * i]);
    return out;
}

TEST(Tiles, ATriangleIsListedWhereItsBoxLies) {
    // From pixel 6 to pixel 17 and 9 to 15: three tiles of the second row.
    const Picture picture = picture_of({{6, 9}, {18, 9}, {6, 16}}, {0, 0, 100, 100});
    const Scene scene = make_scene(picture, 100, 100, false, {40});
    EXPECT_EQ(places(scene), (std::vector<uint32_t>{0 | 1 << 16, 1 | 1 << 16, 2 | 1 << 16}));
    EXPECT_EQ(scene.bounds, (PixelRect{0, 8, 24, 16}));
    EXPECT_EQ(scene.words[scene.commands + 4], 40u);
    EXPECT_EQ(scene.words[scene.commands + 5], 2u);
    EXPECT_EQ(scene.list + 3, scene.words.size());
}

TEST(Tiles, TheClipCutsAndThePictureEnds) {
    const Picture picture = picture_of({{0, 0}, {90, 0}, {0, 90}}, {30, 30, 39.5f, 33});
    const Scene scene = make_scene(picture, 36, 100, false, {0});
    EXPECT_EQ(places(scene), (std::vector<uint32_t>{3 | 3 << 16, 4 | 3 << 16, 3 | 4 << 16, 4 | 4 << 16}));
    EXPECT_EQ(scene.bounds, (PixelRect{24, 24, 36, 40}));
    EXPECT_EQ(scene.words[scene.commands], 30u);
    EXPECT_EQ(scene.words[scene.commands + 2], 36u);
    EXPECT_EQ(scene.words[scene.commands + 3], 33u);
}

TEST(Tiles, TrianglesOfATileKeepTheirOrder) {
    const Picture picture = picture_of(
        {{0, 0}, {4, 0}, {0, 4}, {50, 50}, {52, 50}, {50, 52}, {1, 1}, {3, 1}, {1, 3}}, {0, 0, 64, 64});
    const Scene scene = make_scene(picture, 64, 64, false, {0});
    ASSERT_EQ(scene.tile_count, 2u);
    EXPECT_EQ(scene.words[scene.tiles + 2], 2u);
    EXPECT_EQ(scene.words[scene.list], 0u);
    EXPECT_EQ(scene.words[scene.list + 1], 2u);
    EXPECT_EQ(scene.words[scene.list + 2], 1u);
}

TEST(Tiles, ConditionalCommandsWaitForStops) {
    const Picture picture =
        picture_of({{0, 0}, {4, 0}, {0, 4}}, {0, 0, 9, 9, 0, 0, 0, protocol::OverlayWhen::StopsArmed});
    EXPECT_EQ(make_scene(picture, 64, 64, false, {0}).tile_count, 0u);
    EXPECT_TRUE(make_scene(picture, 64, 64, false, {0}).bounds.is_empty());
    EXPECT_EQ(make_scene(picture, 64, 64, true, {0}).tile_count, 1u);
}

TEST(Tiles, HostileNumbersHaveALimit) {
    constexpr float kHuge = std::numeric_limits<float>::max();
    std::vector<protocol::OverlayVertex> vertices;
    for (int i = 0; i < 300; ++i)
        for (const auto& [x, y] : {std::pair{-kHuge, -kHuge}, {kHuge, -kHuge}, {-kHuge, kHuge}})
            vertices.push_back({x, y});
    const Picture picture = picture_of(std::move(vertices), {-kHuge, -kHuge, kHuge, kHuge});
    const Scene scene = make_scene(picture, 4096, 2048, false, {0});
    // 512 x 256 tiles for each triangle: 32 triangles fill the list.
    EXPECT_TRUE(scene.cut);
    EXPECT_EQ(scene.words.size() - scene.list, kMaxListed);
    EXPECT_EQ(scene.bounds, (PixelRect{0, 0, 4096, 2048}));
    const Picture inverted = picture_of({{0, 0}, {4, 0}, {0, 4}}, {kHuge, 5, -kHuge, 2});
    EXPECT_EQ(make_scene(inverted, 64, 64, false, {0}).tile_count, 0u);
}

} // namespace
} // namespace wb::layer
