// SPDX-License-Identifier: MIT
#include "layer/overlay/tiles.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace wb::layer {

using protocol::OverlayCommand;
using protocol::OverlayVertex;

/// Finite floats of any size to pixels within 0 … limit.
static int32_t pixel(float at, uint32_t limit) {
    return int32_t(std::clamp(at, 0.0f, float(limit)));
}

PixelRect clip_of(const OverlayCommand& command, uint32_t width, uint32_t height) {
    return {pixel(command.left, width), pixel(command.top, height), pixel(std::ceil(command.right), width),
            pixel(std::ceil(command.bottom), height)};
}

namespace {

/// Calls visit(tile index) for each tile that the triangle's bounding box touches inside `clip`.
template <class Visit>
void for_each_tile(const OverlayVertex& a, const OverlayVertex& b, const OverlayVertex& c,
                   const PixelRect& clip, uint32_t columns, Visit visit) {
    // Pixels whose centre may be covered; the clip is within the picture, so clamping to it is enough.
    const float left = std::min({a.x, b.x, c.x}), right = std::max({a.x, b.x, c.x});
    const float top = std::min({a.y, b.y, c.y}), bottom = std::max({a.y, b.y, c.y});
    const auto within = [](float at, int32_t low, int32_t high) {
        return int32_t(std::clamp(at, float(low), float(high)));
    };
    const PixelRect box{
        within(std::floor(left), clip.left, clip.right), within(std::floor(top), clip.top, clip.bottom),
        within(std::ceil(right), clip.left, clip.right), within(std::ceil(bottom), clip.top, clip.bottom)};
    if (box.is_empty()) return;
    for (uint32_t y = uint32_t(box.top) / kTile; y <= uint32_t(box.bottom - 1) / kTile; ++y)
        for (uint32_t x = uint32_t(box.left) / kTile; x <= uint32_t(box.right - 1) / kTile; ++x)
            visit(y * columns + x);
}

struct Triangle {
    std::array<uint32_t, 3> vertices;
    uint32_t command;
};

/// Numbers that become two passes over the triangles: counted first, then placed, so that each tile's list is
/// in the order of drawing.
class Binner {
public:
    Binner(const Picture& picture, uint32_t width, uint32_t height, bool stops_armed)
        : picture_(picture), columns_((width + kTile - 1) / kTile), rows_((height + kTile - 1) / kTile),
          counts_(size_t(columns_) * rows_) {
        const auto& commands = picture.frame.commands;
        for (uint32_t i = 0; i < commands.size(); ++i) {
            clips_.push_back(clip_of(commands[i], width, height));
            if (commands[i].when == protocol::OverlayWhen::StopsArmed && !stops_armed) clips_[i] = {};
            if (!clips_[i].is_empty()) add_triangles(i);
        }
    }

    void write(Scene& scene, uint32_t width, uint32_t height) {
        scene.triangles = uint32_t(scene.words.size());
        for (const Triangle& triangle : triangles_) {
            scene.words.insert(scene.words.end(), triangle.vertices.begin(), triangle.vertices.end());
            scene.words.push_back(triangle.command);
        }
        scene.cut = cut_;
        scene.tiles = uint32_t(scene.words.size());
        std::vector<uint32_t> next(counts_.size());
        uint32_t listed = 0;
        PixelRect tiles{int32_t(columns_), int32_t(rows_), 0, 0};
        for (uint32_t i = 0; i < counts_.size(); ++i) {
            if (!counts_[i]) continue;
            const uint32_t x = i % columns_, y = i / columns_;
            scene.words.insert(scene.words.end(), {x | y << 16, listed, counts_[i]});
            next[i] = listed;
            listed += counts_[i];
            ++scene.tile_count;
            tiles = {std::min(tiles.left, int32_t(x)), std::min(tiles.top, int32_t(y)),
                     std::max(tiles.right, int32_t(x) + 1), std::max(tiles.bottom, int32_t(y) + 1)};
        }
        scene.list = uint32_t(scene.words.size());
        scene.words.resize(scene.list + listed);
        for (uint32_t i = 0; i < triangles_.size(); ++i)
            visit(triangles_[i], [&](uint32_t tile) { scene.words[scene.list + next[tile]++] = i; });
        if (!scene.tile_count) return;
        const auto side = int32_t(kTile);
        scene.bounds = {tiles.left * side, tiles.top * side, std::min(tiles.right * side, int32_t(width)),
                        std::min(tiles.bottom * side, int32_t(height))};
    }

    const std::vector<PixelRect>& clips() const { return clips_; }

private:
    template <class Visit>
    void visit(const Triangle& triangle, Visit visit) const {
        const auto& vertices = picture_.frame.vertices;
        for_each_tile(vertices[triangle.vertices[0]], vertices[triangle.vertices[1]],
                      vertices[triangle.vertices[2]], clips_[triangle.command], columns_, visit);
    }

    void add_triangles(uint32_t number) {
        const OverlayCommand& command = picture_.frame.commands[number];
        const auto& indices = picture_.frame.indices;
        for (uint32_t i = 0; i < command.index_count && !cut_; i += 3) {
            const uint32_t at = command.first_index + i;
            const Triangle triangle{{indices[at], indices[at + 1], indices[at + 2]}, number};
            size_t touched = 0;
            visit(triangle, [&](uint32_t) { ++touched; });
            if (!touched) continue;
            cut_ = listed_ + touched > kMaxListed;
            if (cut_) return;
            listed_ += touched;
            visit(triangle, [&](uint32_t tile) { ++counts_[tile]; });
            triangles_.push_back(triangle);
        }
    }

    const Picture& picture_;
    uint32_t columns_, rows_;
    std::vector<uint32_t> counts_;
    std::vector<PixelRect> clips_;
    std::vector<Triangle> triangles_;
    size_t listed_ = 0;
    bool cut_ = false;
};

} // namespace

Scene make_scene(const Picture& picture, uint32_t width, uint32_t height, bool stops_armed,
                 const std::vector<uint32_t>& first_texel) {
    Scene scene;
    static_assert(sizeof(OverlayVertex) == 20);
    scene.words.resize(picture.frame.vertices.size() * 5);
    if (!scene.words.empty())
        std::memcpy(scene.words.data(), picture.frame.vertices.data(), scene.words.size() * 4);
    Binner binner(picture, width, height, stops_armed);
    scene.commands = uint32_t(scene.words.size());
    for (uint32_t i = 0; i < picture.frame.commands.size(); ++i) {
        const PixelRect& clip = binner.clips()[i];
        const uint32_t texture = picture.texture_of[i];
        for (const int32_t edge : {clip.left, clip.top, clip.right, clip.bottom})
            scene.words.push_back(uint32_t(edge));
        scene.words.insert(scene.words.end(), {first_texel[texture], picture.textures[texture]->width,
                                               picture.textures[texture]->height});
    }
    binner.write(scene, width, height);
    return scene;
}

} // namespace wb::layer
