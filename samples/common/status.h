// SPDX-License-Identifier: MIT
// Vulkan's result codes as wb::Status, with words a person can act on.
#pragma once

#include "common/result.h"

#include <string_view>
#include <vulkan/vulkan.h>

namespace wb::headless {

/// The name of `result` as Vulkan's headers spell it, or "VkResult N" for one that is not known here.
std::string result_name(VkResult result);

/// Success when `result` is VK_SUCCESS, else an error "WHAT failed: NAME", with advice for codes that have
/// any. Success codes other than VK_SUCCESS are failures here: none of the calls of this folder may return
/// one.
Status check(VkResult result, std::string_view what);

} // namespace wb::headless
