// SPDX-License-Identifier: MIT
#include "layer/overlay/overlay_device.h"

namespace wb::layer {

OverlayDevice* make_overlay_device(const VkDeviceCreateInfo& info, const PainterDevice& base) {
    auto* out = new OverlayDevice;
    out->base = base;
    for (uint32_t i = 0; i < info.queueCreateInfoCount; ++i)
        out->families.insert(info.pQueueCreateInfos[i].queueFamilyIndex);
    for (auto* next = static_cast<const VkBaseInStructure*>(info.pNext); next; next = next->pNext) {
        if (next->sType == VK_STRUCTURE_TYPE_DEVICE_GROUP_DEVICE_CREATE_INFO)
            out->is_group =
                reinterpret_cast<const VkDeviceGroupDeviceCreateInfo*>(next)->physicalDeviceCount > 1;
        if (next->sType != VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO) continue;
        const auto* link = reinterpret_cast<const VkLayerDeviceCreateInfo*>(next);
        if (link->function == VK_LOADER_DATA_CALLBACK)
            out->base.set_loader_data = link->u.pfnSetDeviceLoaderData;
    }
    const auto next = [&](const char* name) { return base.get_proc(base.device, name); };
    out->create_swapchain = reinterpret_cast<PFN_vkCreateSwapchainKHR>(next("vkCreateSwapchainKHR"));
    out->destroy_swapchain = reinterpret_cast<PFN_vkDestroySwapchainKHR>(next("vkDestroySwapchainKHR"));
    out->queue_present = reinterpret_cast<PFN_vkQueuePresentKHR>(next("vkQueuePresentKHR"));
    out->get_queue = reinterpret_cast<PFN_vkGetDeviceQueue>(next("vkGetDeviceQueue"));
    out->get_queue2 = reinterpret_cast<PFN_vkGetDeviceQueue2>(next("vkGetDeviceQueue2"));
    out->painter = std::make_shared<Painter>(out->base);
    return out;
}

void destroy_overlay_device(OverlayDevice* device) {
    if (!device) return;
    {
        std::lock_guard guard(device->painter->lock);
        for (const auto& [handle, canvas] : device->canvases)
            Board::get().swapchain_gone(canvas->facts().number);
        device->canvases.clear();
    }
    delete device;
}

} // namespace wb::layer
