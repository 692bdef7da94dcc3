// SPDX-License-Identifier: MIT
#include "samples/common/device.h"

namespace wb::headless {
namespace {

/// The feature structures that are asked for and enabled; chained in the order of their versions.
struct Features {
    VkPhysicalDeviceVulkan13Features v13{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES};
    VkPhysicalDeviceVulkan12Features v12{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
    VkPhysicalDeviceVulkan11Features v11{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES};
    VkPhysicalDeviceFeatures2 v10{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};

    explicit Features(bool has_13) {
        v10.pNext = &v11;
        v11.pNext = &v12;
        v12.pNext = has_13 ? &v13 : nullptr;
    }
    Features(const Features&) = delete;

    /// Forgets all features; keeps the chain.
    void clear() {
        v10.features = {};
        v11 = {v11.sType, v11.pNext};
        v12 = {v12.sType, v12.pNext};
        v13 = {v13.sType, v13.pNext};
    }
};

/// A family that computes and has no graphics, or `otherwise`.
uint32_t family_without_graphics(VkPhysicalDevice physical, uint32_t otherwise) {
    uint32_t count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families.data());
    for (uint32_t i = 0; i < count; ++i)
        if ((families[i].queueFlags & (VK_QUEUE_COMPUTE_BIT | VK_QUEUE_GRAPHICS_BIT)) == VK_QUEUE_COMPUTE_BIT)
            return i;
    return otherwise;
}

template <class Handle>
Handle as(uint64_t handle) {
    return reinterpret_cast<Handle>(handle);
}

} // namespace

Result<std::unique_ptr<Device>> Device::create(const DeviceOptions& options) {
    std::unique_ptr<Device> device(new Device);
    if (auto ok = device->make(options); !ok) return std::unexpected(ok.error());
    return device;
}

Status Device::make(const DeviceOptions& options) {
    auto instance = make_instance(options.application, options.instance_extensions);
    if (!instance) return std::unexpected(instance.error());
    instance_ = *instance;
    auto physical = pick_physical_device(instance_.handle);
    if (!physical) return std::unexpected(physical.error());
    physical_ = *physical;
    vkGetPhysicalDeviceProperties(physical_, &properties_);
    family_ = *compute_family(physical_);
    if (options.without_graphics) family_ = family_without_graphics(physical_, family_);

    const bool has_13 = properties_.apiVersion >= VK_API_VERSION_1_3;
    Features features(has_13);
    vkGetPhysicalDeviceFeatures2(physical_, &features.v10);
    if (!features.v12.bufferDeviceAddress)
        return fail(std::string(properties_.deviceName) + " has no buffer device addresses");
    if (options.all_features) {
        if (!options.robust) features.v10.features.robustBufferAccess = VK_FALSE;
        if (!options.robust) features.v13.robustImageAccess = VK_FALSE;
    } else {
        features.clear();
        features.v12.bufferDeviceAddress = VK_TRUE;
    }

    if (features.v13.subgroupSizeControl) {
        VkPhysicalDeviceSubgroupSizeControlProperties sizes{
            VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES};
        VkPhysicalDeviceProperties2 properties{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &sizes};
        vkGetPhysicalDeviceProperties2(physical_, &properties);
        if (sizes.requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT) {
            min_subgroup_ = sizes.minSubgroupSize;
            max_subgroup_ = sizes.maxSubgroupSize;
        }
    }

    const float priority = 1;
    VkDeviceQueueCreateInfo queue{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    queue.queueFamilyIndex = family_;
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    VkDeviceCreateInfo info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, &features.v10};
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue;
    info.enabledExtensionCount = uint32_t(options.device_extensions.size());
    info.ppEnabledExtensionNames = options.device_extensions.data();
    if (auto ok = check(vkCreateDevice(physical_, &info, nullptr, &device_),
                        std::string("making a device of ") + properties_.deviceName);
        !ok)
        return ok;
    vkGetDeviceQueue(device_, family_, 0, &queue_);
    load_debug_utils();
    return {};
}

Device::~Device() {
    if (device_) {
        vkDeviceWaitIdle(device_);
        for (auto it = owned_.rbegin(); it != owned_.rend(); ++it) {
            switch (it->type) {
            case VK_OBJECT_TYPE_BUFFER:
                vkDestroyBuffer(device_, as<VkBuffer>(it->handle), nullptr);
                break;
            case VK_OBJECT_TYPE_DEVICE_MEMORY:
                vkFreeMemory(device_, as<VkDeviceMemory>(it->handle), nullptr);
                break;
            case VK_OBJECT_TYPE_IMAGE:
                vkDestroyImage(device_, as<VkImage>(it->handle), nullptr);
                break;
            case VK_OBJECT_TYPE_IMAGE_VIEW:
                vkDestroyImageView(device_, as<VkImageView>(it->handle), nullptr);
                break;
            case VK_OBJECT_TYPE_BUFFER_VIEW:
                vkDestroyBufferView(device_, as<VkBufferView>(it->handle), nullptr);
                break;
            case VK_OBJECT_TYPE_SAMPLER:
                vkDestroySampler(device_, as<VkSampler>(it->handle), nullptr);
                break;
            case VK_OBJECT_TYPE_PIPELINE:
                vkDestroyPipeline(device_, as<VkPipeline>(it->handle), nullptr);
                break;
            case VK_OBJECT_TYPE_PIPELINE_LAYOUT:
                vkDestroyPipelineLayout(device_, as<VkPipelineLayout>(it->handle), nullptr);
                break;
            case VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT:
                vkDestroyDescriptorSetLayout(device_, as<VkDescriptorSetLayout>(it->handle), nullptr);
                break;
            case VK_OBJECT_TYPE_DESCRIPTOR_POOL:
                vkDestroyDescriptorPool(device_, as<VkDescriptorPool>(it->handle), nullptr);
                break;
            case VK_OBJECT_TYPE_COMMAND_POOL:
                vkDestroyCommandPool(device_, as<VkCommandPool>(it->handle), nullptr);
                break;
            case VK_OBJECT_TYPE_FENCE:
                vkDestroyFence(device_, as<VkFence>(it->handle), nullptr);
                break;
            default:
                break;
            }
        }
        vkDestroyDevice(device_, nullptr);
    }
    if (instance_.handle) vkDestroyInstance(instance_.handle, nullptr);
}

void Device::own(VkBuffer buffer, VkDeviceMemory memory) {
    own(VK_OBJECT_TYPE_DEVICE_MEMORY, reinterpret_cast<uint64_t>(memory));
    own(VK_OBJECT_TYPE_BUFFER, reinterpret_cast<uint64_t>(buffer));
}
void Device::own(VkImage image, VkDeviceMemory memory) {
    own(VK_OBJECT_TYPE_DEVICE_MEMORY, reinterpret_cast<uint64_t>(memory));
    own(VK_OBJECT_TYPE_IMAGE, reinterpret_cast<uint64_t>(image));
}
void Device::own(VkImageView view) {
    own(VK_OBJECT_TYPE_IMAGE_VIEW, reinterpret_cast<uint64_t>(view));
}
void Device::own(VkBufferView view) {
    own(VK_OBJECT_TYPE_BUFFER_VIEW, reinterpret_cast<uint64_t>(view));
}
void Device::own(VkSampler sampler) {
    own(VK_OBJECT_TYPE_SAMPLER, reinterpret_cast<uint64_t>(sampler));
}
void Device::own(VkPipeline pipeline) {
    own(VK_OBJECT_TYPE_PIPELINE, reinterpret_cast<uint64_t>(pipeline));
}
void Device::own(VkPipelineLayout layout) {
    own(VK_OBJECT_TYPE_PIPELINE_LAYOUT, reinterpret_cast<uint64_t>(layout));
}
void Device::own(VkDescriptorSetLayout layout) {
    own(VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT, reinterpret_cast<uint64_t>(layout));
}
void Device::own(VkDescriptorPool pool) {
    own(VK_OBJECT_TYPE_DESCRIPTOR_POOL, reinterpret_cast<uint64_t>(pool));
}
void Device::own(VkCommandPool pool) {
    own(VK_OBJECT_TYPE_COMMAND_POOL, reinterpret_cast<uint64_t>(pool));
}
void Device::own(VkFence fence) {
    own(VK_OBJECT_TYPE_FENCE, reinterpret_cast<uint64_t>(fence));
}

} // namespace wb::headless
