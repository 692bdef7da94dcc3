// SPDX-License-Identifier: MIT
// Where the texels of an image are. Levels, slices and blocks lie as gfx11's swizzle modes lay them out, so
// that an image fills exactly the memory that the driver's addrlib gave it and block-compressed views made by
// addrlib find their level (Mesa 25.0.7: Gfx11Lib::ComputeSurfaceInfo* and the block sizes of addrlib2.cpp).
// Inside a block (256 bytes to 256 KB) the elements are in the order x, y, z, sample and not in the
// hardware's: no program can see that order, as images are copied only by shaders and the SDMA engine.
#pragma once

#include "sim/isa/image_resource.h"

#include <cstdint>

namespace wb::sim {

inline constexpr unsigned kMaxImageLevels = 16;

/// The memory of an image whose elements (texels, or blocks of compressed texels) have a power of two bytes.
struct ImageLayout {
    struct Level {
        uint64_t offset = 0;             ///< From the start of the slice (of the group of slices, if thick).
        uint32_t pitch = 0;              ///< Tiled: blocks of a row of blocks. Linear: elements of a row.
        uint32_t tail_x = 0, tail_y = 0; ///< Where the level begins in the mip tail's block.
    };
    uint64_t base = 0;
    uint64_t slice_bytes = 0; ///< From one slice, or group of slices of a thick block, to the next.
    bool linear = false;
    uint8_t element_log2 = 0, width_log2 = 0, height_log2 = 0, depth_log2 = 0; ///< Bytes; block in elements.
    uint8_t block_log2 = 0;                                                    ///< Bytes of a block.
    uint8_t first_tail_level = kMaxImageLevels;
    Level levels[kMaxImageLevels];

    /// The layout of `image`, whose elements have 1 << element_log2 bytes and hold texels of
    /// texel_width x texel_height. Null reason: done; else what is not modelled.
    const char* prepare(const ImageResource& image, unsigned element_log2, unsigned texel_width,
                        unsigned texel_height);

    /// GPU address of an element of `level`. `slice` counts from the image's first.
    uint64_t address(unsigned level, uint32_t x, uint32_t y, uint32_t slice, uint32_t sample) const {
        const Level& at = levels[level];
        if (linear)
            return base + slice_bytes * slice + at.offset + ((uint64_t(y) * at.pitch + x) << element_log2);
        x += at.tail_x;
        y += at.tail_y;
        const uint64_t block = uint64_t(y >> height_log2) * at.pitch + (x >> width_log2);
        uint64_t inside = sample;
        inside = inside << depth_log2 | (slice & ((1u << depth_log2) - 1));
        inside = inside << height_log2 | (y & ((1u << height_log2) - 1));
        inside = inside << width_log2 | (x & ((1u << width_log2) - 1));
        return base + slice_bytes * (slice >> depth_log2) + at.offset + (block << block_log2) +
               (inside << element_log2);
    }
};

} // namespace wb::sim
