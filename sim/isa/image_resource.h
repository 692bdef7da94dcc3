// SPDX-License-Identifier: MIT
// Image resource descriptors (T#). Field positions: hardware.md 4.4 and Mesa 25.0.7's gfx11-rsrc.json;
// meaning of DEPTH, BASE_ARRAY and ARRAY_PITCH: the comments in its ac_descriptors.c.
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

/// Channel selects of a descriptor: constants, or 4..7 for X..W.
inline constexpr unsigned kImageSelectZero = 0, kImageSelectOne = 1, kImageSelectX = 4;

struct ImageResource {
    uint64_t base = 0;
    ImageType type = ImageType::Image2D;
    uint16_t format = 0;            ///< image_format.h
    uint32_t width = 0, height = 0; ///< Texels of level 0, whatever BASE_LEVEL is.
    uint32_t depth_field = 0; ///< 3D: depth - 1. Arrays and cubes: last slice. 1D, 2D: pitch - 1, 0 for none.
    uint32_t first_slice = 0;
    uint8_t swizzle_mode = 0; ///< 0 is linear.
    uint8_t samples_log2 = 0;
    uint8_t levels = 1; ///< Of the whole image: MAX_MIP + 1.
    uint8_t base_level = 0, last_level = 0;
    bool slices_of_level =
        false; ///< 3D: first_slice and depth_field are slices of the bound level (storage).
    bool compressed = false;
    uint8_t border_swizzle = 0;
    float min_lod = 0;
    uint8_t select[4] = {};

    static ImageResource decode(const uint32_t words[8]);

    bool valid_type() const { return type >= ImageType::Image1D; }
    bool multisampled() const { return type >= ImageType::Multisampled2D; }
    bool is_3d() const { return type == ImageType::Image3D; }
    bool layered() const {
        return (type >= ImageType::Cube && type <= ImageType::Array2D) ||
               type == ImageType::MultisampledArray2D;
    }
    bool one_row() const { return type == ImageType::Image1D || type == ImageType::Array1D; }

    /// Size of a level in texels.
    uint32_t level_width(unsigned level) const { return shrink(width, level); }
    uint32_t level_height(unsigned level) const { return one_row() ? 1 : shrink(height, level); }
    /// Slices, layers or faces of the level that a coordinate may name; coordinates count from 0.
    uint32_t level_slices(unsigned level) const {
        if (is_3d()) return slices_of_level ? slice_count() : shrink(depth_field + 1, level);
        return layered() ? slice_count() : 1;
    }
    /// Where the coordinate `slice` is in the image.
    uint32_t absolute_slice(uint32_t slice) const {
        return layered() || slices_of_level ? slice + first_slice : slice;
    }

private:
    static uint32_t shrink(uint32_t size, unsigned level) { return size >> level ? size >> level : 1; }
    uint32_t slice_count() const { return depth_field < first_slice ? 0 : depth_field - first_slice + 1; }
};

} // namespace wb::sim
