// SPDX-License-Identifier: MIT
// A Vulkan instance for programs without a window, and the choice of a physical device.
#pragma once

#include "samples/common/status.h"

#include <vector>

namespace wb::headless {

struct Instance {
    VkInstance handle = VK_NULL_HANDLE;
    bool debug_utils = false; ///< VK_EXT_debug_utils is enabled
};

/// Makes an instance that asks for Vulkan 1.3, with `extensions`, and VK_EXT_debug_utils where the loader
/// offers it. The caller destroys it.
Result<Instance> make_instance(const char* application, std::vector<const char*> extensions = {});

/// The first physical device, in the loader's order, that has Vulkan 1.2 and a queue family with compute. An
/// error tells which devices there were and why each was not taken.
Result<VkPhysicalDevice> pick_physical_device(VkInstance instance);

/// The index of the first queue family of `physical` that has compute, preferring one with graphics too
/// (RADV's gfx ring, where games dispatch); an error when there is none.
Result<uint32_t> compute_family(VkPhysicalDevice physical);

} // namespace wb::headless
