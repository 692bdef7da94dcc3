// SPDX-License-Identifier: MIT
// The functions that the layer puts into the chain.
#pragma once

#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

namespace wb::layer {

inline constexpr char kLayerName[] = "VK_LAYER_WAVEBREAK_debugger";

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetInstanceProcAddr(VkInstance instance, const char* name);
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetDeviceProcAddr(VkDevice device, const char* name);

// layer/instance.cpp
VKAPI_ATTR VkResult VKAPI_CALL CreateInstance(const VkInstanceCreateInfo* info,
                                              const VkAllocationCallbacks* allocator, VkInstance* instance);
VKAPI_ATTR void VKAPI_CALL DestroyInstance(VkInstance instance, const VkAllocationCallbacks* allocator);
VKAPI_ATTR VkResult VKAPI_CALL EnumerateInstanceLayerProperties(uint32_t* count,
                                                                VkLayerProperties* properties);
VKAPI_ATTR VkResult VKAPI_CALL EnumerateInstanceExtensionProperties(const char* layer, uint32_t* count,
                                                                    VkExtensionProperties* properties);
VKAPI_ATTR VkResult VKAPI_CALL EnumerateDeviceLayerProperties(VkPhysicalDevice device, uint32_t* count,
                                                              VkLayerProperties* properties);
VKAPI_ATTR VkResult VKAPI_CALL EnumerateDeviceExtensionProperties(VkPhysicalDevice device, const char* layer,
                                                                  uint32_t* count,
                                                                  VkExtensionProperties* properties);
// layer/device.cpp
VKAPI_ATTR VkResult VKAPI_CALL CreateDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
                                            const VkAllocationCallbacks* allocator, VkDevice* device);
VKAPI_ATTR void VKAPI_CALL DestroyDevice(VkDevice device, const VkAllocationCallbacks* allocator);
// layer/labels.cpp
VKAPI_ATTR VkResult VKAPI_CALL BeginCommandBuffer(VkCommandBuffer buffer,
                                                  const VkCommandBufferBeginInfo* info);
VKAPI_ATTR void VKAPI_CALL CmdBeginDebugUtilsLabelEXT(VkCommandBuffer buffer,
                                                      const VkDebugUtilsLabelEXT* label);
VKAPI_ATTR void VKAPI_CALL CmdEndDebugUtilsLabelEXT(VkCommandBuffer buffer);
VKAPI_ATTR void VKAPI_CALL CmdInsertDebugUtilsLabelEXT(VkCommandBuffer buffer,
                                                       const VkDebugUtilsLabelEXT* label);

// layer/overlay/swapchain.cpp
VKAPI_ATTR VkResult VKAPI_CALL CreateSwapchainKHR(VkDevice device, const VkSwapchainCreateInfoKHR* info,
                                                  const VkAllocationCallbacks* allocator,
                                                  VkSwapchainKHR* swapchain);
VKAPI_ATTR void VKAPI_CALL DestroySwapchainKHR(VkDevice device, VkSwapchainKHR swapchain,
                                               const VkAllocationCallbacks* allocator);
VKAPI_ATTR void VKAPI_CALL GetDeviceQueue(VkDevice device, uint32_t family, uint32_t index, VkQueue* queue);
VKAPI_ATTR void VKAPI_CALL GetDeviceQueue2(VkDevice device, const VkDeviceQueueInfo2* info, VkQueue* queue);
// layer/overlay/present.cpp
VKAPI_ATTR VkResult VKAPI_CALL QueuePresentKHR(VkQueue queue, const VkPresentInfoKHR* info);
// layer/overlay/surface.cpp; the create infos are those of the windows' systems
VKAPI_ATTR VkResult VKAPI_CALL CreateXcbSurfaceKHR(VkInstance instance, const void* info,
                                                   const VkAllocationCallbacks* allocator,
                                                   VkSurfaceKHR* surface);
VKAPI_ATTR VkResult VKAPI_CALL CreateXlibSurfaceKHR(VkInstance instance, const void* info,
                                                    const VkAllocationCallbacks* allocator,
                                                    VkSurfaceKHR* surface);
VKAPI_ATTR VkResult VKAPI_CALL CreateWaylandSurfaceKHR(VkInstance instance, const void* info,
                                                       const VkAllocationCallbacks* allocator,
                                                       VkSurfaceKHR* surface);
VKAPI_ATTR void VKAPI_CALL DestroySurfaceKHR(VkInstance instance, VkSurfaceKHR surface,
                                             const VkAllocationCallbacks* allocator);

/// The chain link that the loader put into a create info's pNext; null when there is none.
template <class Link>
Link* find_link(const void* next, VkStructureType type) {
    for (auto* info = static_cast<const VkBaseInStructure*>(next); info; info = info->pNext) {
        if (info->sType != type) continue;
        auto* link = const_cast<Link*>(reinterpret_cast<const Link*>(info));
        if (link->function == VK_LAYER_LINK_INFO) return link;
    }
    return nullptr;
}

} // namespace wb::layer
