// SPDX-License-Identifier: MIT
// The scene of the compute path: which triangles touch which tile of 8 x 8 pixels, so that each pixel looks
// at few triangles. Pure; no Vulkan.
#pragma once

#include "layer/overlay/board.h"

#include <array>
#include <vector>

namespace wb::layer {

/// A rectangle of pixels; right and bottom are outside.
struct PixelRect {
    int32_t left = 0, top = 0, right = 0, bottom = 0;
    bool is_empty() const { return right <= left || bottom <= top; }
    bool operator==(const PixelRect&) const = default;
};

/// A command's clip rectangle inside a picture of `width` x `height` pixels, whatever numbers the command
/// has.
PixelRect clip_of(const protocol::OverlayCommand& command, uint32_t width, uint32_t height);

/// Words as shaders/compute.comp reads them: vertices of five, triangles of four (three vertices, command),
/// commands of seven (clip, first texel, width, height), tiles of three (x | y << 16 in tiles, first, count),
/// and the list of triangles that tiles point into.
struct Scene {
    std::vector<uint32_t> words;
    uint32_t triangles = 0, commands = 0, tiles = 0, list = 0; ///< where each begins, in words
    uint32_t tile_count = 0;
    PixelRect bounds; ///< of all tiles, inside the picture
    bool cut = false; ///< there was more than kMaxListed; the rest is left out
};

inline constexpr uint32_t kTile = 8;
/// Triangles in all tiles together.
inline constexpr size_t kMaxListed = 1u << 22;

/// `first_texel`: by index into picture.textures. Commands of OverlayWhen::StopsArmed count if `stops_armed`.
Scene make_scene(const Picture& picture, uint32_t width, uint32_t height, bool stops_armed,
                 const std::vector<uint32_t>& first_texel);

} // namespace wb::layer
