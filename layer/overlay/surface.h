// SPDX-License-Identifier: MIT
// Which window a surface belongs to, so that its hotkeys can be watched.
#pragma once

#include <vulkan/vulkan.h>

namespace wb::layer {

/// The surface has a swapchain now: its hotkeys count.
void watch_surface(VkSurfaceKHR surface);

} // namespace wb::layer
