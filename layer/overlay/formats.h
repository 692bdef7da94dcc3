// SPDX-License-Identifier: MIT
// What the overlay has to know of a swapchain's format and colour space.
#pragma once

#include <optional>
#include <vulkan/vulkan.h>

namespace wb::layer {

/// kTransfer of shaders/target.glsl: how the panels' colours become the picture's.
uint32_t transfer_of(VkFormat format, VkColorSpaceKHR space);

/// kFormat of shaders/compute.comp, and what a pixel takes in a buffer.
struct PixelLayout {
    uint32_t code = 0, bytes = 0;
};
/// Nothing: the compute path does not know the format.
std::optional<PixelLayout> pixel_layout(VkFormat format);

} // namespace wb::layer
