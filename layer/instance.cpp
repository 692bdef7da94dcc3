// SPDX-License-Identifier: MIT
#include "layer/dispatch.h"
#include "layer/entry.h"

#include <cstring>
#include <new>

namespace wb::layer {

VKAPI_ATTR VkResult VKAPI_CALL CreateInstance(const VkInstanceCreateInfo* info,
                                              const VkAllocationCallbacks* allocator, VkInstance* instance) {
    auto* link =
        find_link<VkLayerInstanceCreateInfo>(info->pNext, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
    if (!link || !link->u.pLayerInfo) return VK_ERROR_INITIALIZATION_FAILED;
    const PFN_vkGetInstanceProcAddr get_proc = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    const auto create = reinterpret_cast<PFN_vkCreateInstance>(get_proc(VK_NULL_HANDLE, "vkCreateInstance"));
    if (!create) return VK_ERROR_INITIALIZATION_FAILED;
    // The next layer must find its own link.
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    const VkResult result = create(info, allocator, instance);
    if (result != VK_SUCCESS) return result;

    auto* data = new (std::nothrow) InstanceData;
    if (!data) {
        const auto destroy =
            reinterpret_cast<PFN_vkDestroyInstance>(get_proc(*instance, "vkDestroyInstance"));
        if (destroy) destroy(*instance, allocator);
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    const auto next = [&](const char* name) { return get_proc(*instance, name); };
    data->instance = *instance;
    data->get_proc = get_proc;
    data->destroy_instance = reinterpret_cast<PFN_vkDestroyInstance>(next("vkDestroyInstance"));
    data->enumerate_device_extensions = reinterpret_cast<PFN_vkEnumerateDeviceExtensionProperties>(
        next("vkEnumerateDeviceExtensionProperties"));
    data->get_properties =
        reinterpret_cast<PFN_vkGetPhysicalDeviceProperties>(next("vkGetPhysicalDeviceProperties"));
    data->destroy_surface = reinterpret_cast<PFN_vkDestroySurfaceKHR>(next("vkDestroySurfaceKHR"));
    data->create_xcb_surface = next("vkCreateXcbSurfaceKHR");
    data->create_xlib_surface = next("vkCreateXlibSurfaceKHR");
    data->create_wayland_surface = next("vkCreateWaylandSurfaceKHR");
    data->physical = {reinterpret_cast<PFN_vkGetPhysicalDeviceQueueFamilyProperties>(
                          next("vkGetPhysicalDeviceQueueFamilyProperties")),
                      reinterpret_cast<PFN_vkGetPhysicalDeviceMemoryProperties>(
                          next("vkGetPhysicalDeviceMemoryProperties")),
                      reinterpret_cast<PFN_vkGetPhysicalDeviceImageFormatProperties>(
                          next("vkGetPhysicalDeviceImageFormatProperties")),
                      reinterpret_cast<PFN_vkGetPhysicalDeviceSurfaceCapabilitiesKHR>(
                          next("vkGetPhysicalDeviceSurfaceCapabilitiesKHR"))};
    instances().put(*instance, data);
    return result;
}

VKAPI_ATTR void VKAPI_CALL DestroyInstance(VkInstance instance, const VkAllocationCallbacks* allocator) {
    InstanceData* data = instance ? instances().take(instance) : nullptr;
    if (!data) return;
    data->destroy_instance(instance, allocator);
    delete data;
}

static VkResult own_layer(uint32_t* count, VkLayerProperties* properties) {
    if (!properties) {
        *count = 1;
        return VK_SUCCESS;
    }
    if (*count < 1) return VK_INCOMPLETE;
    *count = 1;
    *properties = {};
    std::strncpy(properties->layerName, kLayerName, sizeof properties->layerName - 1);
    std::strncpy(properties->description, "Wavebreak shader debugger", sizeof properties->description - 1);
    properties->specVersion = VK_HEADER_VERSION_COMPLETE;
    properties->implementationVersion = 1;
    return VK_SUCCESS;
}

static bool is_own(const char* layer) {
    return layer && std::strcmp(layer, kLayerName) == 0;
}

VKAPI_ATTR VkResult VKAPI_CALL EnumerateInstanceLayerProperties(uint32_t* count,
                                                                VkLayerProperties* properties) {
    return own_layer(count, properties);
}

VKAPI_ATTR VkResult VKAPI_CALL EnumerateInstanceExtensionProperties(const char* layer, uint32_t* count,
                                                                    VkExtensionProperties*) {
    if (!is_own(layer)) return VK_ERROR_LAYER_NOT_PRESENT;
    *count = 0;
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL EnumerateDeviceLayerProperties(VkPhysicalDevice, uint32_t* count,
                                                              VkLayerProperties* properties) {
    return own_layer(count, properties);
}

VKAPI_ATTR VkResult VKAPI_CALL EnumerateDeviceExtensionProperties(VkPhysicalDevice device, const char* layer,
                                                                  uint32_t* count,
                                                                  VkExtensionProperties* properties) {
    if (is_own(layer)) {
        *count = 0;
        return VK_SUCCESS;
    }
    const InstanceData* data = instances().find(device);
    if (!data || !data->enumerate_device_extensions) return VK_ERROR_INITIALIZATION_FAILED;
    return data->enumerate_device_extensions(device, layer, count, properties);
}

} // namespace wb::layer
