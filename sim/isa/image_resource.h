// SPDX-License-Identifier: MIT
// Image resource descriptors (T#) and texel addresses of linear images. Field positions: hardware.md 4.4 and
// Mesa 25.0.7's gfx11-rsrc.json; pitch of linear surfaces: Mesa's gfx11 addrlib (rows are aligned to 256
// bytes).
#pragma once

#include <cstdint>

namespace wb::sim {

/// T#.TYPE.
enum class ImageType : uint8_t {
    Image1D = 8,
    Image2D = 9,
    Image3D = 10,
    Cube = 11,
    Array1D = 12,
    Array2D = 13,
    Multisampled2D = 14,
    MultisampledArray2D = 15,
};

struct ImageResource {
    uint64_t base = 0;
    ImageType type = ImageType::Image2D;
    uint16_t format = 0; ///< data_format.h; image formats go beyond the buffer ones.
    uint32_t width = 0, height = 0;
    uint32_t depth_field = 0; ///< 3D: depth - 1. Arrays and cubes: last slice. 1D, 2D: pitch - 1, 0 for none.
    uint32_t first_slice = 0;
    uint8_t swizzle_mode = 0; ///< 0 is linear.
    uint8_t max_mip = 0, base_level = 0, last_level = 0;
    bool compressed = false;
    uint8_t select[4] = {};

    static ImageResource decode(const uint32_t words[8]);

    bool layered() const { return type >= ImageType::Cube && type <= ImageType::Array2D; }
    /// Slices (or layers) that a coordinate may name.
    uint32_t slices() const {
        if (type == ImageType::Image3D) return depth_field + 1;
        return layered() ? depth_field - first_slice + 1 : 1;
    }
    uint32_t rows() const { return type == ImageType::Image1D || type == ImageType::Array1D ? 1 : height; }
    /// Texels from one row to the next in a linear image whose texels have `texel_bytes` (a power of two).
    uint32_t linear_pitch(unsigned texel_bytes) const;
    /// GPU address of a texel of a linear image with one level. The coordinates are in range.
    uint64_t linear_address(unsigned texel_bytes, uint32_t x, uint32_t y, uint32_t slice) const;
};

} // namespace wb::sim
