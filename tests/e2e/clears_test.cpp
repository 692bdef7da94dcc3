// SPDX-License-Identifier: MIT
// vkCmdClearDepthStencilImage, clears of attachments by load operations and by vkCmdClearAttachments, and the
// resolves at the end of a rendering: on a queue with graphics, where script/env has RADV use compute shaders
// instead of drawing.
#include "tests/e2e/clear_fixture.h"

#include <string>

namespace wb::test {
namespace {

using Clears = ClearTest;

struct DepthStencilFormat {
    VkFormat format;
    uint32_t depth_bytes; ///< 0 for none.
    bool stencil;
};

class DepthStencilClears : public Clears, public testing::WithParamInterface<DepthStencilFormat> {};

TEST_P(DepthStencilClears, LevelsLayersAndAspects) {
    const auto [format, depth_bytes, has_stencil] = GetParam();
    if (!supports(format, VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT))
        GTEST_SKIP() << "the device lacks the format";
    // Of the values' 16 bits: 0.25 * 65535 = 16383.75, 0.75 * 65535 = 49151.25.
    const uint32_t quarter = depth_bytes == 2 ? 16384 : bits(0.25f),
                   three_quarters = depth_bytes == 2 ? 49151 : bits(0.75f);
    ImageShape shape{format, VK_IMAGE_TYPE_2D, 70, 45, 1, 3, 3, depth_bytes ? depth_bytes : 1, 1};
    shape.aspect = depth_bytes ? kDepth : kStencil;
    Tracked first = track(shape);
    Tracked stencil = has_stencil && depth_bytes ? other_aspect(first, kStencil, 1) : Tracked{};
    const VkImageAspectFlags all = (depth_bytes ? kDepth : 0u) | (has_stencil ? kStencil : 0u);
    const VkImageSubresourceRange everything[] = {{all, 0, 3, 0, 3}};
    clear_depth_stencil(first.image, {0.25f, 0x1a5}, everything); // Stencil values have 8 bits.
    const VkImageSubresourceRange parts[] = {{shape.aspect, 1, 1, 1, 2},
                                             {shape.aspect, 2, VK_REMAINING_MIP_LEVELS, 0, 1}};
    clear_depth_stencil(first.image, {0.75f, 0x3c}, parts);
    for (uint32_t level = 0; level < 3; ++level) {
        first.put(level, nullptr, depth_bytes ? quarter : 0xa5);
        if (stencil.image) stencil.put(level, nullptr, 0xa5);
    }
    const uint32_t later = depth_bytes ? three_quarters : 0x3c;
    const Box two_layers{0, 0, 1, 35, 22, 2}, last_level{0, 0, 0, 17, 11, 1};
    first.put(1, &two_layers, later);
    first.put(2, &last_level, later);
    std::vector<const Tracked*> images{&first};
    if (stencil.image) {
        const VkImageSubresourceRange part[] = {{kStencil, 0, 1, 2, 1}};
        clear_depth_stencil(first.image, {0.5f, 7}, part);
        const Box layer{0, 0, 2, 70, 45, 1};
        stencil.put(0, &layer, 7);
        images.push_back(&stencil);
    }
    check(images);
}

INSTANTIATE_TEST_SUITE_P(Formats, DepthStencilClears,
                         testing::Values(DepthStencilFormat{VK_FORMAT_D16_UNORM, 2, false},
                                         DepthStencilFormat{VK_FORMAT_D32_SFLOAT, 4, false},
                                         DepthStencilFormat{VK_FORMAT_S8_UINT, 0, true},
                                         DepthStencilFormat{VK_FORMAT_D16_UNORM_S8_UINT, 2, true},
                                         DepthStencilFormat{VK_FORMAT_D32_SFLOAT_S8_UINT, 4, true}),
                         [](const auto& format) { return "Format" + std::to_string(format.param.format); });

TEST_F(Clears, LoadOperationsAndRectangles) {
    // Attachments are level 1 of `srgb`, and layers 1 to 3 of all.
    Tracked srgb = track({VK_FORMAT_R8G8B8A8_SRGB, VK_IMAGE_TYPE_2D, 96, 80, 1, 4, 2, 4, 1});
    Tracked words = track({VK_FORMAT_R32_SINT, VK_IMAGE_TYPE_2D, 48, 40, 1, 4, 1, 4, 1});
    ImageShape depth_shape{VK_FORMAT_D32_SFLOAT_S8_UINT, VK_IMAGE_TYPE_2D, 48, 40, 1, 4, 1, 4, 1};
    depth_shape.aspect = kDepth;
    Tracked depth = track(depth_shape), stencil = other_aspect(depth, kStencil, 1);
    clear_color(srgb, {{0, 0, 0, 1}}, 0xff00'0000);
    VkClearColorValue minus_five{};
    minus_five.int32[0] = -5;
    clear_color(words, minus_five, 0xffff'fffb);
    const VkImageSubresourceRange both[] = {{kDepth | kStencil, 0, 1, 0, 4}};
    clear_depth_stencil(depth.image, {0.5f, 3}, both);
    depth.put(0, nullptr, bits(0.5f));
    stencil.put(0, nullptr, 3);

    constexpr auto kArray = VK_IMAGE_VIEW_TYPE_2D_ARRAY;
    const VkImageView depth_view =
        make_view(depth.image, depth_shape.format, kArray, {kDepth | kStencil, 0, 1, 1, 3});
    const VkRenderingAttachmentInfoKHR colors[] = {
        attachment(make_view(srgb.image, srgb.shape.format, kArray, {kColor, 1, 1, 1, 3}),
                   VK_ATTACHMENT_LOAD_OP_CLEAR, color(0.25f, 0.75f, 1, 0.2f)),
        attachment(make_view(words.image, words.shape.format, kArray, {kColor, 0, 1, 1, 3}),
                   VK_ATTACHMENT_LOAD_OP_LOAD)};
    const auto depth_load = attachment(depth_view, VK_ATTACHMENT_LOAD_OP_CLEAR, depth_stencil(0.125f, 0xff));
    const auto stencil_load = attachment(depth_view, VK_ATTACHMENT_LOAD_OP_CLEAR, depth_stencil(0, 0x81));
    begin({{4, 3}, {30, 25}}, 2, 0, colors, &depth_load, &stencil_load);
    VkClearValue integer{};
    integer.color.int32[0] = 123456789;
    clear_attachment({kColor, 0, color(1, 0, 0.25f, 1)}, {{{8, 8}, {5, 6}}, 1, 1});
    clear_attachment({kColor, 1, integer}, {{{4, 3}, {1, 2}}, 0, 2});
    clear_attachment({kDepth | kStencil, 0, depth_stencil(1, 0x42)}, {{{10, 5}, {9, 17}}, 0, 1});
    clear_attachment({kStencil, 0, depth_stencil(0.3f, 0x24)}, {{{12, 6}, {3, 3}}, 0, 2});
    end();

    // Vulkan 1.3, "Linear to sRGB": 0.25 gives 136.96 / 255, 0.75 gives 224.61 / 255.
    const Box area{4, 3, 1, 30, 25, 2}, rect{8, 8, 2, 5, 6, 1}, of_words{4, 3, 1, 1, 2, 2},
        upper{10, 5, 1, 9, 17, 1}, inner{12, 6, 1, 3, 3, 2};
    srgb.put(1, &area, 0x33ff'e189);
    srgb.put(1, &rect, 0xff89'00ff);
    words.put(0, &of_words, 123456789);
    depth.put(0, &area, bits(0.125f));
    depth.put(0, &upper, bits(1));
    stencil.put(0, &area, 0x81);
    stencil.put(0, &upper, 0x42);
    stencil.put(0, &inner, 0x24);
    const Tracked* const images[] = {&srgb, &words, &depth, &stencil};
    check(images);
}

TEST_F(Clears, SlicesOfAVolume) {
    ImageShape shape{VK_FORMAT_R16G16_UINT, VK_IMAGE_TYPE_3D, 40, 30, 16, 1, 2, 4, 1};
    shape.flags = VK_IMAGE_CREATE_2D_ARRAY_COMPATIBLE_BIT;
    Tracked volume = track(shape);
    clear_color(volume, {}, 0);
    VkClearValue first{}, second{};
    first.color.uint32[0] = 0x1234, first.color.uint32[1] = 0xffff;
    second.color.uint32[0] = 1;
    const VkRenderingAttachmentInfoKHR slices[] = {
        attachment(make_view(volume.image, shape.format, VK_IMAGE_VIEW_TYPE_2D_ARRAY, {kColor, 1, 1, 2, 4}),
                   VK_ATTACHMENT_LOAD_OP_CLEAR, first)};
    begin({{0, 0}, {20, 15}}, 4, 0, slices);
    clear_attachment({kColor, 0, second}, {{{19, 0}, {1, 15}}, 2, 2});
    end();
    const Box all{0, 0, 2, 20, 15, 4}, edge{19, 0, 4, 1, 15, 2};
    volume.put(1, &all, 0xffff'1234);
    volume.put(1, &edge, 1);
    const Tracked* const images[] = {&volume};
    check(images);
}

TEST_F(Clears, PlaneOfAnImage) {
    // The second plane has half the size and two components.
    constexpr VkFormat kPlanes = VK_FORMAT_G8_B8R8_2PLANE_420_UNORM;
    if (!supports(kPlanes, VK_FORMAT_FEATURE_TRANSFER_SRC_BIT)) GTEST_SKIP() << "the device lacks the format";
    if (properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU)
        GTEST_SKIP() << "lavapipe's attachments are of the first plane, whatever the view says";
    ImageShape shape{kPlanes, VK_IMAGE_TYPE_2D, 48, 36, 1, 1, 1, 1, 1};
    shape.flags = VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT | VK_IMAGE_CREATE_EXTENDED_USAGE_BIT;
    shape.more_usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    Tracked first = track(shape);
    first.shape.aspect = VK_IMAGE_ASPECT_PLANE_0_BIT;
    Tracked second = other_aspect(first, VK_IMAGE_ASPECT_PLANE_1_BIT, 2);
    second.shape.width = 24, second.shape.height = 18;
    second.expected.resize(second.shape.words());
    const auto plane = [&](const Tracked& of, VkFormat format, VkClearValue value) {
        return attachment(make_view(of.image, format, VK_IMAGE_VIEW_TYPE_2D, {of.shape.aspect, 0, 1, 0, 1}),
                          VK_ATTACHMENT_LOAD_OP_CLEAR, value);
    };
    const VkRenderingAttachmentInfoKHR of_first[] = {plane(first, VK_FORMAT_R8_UNORM, color(0.2f, 0, 0, 0))};
    const VkRenderingAttachmentInfoKHR of_second[] = {
        plane(second, VK_FORMAT_R8G8_UNORM, color(0.4f, 0.6f, 0, 0))};
    begin({{0, 0}, {48, 36}}, 1, 0, of_first);
    end();
    begin({{0, 0}, {24, 18}}, 1, 0, of_second);
    end();
    first.put(0, nullptr, 0x33);
    second.put(0, nullptr, 0x9966);
    const Tracked* const images[] = {&first, &second};
    check(images);
}

TEST_F(Clears, ViewsOfAMask) {
    Tracked layers = track({VK_FORMAT_B8G8R8A8_UNORM, VK_IMAGE_TYPE_2D, 33, 17, 1, 5, 1, 4, 1});
    clear_color(layers, {{0, 0, 1, 0}}, 0x0000'00ff);
    const VkRenderingAttachmentInfoKHR views[] = {attachment(
        make_view(layers.image, layers.shape.format, VK_IMAGE_VIEW_TYPE_2D_ARRAY, {kColor, 0, 1, 1, 4}),
        VK_ATTACHMENT_LOAD_OP_CLEAR, color(1, 0, 0, 0))};
    begin({{0, 0}, {33, 17}}, 1, 0b1001, views);
    clear_attachment({kColor, 0, color(0, 0, 0, 1)}, {{{30, 10}, {3, 7}}, 0, 1});
    end();
    for (uint32_t layer : {1u, 4u}) {
        const Box all{0, 0, layer, 33, 17, 1}, corner{30, 10, layer, 3, 7, 1};
        layers.put(0, &all, 0x00ff'0000);
        layers.put(0, &corner, 0xff00'0000);
    }
    const Tracked* const images[] = {&layers};
    check(images);
}

TEST_F(Clears, SamplesAndTheirResolve) {
    const ImageShape color_shape{VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_TYPE_2D, 50, 34, 1, 1, 1, 4, 1};
    ImageShape depth_shape = color_shape;
    depth_shape.format = VK_FORMAT_D32_SFLOAT_S8_UINT;
    depth_shape.aspect = kDepth;
    Tracked resolved = track(color_shape), depth = track(depth_shape),
            stencil = other_aspect(depth, kStencil, 1);
    ImageShape samples = color_shape, depth_samples = depth_shape;
    samples.samples = depth_samples.samples = VK_SAMPLE_COUNT_4_BIT;
    VkImage from = VK_NULL_HANDLE, depth_from = VK_NULL_HANDLE;
    make_image(samples, from);
    make_image(depth_samples, depth_from);

    const auto view = [&](VkImage image, VkFormat format, VkImageAspectFlags aspect) {
        return make_view(image, format, VK_IMAGE_VIEW_TYPE_2D, {aspect, 0, 1, 0, 1});
    };
    const auto resolving = [&](VkRenderingAttachmentInfoKHR info, VkImageView to,
                               VkResolveModeFlagBits mode) {
        info.resolveMode = mode;
        info.resolveImageView = to;
        info.resolveImageLayout = VK_IMAGE_LAYOUT_GENERAL;
        return info;
    };
    const VkImageView depth_view = view(depth_from, depth_shape.format, kDepth | kStencil),
                      depth_to = view(depth.image, depth_shape.format, kDepth | kStencil);
    const VkRenderingAttachmentInfoKHR colors[] = {
        resolving(attachment(view(from, samples.format, kColor), VK_ATTACHMENT_LOAD_OP_CLEAR,
                             color(0.2f, 0.4f, 0.6f, 0.8f)),
                  view(resolved.image, color_shape.format, kColor), VK_RESOLVE_MODE_AVERAGE_BIT)};
    const auto depths =
                   resolving(attachment(depth_view, VK_ATTACHMENT_LOAD_OP_CLEAR, depth_stencil(0.75f, 0)),
                             depth_to, VK_RESOLVE_MODE_SAMPLE_ZERO_BIT),
               stencils =
                   resolving(attachment(depth_view, VK_ATTACHMENT_LOAD_OP_CLEAR, depth_stencil(0, 0x5a)),
                             depth_to, VK_RESOLVE_MODE_SAMPLE_ZERO_BIT);
    begin({{0, 0}, {50, 34}}, 1, 0, colors, &depths, &stencils);
    clear_attachment({kColor, 0, color(1, 0, 1, 0)}, {{{40, 30}, {10, 4}}, 0, 1});
    clear_attachment({kDepth | kStencil, 0, depth_stencil(0.375f, 9)}, {{{1, 2}, {3, 4}}, 0, 1});
    end();
    const Box rect{40, 30, 0, 10, 4, 1}, depth_rect{1, 2, 0, 3, 4, 1};
    resolved.put(0, nullptr, 0xcc99'6633);
    resolved.put(0, &rect, 0x00ff'00ff);
    depth.put(0, nullptr, bits(0.75f));
    depth.put(0, &depth_rect, bits(0.375f));
    stencil.put(0, nullptr, 0x5a);
    stencil.put(0, &depth_rect, 9);
    const Tracked* const images[] = {&resolved, &depth, &stencil};
    check(images);
}

} // namespace
} // namespace wb::test
