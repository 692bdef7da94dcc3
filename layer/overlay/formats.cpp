// SPDX-License-Identifier: MIT
#include "layer/overlay/formats.h"

namespace wb::layer {

uint32_t transfer_of(VkFormat format, VkColorSpaceKHR space) {
    if (space == VK_COLOR_SPACE_EXTENDED_SRGB_LINEAR_EXT) return 2;
    if (space == VK_COLOR_SPACE_HDR10_ST2084_EXT) return 3;
    switch (format) {
    case VK_FORMAT_R8G8B8_SRGB:
    case VK_FORMAT_B8G8R8_SRGB:
    case VK_FORMAT_R8G8B8A8_SRGB:
    case VK_FORMAT_B8G8R8A8_SRGB:
    case VK_FORMAT_A8B8G8R8_SRGB_PACK32:
        return 1;
    default:
        return 0;
    }
}

std::optional<PixelLayout> pixel_layout(VkFormat format) {
    switch (format) {
    case VK_FORMAT_R8G8B8A8_UNORM:
    case VK_FORMAT_R8G8B8A8_SRGB:
    case VK_FORMAT_A8B8G8R8_UNORM_PACK32:
    case VK_FORMAT_A8B8G8R8_SRGB_PACK32:
        return PixelLayout{0, 4};
    case VK_FORMAT_B8G8R8A8_UNORM:
    case VK_FORMAT_B8G8R8A8_SRGB:
        return PixelLayout{1, 4};
    case VK_FORMAT_A2B10G10R10_UNORM_PACK32:
        return PixelLayout{2, 4};
    case VK_FORMAT_A2R10G10B10_UNORM_PACK32:
        return PixelLayout{3, 4};
    case VK_FORMAT_R16G16B16A16_SFLOAT:
        return PixelLayout{4, 8};
    default:
        return std::nullopt;
    }
}

} // namespace wb::layer
