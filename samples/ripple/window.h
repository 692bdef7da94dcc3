// SPDX-License-Identifier: MIT
// A window and its swapchain. One thread.
#pragma once

#include "samples/common/device.h"

struct GLFWwindow;

namespace wb::ripple {

class Window {
public:
    /// Opens a window of that size, in pixels, that cannot be resized. An error says why there can be none.
    static Result<std::unique_ptr<Window>> open(uint32_t width, uint32_t height);
    ~Window();
    Window(const Window&) = delete;

    /// Its upper left corner, in pixels of the screen.
    void move(int x, int y);
    /// What the instance needs for surfaces of this window.
    std::vector<const char*> instance_extensions() const;
    /// Makes surface and swapchain, for images that are copied to. Before the device ends, close() it.
    Status present_with(headless::Device& device);
    void close();

    /// Lets the window's events happen; false when it is to be closed.
    bool is_open();
    /// The next image's index; waits for one. Signals acquired(). Makes the swapchain anew where needed.
    Result<uint32_t> acquire();
    /// Presents it once done(image) is signalled.
    Status present(uint32_t image);

    VkSemaphore acquired() const { return acquired_; }
    VkSemaphore done(uint32_t image) const { return done_[image]; }
    const std::vector<VkImage>& images() const { return images_; }
    VkExtent2D extent() const { return extent_; }
    VkSwapchainKHR swapchain() const { return swapchain_; }
    /// Higher for each swapchain.
    uint32_t generation() const { return generation_; }

private:
    Window() = default;
    Status make_swapchain();
    Status make_semaphore(VkSemaphore& semaphore);

    GLFWwindow* window_ = nullptr;
    headless::Device* device_ = nullptr;
    VkSurfaceKHR surface_ = VK_NULL_HANDLE;
    VkSwapchainKHR swapchain_ = VK_NULL_HANDLE;
    VkExtent2D extent_{};
    uint32_t generation_ = 0;
    bool stale_ = false;
    std::vector<VkImage> images_;
    VkSemaphore acquired_ = VK_NULL_HANDLE;
    std::vector<VkSemaphore> done_; ///< by image
};

} // namespace wb::ripple
