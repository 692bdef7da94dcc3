// SPDX-License-Identifier: MIT
// Copies between images, clears and resolves: on a queue without graphics, and on one with it, where
// script/env has RADV do them with compute shaders too instead of drawing.
#include "tests/e2e/compute_fixture.h"

#include <algorithm>
#include <vector>

namespace wb::test {
namespace {

struct ImageShape {
    VkFormat format;
    VkImageType type;
    uint32_t width, height, depth, layers, levels;
    uint32_t element_bytes, block; ///< Texels of an element in x and y.
    VkImageAspectFlags aspect = VK_IMAGE_ASPECT_COLOR_BIT;
    VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT;

    uint32_t elements(uint32_t texels, uint32_t level) const {
        return (std::max(texels >> level, 1u) + block - 1) / block;
    }
    VkDeviceSize level_bytes(uint32_t level) const {
        return VkDeviceSize(elements(width, level)) * elements(height, level) * std::max(depth >> level, 1u) *
               layers * element_bytes;
    }
};

/// The parameter: whether the queue is one without graphics.
class ImageCommands : public ComputeTest, public testing::WithParamInterface<bool> {
protected:
    ImageCommands() { compute_only = GetParam(); }

    void SetUp() override {
        ComputeTest::SetUp();
        if (!device) return;
        const VkCommandPoolCreateInfo pool_info{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, nullptr, 0,
                                                family};
        WB_VK(vkCreateCommandPool(device, &pool_info, nullptr, &pool));
        const VkCommandBufferAllocateInfo allocate{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, nullptr,
                                                   pool, VK_COMMAND_BUFFER_LEVEL_PRIMARY, 1};
        WB_VK(vkAllocateCommandBuffers(device, &allocate, &commands));
        const VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, nullptr, 0,
                                             nullptr};
        WB_VK(vkBeginCommandBuffer(commands, &begin));
    }
    void TearDown() override {
        for (const auto& [image, memory] : images) {
            vkDestroyImage(device, image, nullptr);
            vkFreeMemory(device, memory, nullptr);
        }
        if (pool) vkDestroyCommandPool(device, pool, nullptr);
        ComputeTest::TearDown();
    }

