// SPDX-License-Identifier: MIT
// Swapchains and queues: what has to be known before anything can be drawn.
#include "layer/dispatch.h"
#include "layer/entry.h"
#include "layer/overlay/overlay_device.h"
#include "layer/overlay/say.h"
#include "layer/overlay/surface.h"

#include <atomic>

namespace wb::layer {
namespace {

OverlayDevice* overlay_of(const void* dispatchable) {
    const DeviceData* data = devices().find(dispatchable);
    return data ? data->overlay : nullptr;
}

/// Why nothing can be drawn into such a swapchain, "" = something can.
std::string obstacle(const OverlayDevice& device, const VkSwapchainCreateInfoKHR& info) {
    if (device.is_group) return "the device is a group of several GPUs";
    if (info.flags & VK_SWAPCHAIN_CREATE_PROTECTED_BIT_KHR) return "the swapchain's images are protected";
    if (info.presentMode == VK_PRESENT_MODE_SHARED_DEMAND_REFRESH_KHR ||
        info.presentMode == VK_PRESENT_MODE_SHARED_CONTINUOUS_REFRESH_KHR)
        return "the swapchain's image is shared with the display all the time";
    return "";
}

/// What the overlay needs beyond what the program asked for, as far as surface and format have it.
VkImageUsageFlags further_usage(const OverlayDevice& device, const VkSwapchainCreateInfoKHR& info) {
    const PainterDevice& base = device.base;
    const PhysicalFunctions& ask = base.functions;
    if (!ask.get_families || !ask.get_surface || !ask.get_format) return 0;
    uint32_t count = 0;
    ask.get_families(base.physical, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    ask.get_families(base.physical, &count, families.data());
    VkImageUsageFlags wanted = 0;
    for (const uint32_t family : device.families) {
        if (family >= count) continue;
        const VkQueueFlags flags = families[family].queueFlags;
        if ((flags & VK_QUEUE_GRAPHICS_BIT) && !computes_only())
            wanted |= VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
        else if (flags & VK_QUEUE_COMPUTE_BIT)
            wanted |= VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    }
    if ((wanted & ~info.imageUsage) == 0) return 0;
    VkSurfaceCapabilitiesKHR surface;
    if (ask.get_surface(base.physical, info.surface, &surface) != VK_SUCCESS) return 0;
    wanted &= surface.supportedUsageFlags;
    VkImageFormatProperties format;
    const VkImageCreateFlags flags =
        info.flags & VK_SWAPCHAIN_CREATE_MUTABLE_FORMAT_BIT_KHR ? VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT : 0;
    if (ask.get_format(base.physical, info.imageFormat, VK_IMAGE_TYPE_2D, VK_IMAGE_TILING_OPTIMAL,
                       info.imageUsage | wanted, flags, &format) != VK_SUCCESS)
        return 0;
    return wanted & ~info.imageUsage;
}

void note_queue(OverlayDevice& device, VkQueue queue, uint32_t family) {
    if (!queue) return;
    try {
        std::lock_guard guard(device.lock);
        device.family_of[queue] = family;
    } catch (const std::exception&) {
        // No memory: the overlay is not drawn from this queue.
    }
}

void note_swapchain(OverlayDevice& device, const VkSwapchainCreateInfoKHR& info, VkImageUsageFlags usage,
                    VkSwapchainKHR swapchain) {
    static std::atomic<uint64_t> last{0};
    auto canvas = std::make_shared<Canvas>(device.painter, CanvasFacts{swapchain, ++last, info.imageFormat,
                                                                       info.imageColorSpace, info.imageExtent,
                                                                       usage, obstacle(device, info)});
    std::lock_guard guard(device.lock);
    device.canvases[swapchain] = std::move(canvas);
}

} // namespace

VKAPI_ATTR VkResult VKAPI_CALL CreateSwapchainKHR(VkDevice handle, const VkSwapchainCreateInfoKHR* info,
                                                  const VkAllocationCallbacks* allocator,
                                                  VkSwapchainKHR* swapchain) {
    OverlayDevice* device = overlay_of(handle);
    if (!device) return VK_ERROR_INITIALIZATION_FAILED;
    if (!has_agent()) return device->create_swapchain(handle, info, allocator, swapchain);
    watch_surface(info->surface);
    VkSwapchainCreateInfoKHR own = *info;
    if (obstacle(*device, *info).empty()) own.imageUsage |= further_usage(*device, *info);
    VkResult result = VK_ERROR_INITIALIZATION_FAILED;
    if (own.imageUsage != info->imageUsage) {
        result = device->create_swapchain(handle, &own, allocator, swapchain);
        if (result < 0) own.imageUsage = info->imageUsage;
    }
    if (result < 0) result = device->create_swapchain(handle, info, allocator, swapchain);
    if (result < 0) return result;
    try {
        note_swapchain(*device, *info, own.imageUsage, *swapchain);
    } catch (const std::exception&) {
        // No memory: the overlay is not drawn into this one.
    }
    return result;
}

VKAPI_ATTR void VKAPI_CALL DestroySwapchainKHR(VkDevice handle, VkSwapchainKHR swapchain,
                                               const VkAllocationCallbacks* allocator) {
    OverlayDevice* device = overlay_of(handle);
    if (!device) return;
    std::shared_ptr<Canvas> canvas;
    {
        std::lock_guard guard(device->lock);
        if (const auto it = device->canvases.find(swapchain); it != device->canvases.end()) {
            canvas = std::move(it->second);
            device->canvases.erase(it);
        }
    }
    if (canvas) {
        Board::get().swapchain_gone(canvas->facts().number);
        std::lock_guard guard(device->painter->lock);
        canvas.reset();
    }
    device->destroy_swapchain(handle, swapchain, allocator);
}

VKAPI_ATTR void VKAPI_CALL GetDeviceQueue(VkDevice handle, uint32_t family, uint32_t index, VkQueue* queue) {
    OverlayDevice* device = overlay_of(handle);
    if (!device) return;
    device->get_queue(handle, family, index, queue);
    note_queue(*device, *queue, family);
}

VKAPI_ATTR void VKAPI_CALL GetDeviceQueue2(VkDevice handle, const VkDeviceQueueInfo2* info, VkQueue* queue) {
    OverlayDevice* device = overlay_of(handle);
    if (!device) return;
    device->get_queue2(handle, info, queue);
    note_queue(*device, *queue, info->queueFamilyIndex);
}

} // namespace wb::layer
