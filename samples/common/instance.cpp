// SPDX-License-Identifier: MIT
#include "samples/common/instance.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace wb::headless {
namespace {

bool has_extension(const char* name) {
    uint32_t count = 0;
    vkEnumerateInstanceExtensionProperties(nullptr, &count, nullptr);
    std::vector<VkExtensionProperties> extensions(count);
    vkEnumerateInstanceExtensionProperties(nullptr, &count, extensions.data());
    return std::any_of(extensions.begin(), extensions.begin() + count,
                       [&](const auto& extension) { return !strcmp(extension.extensionName, name); });
}

} // namespace

Result<Instance> make_instance(const char* application, std::vector<const char*> extensions) {
    Instance instance;
    instance.debug_utils = has_extension(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
    if (instance.debug_utils) extensions.push_back(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);

    VkApplicationInfo about{VK_STRUCTURE_TYPE_APPLICATION_INFO};
    about.pApplicationName = application;
    about.apiVersion = VK_API_VERSION_1_3;
    VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    info.pApplicationInfo = &about;
    info.enabledExtensionCount = uint32_t(extensions.size());
    info.ppEnabledExtensionNames = extensions.data();
    if (auto ok = check(vkCreateInstance(&info, nullptr, &instance.handle), "vkCreateInstance"); !ok)
        return std::unexpected(ok.error());
    return instance;
}

Result<VkPhysicalDevice> pick_physical_device(VkInstance instance) {
    uint32_t count = 0;
    if (auto ok = check(vkEnumeratePhysicalDevices(instance, &count, nullptr), "listing the Vulkan devices");
        !ok)
        return std::unexpected(ok.error());
    std::vector<VkPhysicalDevice> devices(count);
    vkEnumeratePhysicalDevices(instance, &count, devices.data());

    std::string refused;
    for (VkPhysicalDevice device : devices) {
        VkPhysicalDeviceProperties properties;
        vkGetPhysicalDeviceProperties(device, &properties);
        if (properties.apiVersion < VK_API_VERSION_1_2)
            refused += std::string("; ") + properties.deviceName + " has only Vulkan 1." +
                       std::to_string(VK_API_VERSION_MINOR(properties.apiVersion));
        else if (!compute_family(device))
            refused += std::string("; ") + properties.deviceName + " has no compute queue";
        else
            return device;
    }
    return fail("no Vulkan 1.2 device with a compute queue; check VK_DRIVER_FILES" + refused);
}

Result<uint32_t> compute_family(VkPhysicalDevice physical) {
    uint32_t count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families.data());
    for (const VkQueueFlags wanted : {VK_QUEUE_COMPUTE_BIT | VK_QUEUE_GRAPHICS_BIT, VK_QUEUE_COMPUTE_BIT + 0})
        for (uint32_t i = 0; i < count; ++i)
            if ((families[i].queueFlags & wanted) == wanted) return i;
    return fail("the device has no queue family with compute");
}

} // namespace wb::headless
