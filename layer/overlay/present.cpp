// SPDX-License-Identifier: MIT
// vkQueuePresentKHR: while the overlay is hidden and nothing is captured, the program's call goes straight
// on.
#include "layer/dispatch.h"
#include "layer/entry.h"
#include "layer/overlay/overlay_device.h"
#include "layer/overlay/own_work.h"
#include "layer/overlay/say.h"

namespace wb::layer {
namespace {

/// Puts the overlay over every image that is presented. The semaphore that the present has to wait for
/// instead of the program's; null: nothing was submitted, the program's semaphores still stand.
VkSemaphore draw(OverlayDevice& device, VkQueue queue, const VkPresentInfoKHR& info) {
    Board& board = Board::get();
    const PicturePtr picture = board.picture();
    if (!picture) {
        // Their size has to be known before somebody can lay out panels for them.
        std::lock_guard guard(device.lock);
        for (uint32_t i = 0; i < info.swapchainCount; ++i)
            if (const auto it = device.canvases.find(info.pSwapchains[i]); it != device.canvases.end()) {
                const CanvasFacts& facts = it->second->facts();
                board.drawn_on(facts.number, facts.extent.width, facts.extent.height, "", facts.why_not);
            }
        return VK_NULL_HANDLE;
    }
    const OwnWork own;
    VkSemaphore last = VK_NULL_HANDLE;
    for (uint32_t i = 0; i < info.swapchainCount; ++i) {
        std::shared_ptr<Canvas> canvas;
        uint32_t family = ~0u;
        {
            std::lock_guard guard(device.lock);
            if (const auto it = device.canvases.find(info.pSwapchains[i]); it != device.canvases.end())
                canvas = it->second;
            if (const auto it = device.family_of.find(queue); it != device.family_of.end())
                family = it->second;
        }
        if (!canvas) continue;
        std::lock_guard guard(device.painter->lock);
        const bool stops_armed = board.are_stops_armed();
        auto work = canvas->prepare(info.pImageIndices[i], family, *picture, stops_armed);
        const CanvasFacts& facts = canvas->facts();
        if (!work) {
            say_once(1, "the overlay cannot be shown: " + work.error().message);
            board.drawn_on(facts.number, facts.extent.width, facts.extent.height, "", work.error().message);
            continue;
        }
        board.drawn_on(facts.number, facts.extent.width, facts.extent.height, canvas->way_name(), "");
        if (!*work) continue;
        // The program's semaphores go to the first submission, each further one waits for the one before.
        const std::vector<VkPipelineStageFlags> stages(std::max(info.waitSemaphoreCount, 1u),
                                                       VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
        const VkSubmitInfo submit{VK_STRUCTURE_TYPE_SUBMIT_INFO,
                                  nullptr,
                                  last ? 1 : info.waitSemaphoreCount,
                                  last ? &last : info.pWaitSemaphores,
                                  stages.data(),
                                  1,
                                  &(*work)->commands,
                                  1,
                                  &(*work)->done};
        const VkResult result = device.painter->vk().QueueSubmit(queue, 1, &submit, (*work)->fence);
        if (result < 0) {
            device.painter->off = vulkan_error("vkQueueSubmit", result).message;
            say_once(1, "the overlay cannot be shown any more: " + device.painter->off);
            break;
        }
        canvas->submitted(**work);
        last = (*work)->done;
        if (stops_armed) board.announced();
    }
    return last;
}

/// The present has taken its semaphores, whatever became of the picture.
bool has_waited(VkResult result) {
    return result == VK_SUCCESS || result == VK_SUBOPTIMAL_KHR || result == VK_ERROR_OUT_OF_DATE_KHR ||
           result == VK_ERROR_SURFACE_LOST_KHR || result == VK_ERROR_FULL_SCREEN_EXCLUSIVE_MODE_LOST_EXT;
}

VkResult present_with_overlay(OverlayDevice& device, VkQueue queue, const VkPresentInfoKHR& info) {
    Board& board = Board::get();
    VkSemaphore done = VK_NULL_HANDLE;
    try {
        board.frame_ended(device.why_no_commands);
        if (board.is_visible()) done = draw(device, queue, info);
    } catch (const std::exception& error) {
        say_once(1, std::string("the overlay is not drawn: ") + error.what());
    }
    if (!done) return device.queue_present(queue, &info);
    VkPresentInfoKHR own = info;
    own.waitSemaphoreCount = 1;
    own.pWaitSemaphores = &done;
    const VkResult result = device.queue_present(queue, &own);
    if (!has_waited(result)) {
        std::lock_guard guard(device.painter->lock);
        device.painter->off = vulkan_error("vkQueuePresentKHR", result).message;
    }
    return result;
}

} // namespace

VKAPI_ATTR VkResult VKAPI_CALL QueuePresentKHR(VkQueue queue, const VkPresentInfoKHR* info) {
    const DeviceData* data = devices().find(queue);
    if (!data || !data->overlay) return VK_ERROR_INITIALIZATION_FAILED;
    if (Board::get().is_idle()) return data->overlay->queue_present(queue, info);
    return present_with_overlay(*data->overlay, queue, *info);
}

} // namespace wb::layer
