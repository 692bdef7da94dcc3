// SPDX-License-Identifier: MIT
// Images with what they should hold, and renderings without draws.
#pragma once

#include "tests/e2e/image_fixture.h"

#include <bit>
#include <functional>
#include <span>
#include <vector>

namespace wb::test {

inline constexpr VkImageAspectFlags kColor = VK_IMAGE_ASPECT_COLOR_BIT, kDepth = VK_IMAGE_ASPECT_DEPTH_BIT,
                                    kStencil = VK_IMAGE_ASPECT_STENCIL_BIT;

struct Box {
    uint32_t x, y, z, width, height, depth;
};

/// An image and what every element of its levels should hold at the end.
struct Tracked {
    ImageShape shape;
    VkImage image = VK_NULL_HANDLE;
    std::vector<uint32_t> expected;

    /// The whole level when `box` is null.
    void put(uint32_t level, const Box* box, uint32_t element);
};

/// With dynamic rendering and multiview.
class ClearTest : public ImageTest {
protected:
    ClearTest() {
        features = &dynamic_;
        extensions = {VK_KHR_DYNAMIC_RENDERING_EXTENSION_NAME};
    }
    void SetUp() override;
    /// With a new image.
    Tracked track(const ImageShape& shape);
    /// The same image, another aspect.
    static Tracked other_aspect(const Tracked& of, VkImageAspectFlags aspect, uint32_t element_bytes);
    /// Clears all of a colour image, and waits.
    void clear_color(Tracked& target, VkClearColorValue value, uint32_t element);
    /// The same of depth and stencil, without noting what is expected.
    void clear_depth_stencil(VkImage image, VkClearDepthStencilValue value,
                             std::span<const VkImageSubresourceRange> ranges);
    static VkRenderingAttachmentInfoKHR attachment(VkImageView view, VkAttachmentLoadOp load,
                                                   VkClearValue value = {});
    /// Begins a rendering.
    void begin(VkRect2D area, uint32_t layers, uint32_t view_mask,
               std::span<const VkRenderingAttachmentInfoKHR> colors,
               const VkRenderingAttachmentInfoKHR* depth = nullptr,
               const VkRenderingAttachmentInfoKHR* stencil = nullptr, VkRenderingFlagsKHR flags = 0);
    void end() { end_rendering_(commands); }
    /// Inside of it: vkCmdClearAttachments.
    void clear_attachment(const VkClearAttachment& clear, const VkClearRect& rect) {
        vkCmdClearAttachments(commands, 1, &clear, 1, &rect);
    }
    /// A secondary command buffer of a rendering.
    VkCommandBuffer secondary(const VkCommandBufferInheritanceInfo& inheritance,
                              const std::function<void(VkCommandBuffer)>& record);
    /// One that clears.
    VkCommandBuffer clearing(const VkCommandBufferInheritanceInfo& inheritance,
                             const VkClearAttachment& clear, const VkClearRect& rect);
    /// Runs everything and compares.
    void check(std::span<const Tracked* const> images);

private:
    VkPhysicalDeviceMultiviewFeatures multiview_{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_FEATURES,
                                                 nullptr, VK_TRUE, VK_FALSE, VK_FALSE};
    VkPhysicalDeviceDynamicRenderingFeaturesKHR dynamic_{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DYNAMIC_RENDERING_FEATURES_KHR, &multiview_, VK_TRUE};
    PFN_vkCmdBeginRenderingKHR begin_rendering_ = nullptr;
    PFN_vkCmdEndRenderingKHR end_rendering_ = nullptr;
};

inline VkClearValue color(float r, float g, float b, float a) {
    VkClearValue value{};
    value.color = {{r, g, b, a}};
    return value;
}
inline VkClearValue depth_stencil(float depth, uint32_t stencil) {
    VkClearValue value{};
    value.depthStencil = {depth, stencil};
    return value;
}
inline uint32_t bits(float value) {
    return std::bit_cast<uint32_t>(value);
}

} // namespace wb::test
