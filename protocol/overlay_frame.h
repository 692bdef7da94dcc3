// SPDX-License-Identifier: MIT
// What wavebreak streams to be drawn over the program's picture: textures, and whole frames of triangles. The
// bytes are little endian and carry a version. Decoding checks everything, so that a frame that decodes can
// be drawn without further checks: indices name vertices, ranges lie inside, numbers are finite.
#pragma once

#include "common/result.h"

#include <cstdint>
#include <span>
#include <vector>

namespace wb::protocol {

inline constexpr uint32_t kOverlayVersion = 1;
/// Limits of one frame and one texture. Over them, encoding and decoding fail.
inline constexpr uint32_t kOverlayMaxVertices = 1u << 18, kOverlayMaxIndices = 1u << 20,
                          kOverlayMaxCommands = 1u << 13, kOverlayMaxSide = 4096;
/// Texels of all textures that the layer keeps at a time.
inline constexpr uint64_t kOverlayMaxTexels = 16u << 20;

struct OverlayVertex {
    float x = 0, y = 0;  ///< in pixels of a picture of the frame's size, from its upper left corner
    float u = 0, v = 0;  ///< 0 … 1 over the texture
    uint32_t colour = 0; ///< red in the lowest byte, then green, blue, alpha; sRGB-encoded, not premultiplied
    bool operator==(const OverlayVertex&) const = default;
};

/// When a command is drawn.
enum class OverlayWhen : uint32_t {
    Always = 0,
    StopsArmed = 1, ///< only while a wave may stop (or is stopped), so that the picture may stand still
};

struct OverlayCommand {
    float left = 0, top = 0, right = 0, bottom = 0; ///< in pixels; what is outside is cut off
    uint64_t texture = 0;
    uint32_t first_index = 0, index_count = 0; ///< three indices a triangle
    OverlayWhen when = OverlayWhen::Always;
    bool operator==(const OverlayCommand&) const = default;
};

struct OverlayFrame {
    float width = 0, height = 0; ///< of the picture it was laid out for, in pixels
    std::vector<OverlayVertex> vertices;
    std::vector<uint32_t> indices; ///< into `vertices`
    std::vector<OverlayCommand> commands;
    bool operator==(const OverlayFrame&) const = default;
};

struct OverlayTexture {
    uint64_t id = 0;
    uint32_t width = 0, height = 0;
    std::vector<uint32_t> texels; ///< row by row, as OverlayVertex::colour
};

/// The bytes of a frame or texture; an error when it is over the limits.
Result<std::vector<uint8_t>> encode(const OverlayFrame& frame);
Result<std::vector<uint8_t>> encode(const OverlayTexture& texture);
/// An error says what does not fit. Never reads outside `bytes`, never allocates more than a few times their
/// number.
Result<OverlayFrame> decode_overlay_frame(std::span<const uint8_t> bytes);
Result<OverlayTexture> decode_overlay_texture(std::span<const uint8_t> bytes);

} // namespace wb::protocol
