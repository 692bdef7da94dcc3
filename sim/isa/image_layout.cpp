// SPDX-License-Identifier: MIT
#include "sim/isa/image_layout.h"

#include <algorithm>

namespace wb::sim {

namespace {

/// Bytes of a block by swizzle mode, as a binary logarithm; 0: no such mode on gfx11.
constexpr uint8_t kBlockLog2[32] = {
    8,  0,  8,  0,  0,  12, 12, 0, // linear, 256B_D, 4KB_S, 4KB_D
    0,  16, 16, 0,  0,  0,  0,  0, // 64KB_S, 64KB_D
    0,  16, 16, 0,  0,  12, 12, 0, // 64KB_S_T, 64KB_D_T, 4KB_S_X, 4KB_D_X
    16, 16, 16, 16, 18, 18, 18, 18 // 64KB and 256KB: Z_X, S_X, D_X, R_X
};
/// The standard and display modes make blocks of 3D images thick; the Z and R ones do not.
constexpr bool standard_or_display(unsigned mode) {
    return mode < 24 || mode % 4 == 1 || mode % 4 == 2;
}
constexpr bool depth_order(unsigned mode) {
    return mode == 24 || mode == 28;
}

struct Size3 {
    uint8_t width, height, depth;
};
/// Thick blocks by bytes of an element, binary logarithms.
constexpr Size3 kThick4K[] = {{4, 4, 4}, {3, 4, 4}, {3, 4, 3}, {3, 3, 3}, {2, 3, 3}};
constexpr Size3 kThick64K[] = {{6, 5, 5}, {5, 5, 5}, {5, 5, 4}, {5, 4, 4}, {4, 4, 4}};
constexpr Size3 kThick256K[] = {{6, 6, 6}, {5, 6, 6}, {5, 6, 5}, {5, 5, 5}, {4, 5, 5}};
/// The 256-byte pieces that the mip tail's places count in.
constexpr Size3 kThinPiece[] = {{4, 4, 0}, {4, 3, 0}, {3, 3, 0}, {3, 2, 0}, {2, 2, 0}};
constexpr Size3 kThickPiece[] = {{3, 2, 3}, {2, 2, 3}, {2, 2, 2}, {2, 1, 2}, {1, 1, 2}};
constexpr unsigned kElementSizes = 5;

uint32_t shift_up(uint32_t value, unsigned shift) {
    return (value >> shift) + ((value & ((1u << shift) - 1)) != 0);
}
uint64_t round_up(uint64_t value, unsigned log2) {
    return (value + (1ull << log2) - 1) >> log2 << log2;
}

/// Every second bit of `value`, from bit `first` on.
uint32_t every_second_bit(uint32_t value, unsigned first) {
    uint32_t out = 0;
    for (unsigned i = 0; i < 6; ++i)
        out |= (value >> (first + 2 * i) & 1) << i;
    return out;
}

void linear_levels(ImageLayout& out, const ImageResource& image, uint32_t width, uint32_t height) {
    constexpr unsigned kRowLog2 = 8; // Rows are aligned to 256 bytes.
    const bool custom_pitch =
        (image.type == ImageType::Image1D || image.type == ImageType::Image2D) && image.depth_field;
    uint64_t bytes = 0;
    for (unsigned level = image.levels; level-- > 0;) { // The smallest level is first.
        ImageLayout::Level& at = out.levels[level];
        at.pitch = custom_pitch ? image.depth_field + 1
                                : uint32_t(round_up(shift_up(width, level), kRowLog2 - out.element_log2));
        at.offset = bytes;
        bytes += (uint64_t(at.pitch) << out.element_log2) * shift_up(height, level);
    }
    out.slice_bytes = bytes;
}

} // namespace

const char* ImageLayout::prepare(const ImageResource& image, unsigned element, unsigned texel_width,
                                 unsigned texel_height) {
    *this = {};
    element_log2 = uint8_t(element);
    block_log2 = kBlockLog2[image.swizzle_mode];
    if (!block_log2 || element >= kElementSizes) return "this swizzle mode is not modelled";
    const uint32_t width = (image.width + texel_width - 1) / texel_width;
    const uint32_t height = image.one_row() ? 1 : (image.height + texel_height - 1) / texel_height;
    linear = image.swizzle_mode == 0;
    base = image.base;
    if (linear) {
        linear_levels(*this, image, width, height);
        return nullptr;
    }
    base = base >> block_log2 << block_log2; // Below are the bits of the pipe-bank XOR.

    const bool thick = image.is_3d() && standard_or_display(image.swizzle_mode);
    if (thick) {
        if (block_log2 == 8) return "256-byte swizzle modes of 3D images are not modelled";
        const Size3 size = (block_log2 == 12 ? kThick4K : block_log2 == 16 ? kThick64K : kThick256K)[element];
        width_log2 = size.width, height_log2 = size.height, depth_log2 = size.depth;
    } else {
        const unsigned elements = block_log2 - element - image.samples_log2;
        const bool wide = image.samples_log2 % 2 == 0;
        width_log2 = uint8_t((elements + wide) / 2);
        height_log2 = uint8_t(elements - width_log2);
    }

    // Levels of up to half a block share one block, the tail, if there is more than one level in all.
    unsigned tail_width_log2 = width_log2, tail_height_log2 = height_log2;
    if (thick && block_log2 % 3 == 0)
        --tail_height_log2;
    else if (!thick || block_log2 % 3 == 1)
        --tail_width_log2;
    if (depth_order(image.swizzle_mode) && element <= 1) { // As soon as a 32-bit image's level would.
        tail_width_log2 -= kThinPiece[element].width - kThinPiece[2].width;
        tail_height_log2 -= kThinPiece[element].height - kThinPiece[2].height;
    }
    const unsigned effective = thick ? block_log2 - (block_log2 - 8) / 3 : block_log2;
    const unsigned most_in_tail = effective <= 11 ? 1 + (1u << (std::max(effective, 9u) - 9)) : effective - 4;

    uint64_t level_bytes[kMaxImageLevels] = {}, bytes = 0;
    const bool has_tail = image.levels > 1 && block_log2 > 8;
    for (unsigned level = 0; level < image.levels; ++level) {
        const uint32_t w = shift_up(width, level), h = shift_up(height, level);
        if (has_tail && w <= 1u << tail_width_log2 && h <= 1u << tail_height_log2 &&
            image.levels - level <= most_in_tail) {
            first_tail_level = uint8_t(level);
            bytes = 1ull << block_log2;
            break;
        }
        const uint64_t blocks_wide = round_up(w, width_log2) >> width_log2;
        levels[level].pitch = uint32_t(blocks_wide);
        level_bytes[level] = blocks_wide * (round_up(h, height_log2) >> height_log2) << block_log2;
    }
    const Size3 piece = (thick ? kThickPiece : kThinPiece)[element];
    for (unsigned level = first_tail_level; level < image.levels; ++level) {
        const unsigned place = most_in_tail - 1 - (level - first_tail_level);
        const uint32_t offset = place > 6 ? 16u << place : place << 8;
        levels[level].pitch = 1;
        levels[level].tail_x = every_second_bit(offset, 9) << piece.width;
        levels[level].tail_y = every_second_bit(offset, 8) << piece.height;
    }
    for (unsigned level = std::min<unsigned>(first_tail_level, image.levels); level-- > 0;) {
        levels[level].offset = bytes;
        bytes += level_bytes[level];
    }
    slice_bytes = bytes;
    return nullptr;
}

} // namespace wb::sim
