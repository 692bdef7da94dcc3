// SPDX-License-Identifier: MIT
#include "samples/ripple/window.h"

#define GLFW_INCLUDE_NONE
#define GLFW_INCLUDE_VULKAN
#include <GLFW/glfw3.h>
#include <algorithm>

namespace wb::ripple {

using headless::check;

static int g_windows; // GLFW ends with the last one.

static std::string glfw_error(const char* otherwise) {
    const char* text = nullptr;
    glfwGetError(&text);
    return text ? text : otherwise;
}

Result<std::unique_ptr<Window>> Window::open(uint32_t width, uint32_t height) {
    if (!glfwInit()) return fail("no window can be opened: " + glfw_error("GLFW cannot be used"));
    std::unique_ptr<Window> out(new Window);
    ++g_windows;
    glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
    glfwWindowHint(GLFW_RESIZABLE, GLFW_FALSE);
    out->window_ = glfwCreateWindow(int(width), int(height), "Ripple", nullptr, nullptr);
    if (!out->window_) return fail("no window can be opened: " + glfw_error("GLFW says no more"));
    return out;
}

Window::~Window() {
    close();
    if (window_) glfwDestroyWindow(window_);
    if (--g_windows == 0) glfwTerminate();
}

void Window::move(int x, int y) {
    glfwSetWindowPos(window_, x, y);
}

std::vector<const char*> Window::instance_extensions() const {
    uint32_t count = 0;
    const char** names = glfwGetRequiredInstanceExtensions(&count);
    return {names, names + count};
}

Status Window::make_semaphore(VkSemaphore& semaphore) {
    const VkSemaphoreCreateInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, nullptr, 0};
    return check(vkCreateSemaphore(device_->handle(), &info, nullptr, &semaphore), "making a semaphore");
}

Status Window::present_with(headless::Device& device) {
    device_ = &device;
    if (Status ok = check(glfwCreateWindowSurface(device.instance(), window_, nullptr, &surface_),
                          "making a surface of the window");
        !ok)
        return ok;
    VkBool32 can_present = VK_FALSE;
    if (Status ok = check(
            vkGetPhysicalDeviceSurfaceSupportKHR(device.physical(), device.family(), surface_, &can_present),
            "asking whether the device presents");
        !ok)
        return ok;
    if (!can_present)
        return fail(std::string(device.properties().deviceName) +
                    " cannot present to this window; an X server without DRI3 needs MESA_VK_WSI_DEBUG=sw");
    if (Status ok = make_semaphore(acquired_); !ok) return ok;
    return make_swapchain();
}

Status Window::make_swapchain() {
    VkSurfaceCapabilitiesKHR surface;
    if (Status ok = check(vkGetPhysicalDeviceSurfaceCapabilitiesKHR(device_->physical(), surface_, &surface),
                          "asking for the surface");
        !ok)
        return ok;
    int width = 0, height = 0;
    glfwGetFramebufferSize(window_, &width, &height);
    extent_ = surface.currentExtent.width != UINT32_MAX ? surface.currentExtent
                                                        : VkExtent2D{uint32_t(width), uint32_t(height)};
    VkSwapchainCreateInfoKHR info{VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR};
    info.surface = surface_;
    info.minImageCount = surface.minImageCount;
    info.imageFormat = VK_FORMAT_B8G8R8A8_UNORM;
    info.imageColorSpace = VK_COLOR_SPACE_SRGB_NONLINEAR_KHR;
    info.imageExtent = extent_;
    info.imageArrayLayers = 1;
    info.imageUsage = VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    info.preTransform = surface.currentTransform;
    info.compositeAlpha = VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR;
    info.presentMode = VK_PRESENT_MODE_FIFO_KHR;
    info.clipped = VK_TRUE;
    info.oldSwapchain = swapchain_;
    if (info.oldSwapchain) vkDeviceWaitIdle(device_->handle());
    VkSwapchainKHR made = VK_NULL_HANDLE;
    Status ok = check(vkCreateSwapchainKHR(device_->handle(), &info, nullptr, &made), "making a swapchain");
    if (swapchain_) vkDestroySwapchainKHR(device_->handle(), swapchain_, nullptr);
    swapchain_ = made;
    if (!ok) return ok;
    uint32_t count = 0;
    vkGetSwapchainImagesKHR(device_->handle(), swapchain_, &count, nullptr);
    images_.resize(count);
    ok = check(vkGetSwapchainImagesKHR(device_->handle(), swapchain_, &count, images_.data()),
               "asking for the swapchain's images");
    while (ok && done_.size() < images_.size())
        ok = make_semaphore(done_.emplace_back(VK_NULL_HANDLE));
    stale_ = false;
    ++generation_;
    return ok;
}

void Window::close() {
    if (!device_) return;
    vkDeviceWaitIdle(device_->handle());
    for (const VkSemaphore semaphore : done_)
        vkDestroySemaphore(device_->handle(), semaphore, nullptr);
    vkDestroySemaphore(device_->handle(), acquired_, nullptr);
    vkDestroySwapchainKHR(device_->handle(), swapchain_, nullptr);
    vkDestroySurfaceKHR(device_->instance(), surface_, nullptr);
    done_.clear();
    device_ = nullptr;
}

bool Window::is_open() {
    glfwPollEvents();
    return !glfwWindowShouldClose(window_);
}

Result<uint32_t> Window::acquire() {
    // A surface that changes all the time is given up on.
    for (int tries = 0; tries < 10; ++tries) {
        if (stale_)
            if (Status ok = make_swapchain(); !ok) return std::unexpected(ok.error());
        uint32_t image = 0;
        const VkResult result = vkAcquireNextImageKHR(device_->handle(), swapchain_, UINT64_MAX, acquired_,
                                                      VK_NULL_HANDLE, &image);
        stale_ = result == VK_ERROR_OUT_OF_DATE_KHR || result == VK_SUBOPTIMAL_KHR;
        if (result == VK_SUCCESS || result == VK_SUBOPTIMAL_KHR) return image;
        if (!stale_) return std::unexpected(check(result, "acquiring an image").error());
    }
    return fail("the window changes faster than swapchains can be made");
}

Status Window::present(uint32_t image) {
    const VkPresentInfoKHR info{
        VK_STRUCTURE_TYPE_PRESENT_INFO_KHR, nullptr, 1, &done_[image], 1, &swapchain_, &image, nullptr};
    const VkResult result = vkQueuePresentKHR(device_->queue(), &info);
    stale_ |= result == VK_ERROR_OUT_OF_DATE_KHR || result == VK_SUBOPTIMAL_KHR;
    return stale_ ? Status() : check(result, "presenting");
}

} // namespace wb::ripple
