// SPDX-License-Identifier: MIT
// The debug labels that are open in each command buffer, kept while an engine is attached.
#pragma once

#include <string>
#include <vulkan/vulkan.h>

namespace wb::layer {

/// Labels of the command buffer, outermost first, joined with " / "; "" without any.
std::string label_of(VkCommandBuffer buffer);

} // namespace wb::layer
