// SPDX-License-Identifier: MIT
// A VkDevice as the overlay's hooks know it: the next layer's functions, which queue is of which family, and
// its swapchains.
#pragma once

#include "layer/overlay/canvas.h"

#include <set>

namespace wb::layer {

struct OverlayDevice {
    PainterDevice base;
    PFN_vkCreateSwapchainKHR create_swapchain = nullptr;
    PFN_vkDestroySwapchainKHR destroy_swapchain = nullptr;
    PFN_vkQueuePresentKHR queue_present = nullptr;
    PFN_vkGetDeviceQueue get_queue = nullptr;
    PFN_vkGetDeviceQueue2 get_queue2 = nullptr;
    std::set<uint32_t> families; ///< that the program made queues of
    bool is_group = false;       ///< of several physical devices
    std::string why_no_commands; ///< what a capture is told; "" = the driver reports its commands

    std::shared_ptr<Painter> painter;
    std::mutex lock; ///< for what follows; never held while calling down
    std::map<VkQueue, uint32_t> family_of;
    std::map<VkSwapchainKHR, std::shared_ptr<Canvas>> canvases;
};

/// Takes what it needs from the create info and the next layer. `info` has the loader's structs in its chain.
OverlayDevice* make_overlay_device(const VkDeviceCreateInfo& info, const PainterDevice& base);
/// Before the VkDevice is destroyed.
void destroy_overlay_device(OverlayDevice* device);

} // namespace wb::layer
