// SPDX-License-Identifier: MIT
// twins: two windows of 400 x 300, presented in one call, until it is ended. Dark grey, as vkcube's
// background.
#include "samples/common/commands.h"
#include "samples/ripple/window.h"

#include <array>
#include <cstdio>

namespace wb {
namespace {

VkImageMemoryBarrier change(VkImage image, VkAccessFlags before, VkAccessFlags after, VkImageLayout from,
                            VkImageLayout to) {
    return {VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
            nullptr,
            before,
            after,
            from,
            to,
            VK_QUEUE_FAMILY_IGNORED,
            VK_QUEUE_FAMILY_IGNORED,
            image,
            {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
}

void clear(VkCommandBuffer to, VkImage image) {
    const auto before = change(image, 0, VK_ACCESS_TRANSFER_WRITE_BIT, VK_IMAGE_LAYOUT_UNDEFINED,
                               VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    vkCmdPipelineBarrier(to, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, nullptr, 0,
                         nullptr, 1, &before);
    const VkClearColorValue grey{{0.2f, 0.2f, 0.2f, 1}};
    vkCmdClearColorImage(to, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &grey, 1, &before.subresourceRange);
    const auto after = change(image, VK_ACCESS_TRANSFER_WRITE_BIT, 0, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                              VK_IMAGE_LAYOUT_PRESENT_SRC_KHR);
    vkCmdPipelineBarrier(to, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, 0, 0,
                         nullptr, 0, nullptr, 1, &after);
}

Status frame(headless::Device& device, headless::Commands& commands, std::array<ripple::Window*, 2> windows) {
    std::array<uint32_t, 2> images;
    std::array<VkSemaphore, 2> acquired, done;
    std::array<VkSwapchainKHR, 2> swapchains;
    if (Status ok = commands.begin_again(); !ok) return ok;
    for (size_t i = 0; i < windows.size(); ++i) {
        auto image = windows[i]->acquire();
        if (!image) return std::unexpected(image.error());
        images[i] = *image;
        acquired[i] = windows[i]->acquired();
        done[i] = windows[i]->done(*image);
        swapchains[i] = windows[i]->swapchain();
        clear(commands.handle(), windows[i]->images()[*image]);
    }
    if (Status ok = commands.end(); !ok) return ok;
    const std::array<VkPipelineStageFlags, 2> stages{VK_PIPELINE_STAGE_TRANSFER_BIT,
                                                     VK_PIPELINE_STAGE_TRANSFER_BIT};
    const VkCommandBuffer buffer = commands.handle();
    const VkSubmitInfo submit{VK_STRUCTURE_TYPE_SUBMIT_INFO,
                              nullptr,
                              2,
                              acquired.data(),
                              stages.data(),
                              1,
                              &buffer,
                              2,
                              done.data()};
    if (Status ok = headless::check(vkQueueSubmit(device.queue(), 1, &submit, VK_NULL_HANDLE), "submitting");
        !ok)
        return ok;
    std::array<VkResult, 2> results;
    const VkPresentInfoKHR info{VK_STRUCTURE_TYPE_PRESENT_INFO_KHR,
                                nullptr,
                                2,
                                done.data(),
                                2,
                                swapchains.data(),
                                images.data(),
                                results.data()};
    if (Status ok = headless::check(vkQueuePresentKHR(device.queue(), &info), "presenting"); !ok) return ok;
    for (const VkResult result : results)
        if (Status ok = headless::check(result, "presenting one"); !ok) return ok;
    return headless::check(vkQueueWaitIdle(device.queue()), "waiting");
}

Status run() {
    std::array<std::unique_ptr<ripple::Window>, 2> windows;
    for (auto& window : windows) {
        auto opened = ripple::Window::open(400, 300);
        if (!opened) return std::unexpected(opened.error());
        window = std::move(*opened);
    }
    windows[1]->move(400, 0);
    headless::DeviceOptions options;
    options.instance_extensions = windows[0]->instance_extensions();
    options.device_extensions = {VK_KHR_SWAPCHAIN_EXTENSION_NAME};
    auto device = headless::Device::create(options);
    if (!device) return std::unexpected(device.error());
    auto commands = headless::Commands::begin(**device, "frame");
    if (!commands) return std::unexpected(commands.error());
    Status ok = commands->end();
    for (auto& window : windows)
        if (ok) ok = window->present_with(**device);
    while (ok && windows[0]->is_open())
        ok = frame(**device, *commands, {windows[0].get(), windows[1].get()});
    for (auto& window : windows)
        window->close();
    return ok;
}

} // namespace
} // namespace wb

int main() {
    if (wb::Status ok = wb::run(); !ok) {
        std::fprintf(stderr, "twins: %s\n", ok.error().message.c_str());
        return 1;
    }
    return 0;
}
