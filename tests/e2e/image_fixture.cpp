// SPDX-License-Identifier: MIT
#include "tests/e2e/image_fixture.h"

#include <algorithm>

namespace wb::test {

namespace {

constexpr VkImageAspectFlags kDepthStencil = VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT;
/// Vulkan wants offsets of copies of depth and stencil to be multiples of 4.
constexpr VkDeviceSize kAlignment = 4;

uint32_t elements(uint32_t texels, uint32_t block) {
    return (texels + block - 1) / block;
}

} // namespace

VkExtent3D ImageShape::extent(uint32_t level) const {
    return {std::max(width >> level, 1u), std::max(height >> level, 1u), std::max(depth >> level, 1u)};
}

VkDeviceSize ImageShape::level_bytes(uint32_t level) const {
    const VkExtent3D size = extent(level);
    const VkDeviceSize bytes = VkDeviceSize(elements(size.width, block)) * elements(size.height, block) *
                               size.depth * layers * element_bytes;
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

size_t ImageShape::offset(uint32_t level, uint32_t x, uint32_t y, uint32_t z) const {
    size_t offset = 0;
    for (uint32_t before = 0; before < level; ++before)
        offset += size_t(level_bytes(before));
    const VkExtent3D size = extent(level);
    const size_t rows = size_t(z) * elements(size.height, block) + y / block;
    return offset + (rows * elements(size.width, block) + x / block) * element_bytes;
}

size_t ImageShape::words() const {
    return offset(levels, 0, 0, 0) / 4;
}

void ImageTest::SetUp() {
    ComputeTest::SetUp();
    if (!device) return;
    const VkCommandPoolCreateInfo pool_info{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, nullptr, 0, family};
    WB_VK(vkCreateCommandPool(device, &pool_info, nullptr, &pool));
    const VkCommandBufferAllocateInfo allocate{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, nullptr, pool,
                                               VK_COMMAND_BUFFER_LEVEL_PRIMARY, 1};
    WB_VK(vkAllocateCommandBuffers(device, &allocate, &commands));
    const VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, nullptr, 0, nullptr};
    WB_VK(vkBeginCommandBuffer(commands, &begin));
}

void ImageTest::TearDown() {
    for (VkImageView view : views_)
        vkDestroyImageView(device, view, nullptr);
    for (const auto& [image, memory] : images_) {
        vkDestroyImage(device, image, nullptr);
        vkFreeMemory(device, memory, nullptr);
    }
    if (pool) vkDestroyCommandPool(device, pool, nullptr);
    ComputeTest::TearDown();
}

bool ImageTest::supports(VkFormat format, VkFormatFeatureFlags wanted) {
    VkFormatProperties offered;
    vkGetPhysicalDeviceFormatProperties(physical, format, &offered);
    return (offered.optimalTilingFeatures & wanted) == wanted;
}

void ImageTest::make_image(const ImageShape& shape, VkImage& image) {
    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    info.flags = shape.flags;
    info.imageType = shape.type;
    info.format = shape.format;
    info.extent = {shape.width, shape.height, shape.depth};
    info.mipLevels = shape.levels;
    info.arrayLayers = shape.layers;
    info.samples = shape.samples;
    info.usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                 VK_IMAGE_USAGE_SAMPLED_BIT | shape.more_usage;
    // What can be drawn to is what RADV would draw its copies into.
    if (shape.aspect != VK_IMAGE_ASPECT_COLOR_BIT)
        info.usage |= VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
    else if (supports(shape.format, VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT))
        info.usage |= VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    WB_VK(vkCreateImage(device, &info, nullptr, &image));
    VkMemoryRequirements needs;
    vkGetImageMemoryRequirements(device, image, &needs);
    VkMemoryAllocateInfo allocate{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    allocate.allocationSize = needs.size;
    allocate.memoryTypeIndex = uint32_t(__builtin_ctz(needs.memoryTypeBits));
    VkDeviceMemory memory;
    WB_VK(vkAllocateMemory(device, &allocate, nullptr, &memory));
    images_.push_back({image, memory});
    WB_VK(vkBindImageMemory(device, image, memory, 0));
    const bool both = shape.format >= VK_FORMAT_D16_UNORM_S8_UINT;
    barrier(image, VK_IMAGE_LAYOUT_UNDEFINED,
            both && (shape.aspect & kDepthStencil) ? kDepthStencil : shape.aspect);
}

VkImageView ImageTest::make_view(VkImage image, VkFormat format, VkImageViewType type,
                                 const VkImageSubresourceRange& range) {
    VkImageViewCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
    info.image = image;
    info.viewType = type;
    info.format = format;
    info.subresourceRange = range;
    VkImageView view = VK_NULL_HANDLE;
    EXPECT_EQ(vkCreateImageView(device, &info, nullptr, &view), VK_SUCCESS);
    views_.push_back(view);
    return view;
}

void ImageTest::barrier(VkImage image, VkImageLayout from, VkImageAspectFlags aspect) {
    VkImageMemoryBarrier barrier{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER};
    barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
    barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
    barrier.oldLayout = from;
    barrier.newLayout = VK_IMAGE_LAYOUT_GENERAL;
    barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.image = image;
    barrier.subresourceRange = {aspect, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS};
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0,
                         0, nullptr, 0, nullptr, 1, &barrier);
}

std::vector<VkBufferImageCopy> ImageTest::all_levels(const ImageShape& shape) {
    std::vector<VkBufferImageCopy> copies;
    for (uint32_t level = 0; level < shape.levels; ++level) {
        VkBufferImageCopy copy{};
        copy.bufferOffset = shape.offset(level, 0, 0, 0);
        copy.imageSubresource = {shape.aspect, level, 0, shape.layers};
        copy.imageExtent = shape.extent(level);
        copies.push_back(copy);
    }
    return copies;
}

void ImageTest::upload(const Buffer& buffer, VkImage image, const ImageShape& shape) {
    const auto copies = all_levels(shape);
    vkCmdCopyBufferToImage(commands, buffer.buffer, image, VK_IMAGE_LAYOUT_GENERAL, uint32_t(copies.size()),
                           copies.data());
    barrier(image, VK_IMAGE_LAYOUT_GENERAL, shape.aspect);
}

void ImageTest::download(VkImage image, const ImageShape& shape, const Buffer& buffer) {
    barrier(image, VK_IMAGE_LAYOUT_GENERAL, shape.aspect);
    const auto copies = all_levels(shape);
    vkCmdCopyImageToBuffer(commands, image, VK_IMAGE_LAYOUT_GENERAL, buffer.buffer, uint32_t(copies.size()),
                           copies.data());
}

void ImageTest::submit() {
    WB_VK(vkEndCommandBuffer(commands));
    submit_and_wait(commands);
}

} // namespace wb::test
