// SPDX-License-Identifier: MIT
// Images, one command buffer, and buffers that hold all of an image.
#pragma once

#include "tests/e2e/compute_fixture.h"

#include <utility>
#include <vector>

namespace wb::test {

struct ImageShape {
    VkFormat format;
    VkImageType type;
    uint32_t width, height, depth, layers, levels;
    uint32_t element_bytes, block; ///< Texels of an element in x and y. For depth and stencil: of `aspect`.
    VkImageAspectFlags aspect = VK_IMAGE_ASPECT_COLOR_BIT;
    VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT;
    VkImageCreateFlags flags = 0;
    VkImageUsageFlags more_usage = 0; ///< Beside what make_image() gives.

    VkExtent3D extent(uint32_t level) const;
    VkDeviceSize level_bytes(uint32_t level) const;
    /// Where a texel, or its block, lies in a buffer of all levels; z counts slices or layers.
    size_t offset(uint32_t level, uint32_t x, uint32_t y, uint32_t z) const;
    /// The size of such a buffer.
    size_t words() const;
};

class ImageTest : public ComputeTest {
protected:
    /// Begins `commands`.
    void SetUp() override;
    void TearDown() override;

    /// True when the device has all of `wanted` for optimal tiling.
    bool supports(VkFormat format, VkFormatFeatureFlags wanted);
    /// For transfers, sampling and, where the format can be, drawing; in layout GENERAL.
    void make_image(const ImageShape& shape, VkImage& image);
    VkImageView make_view(VkImage image, VkFormat format, VkImageViewType type,
                          const VkImageSubresourceRange& range);
    /// Everything before is done and visible to everything after.
    void barrier(VkImage image, VkImageLayout from = VK_IMAGE_LAYOUT_GENERAL,
                 VkImageAspectFlags aspect = VK_IMAGE_ASPECT_COLOR_BIT);
    /// Copies of all levels of `shape.aspect` between an image and a buffer that holds them one after
    /// another.
    static std::vector<VkBufferImageCopy> all_levels(const ImageShape& shape);
    void upload(const Buffer& buffer, VkImage image, const ImageShape& shape);
    void download(VkImage image, const ImageShape& shape, const Buffer& buffer);
    /// Ends `commands`, runs them and waits.
    void submit();

    VkCommandPool pool = VK_NULL_HANDLE;
    VkCommandBuffer commands = VK_NULL_HANDLE;

private:
    std::vector<std::pair<VkImage, VkDeviceMemory>> images_;
    std::vector<VkImageView> views_;
};

} // namespace wb::test
