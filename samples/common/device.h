// SPDX-License-Identifier: MIT
// A Vulkan device with one queue for compute, headless unless extensions are asked for. It owns what is made
// from it: buffers, pipelines and command buffers live as long as it does. Not thread-safe.
#pragma once

#include "samples/common/instance.h"

#include <memory>
#include <vector>

namespace wb::headless {

struct DeviceOptions {
    const char* application = "headless";
    /// Enable every feature of Vulkan 1.0 to 1.3 that the device has, except robust access, which changes
    /// compiled code. Else only buffer device addresses are.
    bool all_features = false;
    /// Take a queue without graphics where there is one. RADV copies to images with draws on the others.
    bool without_graphics = false;
    /// For programs with a window.
    std::vector<const char*> instance_extensions, device_extensions;
    /// ... and robust access after all: what is out of range reads as zero and is not written.
    bool robust = false;
};

class Device {
public:
    /// An error names the missing driver, device or feature.
    static Result<std::unique_ptr<Device>> create(const DeviceOptions& options);
    ~Device();
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    VkDevice handle() const { return device_; }
    VkInstance instance() const { return instance_.handle; }
    VkPhysicalDevice physical() const { return physical_; }
    VkQueue queue() const { return queue_; }
    uint32_t family() const { return family_; }
    const VkPhysicalDeviceProperties& properties() const { return properties_; }
    /// The device offers a choice of subgroup sizes for compute, from smallest to largest; both 0 when it
    /// does not.
    uint32_t min_subgroup_size() const { return min_subgroup_; }
    uint32_t max_subgroup_size() const { return max_subgroup_; }

    /// Names `handle` for debuggers; nothing without VK_EXT_debug_utils.
    void name(VkObjectType type, uint64_t handle, const char* name);
    template <class Handle>
    void name(VkObjectType type, Handle handle, const char* text) {
        name(type, reinterpret_cast<uint64_t>(handle), text);
    }
    /// Begins and ends a named stretch of `commands`; nothing without VK_EXT_debug_utils.
    void begin_label(VkCommandBuffer commands, const char* label);
    void end_label(VkCommandBuffer commands);

    /// Hands an object over: it is destroyed with the device, newest first.
    void own(VkBuffer buffer, VkDeviceMemory memory);
    void own(VkImage image, VkDeviceMemory memory);
    void own(VkImageView view);
    void own(VkSampler sampler);
    void own(VkBufferView view);
    void own(VkPipeline pipeline);
    void own(VkPipelineLayout layout);
    void own(VkDescriptorSetLayout layout);
    void own(VkDescriptorPool pool);
    void own(VkCommandPool pool);
    void own(VkFence fence);

private:
    Device() = default;
    Status make(const DeviceOptions& options);
    void load_debug_utils();

    struct Owned {
        VkObjectType type;
        uint64_t handle;
    };
    void own(VkObjectType type, uint64_t handle) { owned_.push_back({type, handle}); }

    Instance instance_;
    VkPhysicalDevice physical_ = VK_NULL_HANDLE;
    VkPhysicalDeviceProperties properties_{};
    VkDevice device_ = VK_NULL_HANDLE;
    VkQueue queue_ = VK_NULL_HANDLE;
    uint32_t family_ = 0;
    uint32_t min_subgroup_ = 0, max_subgroup_ = 0;
    PFN_vkSetDebugUtilsObjectNameEXT set_name_ = nullptr;
    PFN_vkCmdBeginDebugUtilsLabelEXT begin_label_ = nullptr;
    PFN_vkCmdEndDebugUtilsLabelEXT end_label_ = nullptr;
    std::vector<Owned> owned_;
};

} // namespace wb::headless