    void make_image(const ImageShape& shape, VkImage& image) {
        VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
        info.imageType = shape.type;
        info.format = shape.format;
        info.extent = {shape.width, shape.height, shape.depth};
        info.mipLevels = shape.levels;
        info.arrayLayers = shape.layers;
        info.samples = shape.samples;
        info.usage =
            VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;
        // What can be drawn to is what RADV would draw its copies into.
        if (shape.aspect != VK_IMAGE_ASPECT_COLOR_BIT)
            info.usage |= VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
        else if (shape.block == 1)
            info.usage |= VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
        WB_VK(vkCreateImage(device, &info, nullptr, &image));
        VkMemoryRequirements needs;
        vkGetImageMemoryRequirements(device, image, &needs);
        VkMemoryAllocateInfo allocate{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
        allocate.allocationSize = needs.size;
        allocate.memoryTypeIndex = uint32_t(__builtin_ctz(needs.memoryTypeBits));
        VkDeviceMemory memory;
        WB_VK(vkAllocateMemory(device, &allocate, nullptr, &memory));
        images.push_back({image, memory});
        WB_VK(vkBindImageMemory(device, image, memory, 0));
        barrier(image, VK_IMAGE_LAYOUT_UNDEFINED, shape.aspect);
    }
    void barrier(VkImage image, VkImageLayout from = VK_IMAGE_LAYOUT_GENERAL,
                 VkImageAspectFlags aspect = VK_IMAGE_ASPECT_COLOR_BIT) {
        VkImageMemoryBarrier barrier{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER};
        barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
        barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
        barrier.oldLayout = from;
        barrier.newLayout = VK_IMAGE_LAYOUT_GENERAL;
        barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
        barrier.image = image;
        barrier.subresourceRange = {aspect, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS};
        vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                             0, 0, nullptr, 0, nullptr, 1, &barrier);
    }
    /// Copies of all levels between an image and a buffer that holds them one after another.
    static std::vector<VkBufferImageCopy> all_levels(const ImageShape& shape) {
        std::vector<VkBufferImageCopy> copies;
        VkDeviceSize offset = 0;
        for (uint32_t level = 0; level < shape.levels; ++level) {
            VkBufferImageCopy copy{};
            copy.bufferOffset = offset;
            copy.imageSubresource = {shape.aspect, level, 0, shape.layers};
            copy.imageExtent = {std::max(shape.width >> level, 1u), std::max(shape.height >> level, 1u),
                                std::max(shape.depth >> level, 1u)};
            copies.push_back(copy);
            offset += shape.level_bytes(level);
        }
        return copies;
    }
    static size_t words_of(const ImageShape& shape) {
        VkDeviceSize bytes = 0;
        for (uint32_t level = 0; level < shape.levels; ++level)
            bytes += shape.level_bytes(level);
        return size_t(bytes / 4);
    }
    void download(VkImage image, const ImageShape& shape, const Buffer& buffer) {
        barrier(image, VK_IMAGE_LAYOUT_GENERAL, shape.aspect);
        const auto copies = all_levels(shape);
        vkCmdCopyImageToBuffer(commands, image, VK_IMAGE_LAYOUT_GENERAL, buffer.buffer,
                               uint32_t(copies.size()), copies.data());
    }
    void submit() {
        WB_VK(vkEndCommandBuffer(commands));
        VkSubmitInfo submit{VK_STRUCTURE_TYPE_SUBMIT_INFO};
        submit.commandBufferCount = 1;
        submit.pCommandBuffers = &commands;
        WB_VK(vkQueueSubmit(queue, 1, &submit, VK_NULL_HANDLE));
        WB_VK(vkQueueWaitIdle(queue));
    }
    /// Fills `from` with words that differ, copies all of it to `to` image to image, and expects them there.
    void check_copy(const ImageShape& from, const ImageShape& to) {
        VkImage source = VK_NULL_HANDLE, target = VK_NULL_HANDLE;
        make_image(from, source);
        make_image(to, target);
        const size_t words = words_of(from);
        ASSERT_EQ(words, words_of(to));
        Buffer in, out;
        make_buffer(words, in);
        make_buffer(words, out);
        for (uint32_t i = 0; i < words; ++i)
            in.words[i] = i * 2654435761u;
        const auto fills = all_levels(from);
        vkCmdCopyBufferToImage(commands, in.buffer, source, VK_IMAGE_LAYOUT_GENERAL, uint32_t(fills.size()),
                               fills.data());
        barrier(source, VK_IMAGE_LAYOUT_GENERAL, from.aspect);
        std::vector<VkImageCopy> copies;
        for (const VkBufferImageCopy& fill : fills) {
            VkImageCopy copy{};
            copy.srcSubresource = copy.dstSubresource = fill.imageSubresource;
            copy.extent = fill.imageExtent;
            copies.push_back(copy);
        }
        vkCmdCopyImage(commands, source, VK_IMAGE_LAYOUT_GENERAL, target, VK_IMAGE_LAYOUT_GENERAL,
                       uint32_t(copies.size()), copies.data());
        download(target, to, out);
        submit();
        for (uint32_t i = 0; i < words; ++i)
            ASSERT_EQ(out.words[i], in.words[i]) << "word " << i;
    }

