// SPDX-License-Identifier: MIT
// Copies between images, clears of colour images and resolves: on a queue without graphics, and on one with
// it, where script/env has RADV do them with compute shaders too instead of drawing.
#include "tests/e2e/image_fixture.h"

namespace wb::test {
namespace {

/// The parameter: whether the queue is one without graphics.
class ImageCommands : public ImageTest, public testing::WithParamInterface<bool> {
protected:
    ImageCommands() { compute_only = GetParam(); }

    /// Fills `from` with words that differ, copies all of it to `to` image to image, and expects them there.
    void check_copy(const ImageShape& from, const ImageShape& to) {
        VkImage source = VK_NULL_HANDLE, target = VK_NULL_HANDLE;
        make_image(from, source);
        make_image(to, target);
        const size_t words = from.words();
        ASSERT_EQ(words, to.words());
        Buffer in, out;
        make_buffer(words, in);
        make_buffer(words, out);
        for (uint32_t i = 0; i < words; ++i)
            in.words[i] = i * 2654435761u;
        upload(in, source, from);
        std::vector<VkImageCopy> copies;
        for (const VkBufferImageCopy& fill : all_levels(from)) {
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
    make_buffer(shape.words(), out);
    const VkClearColorValue first{{1.0f, 0.0f, 0.2f, 0.6f}}, second{{0.0f, 1.0f, 0.0f, 1.0f}};
    const VkImageSubresourceRange all{VK_IMAGE_ASPECT_COLOR_BIT, 0, 3, 0, 2},
        part{VK_IMAGE_ASPECT_COLOR_BIT, 1, 1, 1, 1};
    vkCmdClearColorImage(commands, image, VK_IMAGE_LAYOUT_GENERAL, &first, 1, &all);
    barrier(image);
    vkCmdClearColorImage(commands, image, VK_IMAGE_LAYOUT_GENERAL, &second, 1, &part);
    download(image, shape, out);
    submit();
    const size_t begin = 100 * 60 * 2 + 50 * 30, end = begin + 50 * 30; // Level 1, layer 1.
    for (size_t i = 0; i < shape.words(); ++i)
        ASSERT_EQ(out.words[i], i >= begin && i < end ? 0xff00'ff00u : 0x9933'00ffu) << "word " << i;
}

TEST_P(ImageCommands, CopiesDepth) {
    if (GetParam()) GTEST_SKIP() << "Vulkan asks for a queue with graphics";
    ImageShape shape{VK_FORMAT_D32_SFLOAT, VK_IMAGE_TYPE_2D, 70, 50, 1, 2, 3, 4, 1};
    shape.aspect = VK_IMAGE_ASPECT_DEPTH_BIT;
    check_copy(shape, shape);
}

TEST_P(ImageCommands, CopiesStencil) {
    if (GetParam()) GTEST_SKIP() << "Vulkan asks for a queue with graphics";
    ImageShape shape{VK_FORMAT_D32_SFLOAT_S8_UINT, VK_IMAGE_TYPE_2D, 52, 50, 1, 2, 2, 1, 1};
    shape.aspect = VK_IMAGE_ASPECT_STENCIL_BIT;
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
    make_buffer(shape.words(), out);
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
    for (uint32_t i = 0; i < shape.words(); ++i) {
        const uint32_t x = i % 64 - 10, y = i / 64 - 7;
        ASSERT_EQ(out.words[i], x < 33 && y < 20 ? 0x66ff'9933u : 0xffff'0000u) << i;
    }
}

INSTANTIATE_TEST_SUITE_P(Queue, ImageCommands, testing::Bool(),
                         [](const auto& queue) { return queue.param ? "Compute" : "Graphics"; });

} // namespace
} // namespace wb::test
