// SPDX-License-Identifier: MIT
// One swapchain as the overlay's target: what its images need, each for itself. Under Painter::lock.
#pragma once

#include "layer/overlay/painter.h"
#include "layer/overlay/tiles.h"

#include <chrono>
#include <optional>

namespace wb::layer {

/// What of the swapchain's create info counts here.
struct CanvasFacts {
    VkSwapchainKHR swapchain = VK_NULL_HANDLE;
    uint64_t number = 0; ///< of its own for each swapchain; handles may be used again
    VkFormat format = VK_FORMAT_UNDEFINED;
    VkColorSpaceKHR space = VK_COLOR_SPACE_SRGB_NONLINEAR_KHR;
    VkExtent2D extent{};
    VkImageUsageFlags usage = 0; ///< as the next layer got it
    std::string why_not;         ///< nothing can be drawn here at all; "" = something can
};

class Canvas {
public:
    Canvas(std::shared_ptr<Painter> painter, CanvasFacts facts)
        : painter_(std::move(painter)), facts_(std::move(facts)) {}
    /// Waits for its own work, but not for ever: what is still in use then stays until the device ends.
    ~Canvas();
    Canvas(const Canvas&) = delete;

    const CanvasFacts& facts() const { return facts_; }

    /// A submission that puts the overlay over an image that is about to be presented.
    struct Work {
        VkCommandBuffer commands;
        VkSemaphore done;
        VkFence fence;
        uint32_t image;
    };
    /// Records it. Nothing: there is nothing to draw, or the image's last work is not done within 20 ms, as
    /// when the GPU stands still. An error says why the overlay cannot be drawn here.
    Result<std::optional<Work>> prepare(uint32_t image, uint32_t family, const Picture& picture,
                                        bool stops_armed);
    /// The work was handed to the queue.
    void submitted(const Work& work);
    /// "draws" or "computes" once prepare() has succeeded.
    const char* way_name() const { return way_ == Way::Draw ? "draws" : "computes"; }

private:
    struct Slot {
        VkCommandBuffer commands = VK_NULL_HANDLE;
        VkFence fence = VK_NULL_HANDLE;
        VkSemaphore done = VK_NULL_HANDLE;
        VkImageView view = VK_NULL_HANDLE;
        VkFramebuffer frame = VK_NULL_HANDLE;
        VkDescriptorSet set = VK_NULL_HANDLE;
        Buffer geometry, pixels;
        std::shared_ptr<Texels> texels;
        uint64_t submission = 0; ///< 0 = none that was not waited for
        uint64_t picture = 0;    ///< what its commands draw
        bool stops_armed = false, is_empty = true;
    };

    Status begin(uint32_t family);
    Status make_slot(Slot& slot, VkImage image);
    bool is_done(Slot& slot, std::chrono::nanoseconds patience);
    void destroy(Slot& slot);
    Status record(Slot& slot, VkImage image, const Picture& picture, bool stops_armed);
    Status record_draw(Slot& slot, const Picture& picture, bool stops_armed);
    Status record_compute(Slot& slot, VkImage image, const Picture& picture, bool stops_armed);
    Status grow(Buffer& buffer, VkDeviceSize size, VkBufferUsageFlags usage, bool host);
    void describe(Slot& slot, uint32_t binding, VkBuffer buffer);

    std::shared_ptr<Painter> painter_;
    CanvasFacts facts_;
    std::optional<uint32_t> family_;
    Way way_ = Way::Draw;
    const Brush* brush_ = nullptr;
    VkCommandPool pool_ = VK_NULL_HANDLE;
    VkDescriptorPool sets_ = VK_NULL_HANDLE;
    std::vector<VkImage> images_;
    std::vector<Slot> slots_;
};

} // namespace wb::layer