    VkCommandPool pool = VK_NULL_HANDLE;
    VkCommandBuffer commands = VK_NULL_HANDLE;
    std::vector<std::pair<VkImage, VkDeviceMemory>> images;
};

TEST_P(ImageCommands, CopiesLevelsAndLayers) {
    const ImageShape shape{VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_TYPE_2D, 150, 70, 1, 3, 5, 4, 1};
    check_copy(shape, shape);
}

TEST_P(ImageCommands, CopiesVolumes) {
    const ImageShape shape{VK_FORMAT_R32_UINT, VK_IMAGE_TYPE_3D, 40, 36, 20, 1, 4, 4, 1};
    check_copy(shape, shape);
}

TEST_P(ImageCommands, CopiesBlocksOfEveryLevel) {
    // 90 x 66 texels: levels whose blocks are more than halving the first level's would give.
    const ImageShape shape{VK_FORMAT_BC1_RGBA_UNORM_BLOCK, VK_IMAGE_TYPE_2D, 90, 66, 1, 1, 6, 8, 4};
    check_copy(shape, shape);
}

TEST_P(ImageCommands, CopiesBlocksToTheirBits) {
    const ImageShape blocks{VK_FORMAT_BC7_UNORM_BLOCK, VK_IMAGE_TYPE_2D, 128, 64, 1, 2, 1, 16, 4};
    const ImageShape bits{VK_FORMAT_R32G32B32A32_UINT, VK_IMAGE_TYPE_2D, 32, 16, 1, 2, 1, 16, 1};
    check_copy(blocks, bits);
}

TEST_P(ImageCommands, ClearsLevelsAndLeavesOthers) {
    const ImageShape shape{VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_TYPE_2D, 100, 60, 1, 2, 3, 4, 1};
    VkImage image = VK_NULL_HANDLE;
    make_image(shape, image);
    Buffer out;
    make_buffer(words_of(shape), out);
    const VkClearColorValue first{{1.0f, 0.0f, 0.2f, 0.6f}}, second{{0.0f, 1.0f, 0.0f, 1.0f}};
    const VkImageSubresourceRange all{VK_IMAGE_ASPECT_COLOR_BIT, 0, 3, 0, 2},
        part{VK_IMAGE_ASPECT_COLOR_BIT, 1, 1, 1, 1};
    vkCmdClearColorImage(commands, image, VK_IMAGE_LAYOUT_GENERAL, &first, 1, &all);
    barrier(image);
    vkCmdClearColorImage(commands, image, VK_IMAGE_LAYOUT_GENERAL, &second, 1, &part);
    download(image, shape, out);
    submit();
    const size_t begin = 100 * 60 * 2 + 50 * 30, end = begin + 50 * 30; // Level 1, layer 1.
    for (size_t i = 0; i < words_of(shape); ++i)
        ASSERT_EQ(out.words[i], i >= begin && i < end ? 0xff00'ff00u : 0x9933'00ffu) << "word " << i;
}

TEST_P(ImageCommands, CopiesDepth) {
    if (GetParam()) GTEST_SKIP() << "Vulkan asks for a queue with graphics";
    ImageShape shape{VK_FORMAT_D32_SFLOAT, VK_IMAGE_TYPE_2D, 70, 50, 1, 2, 3, 4, 1};
    shape.aspect = VK_IMAGE_ASPECT_DEPTH_BIT;
    check_copy(shape, shape);
}

TEST_P(ImageCommands, ResolvesARectangle) {
    if (GetParam()) GTEST_SKIP() << "Vulkan asks for a queue with graphics";
    const ImageShape shape{VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_TYPE_2D, 64, 48, 1, 1, 1, 4, 1};
    ImageShape samples = shape;
    samples.samples = VK_SAMPLE_COUNT_4_BIT;
    VkImage from = VK_NULL_HANDLE, to = VK_NULL_HANDLE;
    make_image(samples, from);
    make_image(shape, to);
    Buffer out;
    make_buffer(words_of(shape), out);
    const VkClearColorValue inside{{0.2f, 0.6f, 1.0f, 0.4f}}, outside{{0.0f, 0.0f, 1.0f, 1.0f}};
    const VkImageSubresourceRange all{VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    vkCmdClearColorImage(commands, from, VK_IMAGE_LAYOUT_GENERAL, &inside, 1, &all);
    vkCmdClearColorImage(commands, to, VK_IMAGE_LAYOUT_GENERAL, &outside, 1, &all);
    barrier(from);
    barrier(to);
    VkImageResolve region{};
    region.srcSubresource = region.dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    region.srcOffset = {3, 5, 0};
    region.dstOffset = {10, 7, 0};
    region.extent = {33, 20, 1};
    vkCmdResolveImage(commands, from, VK_IMAGE_LAYOUT_GENERAL, to, VK_IMAGE_LAYOUT_GENERAL, 1, &region);
    download(to, shape, out);
    submit();
    for (uint32_t i = 0; i < words_of(shape); ++i) {
        const uint32_t x = i % 64 - 10, y = i / 64 - 7;
        ASSERT_EQ(out.words[i], x < 33 && y < 20 ? 0x66ff'9933u : 0xffff'0000u) << i;
    }
}

INSTANTIATE_TEST_SUITE_P(Queue, ImageCommands, testing::Bool(),
                         [](const auto& queue) { return queue.param ? "Compute" : "Graphics"; });

} // namespace
} // namespace wb::test
