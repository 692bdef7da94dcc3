// SPDX-License-Identifier: MIT
// Compute pipelines: a shader, its push constants, and storage buffers at set 0, bindings 0 onwards.
#pragma once

#include "samples/common/buffer.h"

namespace wb::headless {

/// An image, a texel buffer or a uniform buffer, by its type.
struct ImageBinding {
    VkDescriptorType type = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
    VkImageView view = VK_NULL_HANDLE; ///< in VK_IMAGE_LAYOUT_GENERAL
    VkSampler sampler = VK_NULL_HANDLE;
    VkBufferView texels = VK_NULL_HANDLE;
    VkBuffer buffer = VK_NULL_HANDLE;
    uint32_t elements = 1; ///< more: this and the following ones are an array at one binding
};

struct PipelineInfo {
    std::span<const uint32_t> spirv; ///< its entry point is "main"
    uint32_t push_constant_bytes = 0;
    std::span<const Buffer> buffers;      ///< bound to set 0, one binding each, in order
    std::span<const ImageBinding> images; ///< bound to set 0 from binding `first_image` on; needs buffers
    uint32_t first_image = 0;
    uint32_t subgroup_size = 0;   ///< required size; 0: the driver chooses
    bool full_subgroups = false;  ///< the workgroup's x is a multiple of the subgroup size; needs Vulkan 1.3
    bool no_optimization = false; ///< VK_PIPELINE_CREATE_DISABLE_OPTIMIZATION_BIT
    const char* name = "compute pipeline"; ///< for debuggers
};

struct Pipeline {
    VkPipeline handle = VK_NULL_HANDLE;
    VkPipelineLayout layout = VK_NULL_HANDLE;
    VkDescriptorSet set = VK_NULL_HANDLE; ///< null without buffers
};

/// Makes the pipeline, its layout and a written descriptor set, all owned by `device`. `subgroup_size` must
/// lie in the device's range: an error says so when it does not.
Result<Pipeline> make_pipeline(Device& device, const PipelineInfo& info);

} // namespace wb::headless
