// SPDX-License-Identifier: MIT
// vkCmdClearAttachments in secondary command buffers, which may know the attachments or only their formats.
#include "tests/e2e/clear_fixture.h"
#include "tests/e2e/conditional_rendering.h"

namespace wb::test {
namespace {

using SecondaryClears = ClearTest;
using ConditionalClears = Conditional<ClearTest>;

/// Three layers of words.
ImageShape plane(VkFormat format) {
    return {format, VK_IMAGE_TYPE_2D, 16, 16, 1, 3, 1, 4, 1};
}

TEST_F(SecondaryClears, OfARenderPass) {
    Tracked target = track({VK_FORMAT_R16G16_SFLOAT, VK_IMAGE_TYPE_2D, 20, 20, 1, 1, 1, 4, 1});
    const VkImageView view =
        make_view(target.image, target.shape.format, VK_IMAGE_VIEW_TYPE_2D, {kColor, 0, 1, 0, 1});
    VkAttachmentDescription description{};
    description.format = target.shape.format;
    description.samples = VK_SAMPLE_COUNT_1_BIT;
    description.loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR;
    description.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
    description.finalLayout = VK_IMAGE_LAYOUT_GENERAL;
    const VkAttachmentReference reference{0, VK_IMAGE_LAYOUT_GENERAL};
    VkSubpassDescription subpass{};
    subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
    subpass.colorAttachmentCount = 1;
    subpass.pColorAttachments = &reference;
    VkRenderPassCreateInfo pass_info{VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO};
    pass_info.attachmentCount = 1;
    pass_info.pAttachments = &description;
    pass_info.subpassCount = 1;
    pass_info.pSubpasses = &subpass;
    VkRenderPass pass;
    WB_VK(vkCreateRenderPass(device, &pass_info, nullptr, &pass));
    VkFramebufferCreateInfo frame_info{VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO};
    frame_info.renderPass = pass;
    frame_info.attachmentCount = 1;
    frame_info.pAttachments = &view;
    frame_info.width = frame_info.height = 20;
    frame_info.layers = 1;
    VkFramebuffer framebuffer;
    WB_VK(vkCreateFramebuffer(device, &frame_info, nullptr, &framebuffer));

    VkCommandBufferInheritanceInfo known{VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO}, unknown = known;
    known.renderPass = unknown.renderPass = pass;
    known.framebuffer = framebuffer;
    // Each over a part of the one before.
    const VkCommandBuffer secondaries[] = {
        clearing(known, {kColor, 0, color(2, -1, 0, 0)}, {{{0, 15}, {20, 5}}, 0, 1}),
        clearing(unknown, {kColor, 0, color(-2, 0, 0, 0)}, {{{0, 10}, {5, 10}}, 0, 1}),
        clearing(known, {kColor, 0, color(0, 4, 0, 0)}, {{{0, 18}, {7, 2}}, 0, 1})};

    const VkClearValue loaded = color(0.5f, 1, 0, 0);
    VkRenderPassBeginInfo pass_begin{VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO};
    pass_begin.renderPass = pass;
    pass_begin.framebuffer = framebuffer;
    pass_begin.renderArea = {{0, 0}, {20, 20}};
    pass_begin.clearValueCount = 1;
    pass_begin.pClearValues = &loaded;
    vkCmdBeginRenderPass(commands, &pass_begin, VK_SUBPASS_CONTENTS_SECONDARY_COMMAND_BUFFERS);
    vkCmdExecuteCommands(commands, 3, secondaries);
    vkCmdEndRenderPass(commands);
    const Box bottom{0, 15, 0, 20, 5, 1}, left{0, 10, 0, 5, 10, 1}, corner{0, 18, 0, 7, 2, 1};
    target.put(0, nullptr, 0x3c00'3800); // f16: 0.5, 1.
    target.put(0, &bottom, 0xbc00'4000); // 2, -1.
    target.put(0, &left, 0x0000'c000);   // -2, 0.
    target.put(0, &corner, 0x4400'0000); // 0, 4.
    const Tracked* const images[] = {&target};
    check(images);
    vkDestroyFramebuffer(device, framebuffer, nullptr);
    vkDestroyRenderPass(device, pass, nullptr);
}

TEST_F(SecondaryClears, OfARendering) {
    Tracked first = track(plane(VK_FORMAT_R8G8B8A8_UINT)), second = track(plane(VK_FORMAT_R32_UINT));
    ImageShape shape = plane(VK_FORMAT_D32_SFLOAT);
    shape.aspect = kDepth;
    Tracked depth = track(shape);
    const auto view = [&](const Tracked& of) {
        return make_view(of.image, of.shape.format, VK_IMAGE_VIEW_TYPE_2D_ARRAY,
                         {of.shape.aspect, 0, 1, 0, 3});
    };
    const VkFormat formats[] = {first.shape.format, second.shape.format};
    VkCommandBufferInheritanceRenderingInfoKHR rendering{
        VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_RENDERING_INFO_KHR};
    rendering.viewMask = 0b101;
    rendering.colorAttachmentCount = 2;
    rendering.pColorAttachmentFormats = formats;
    rendering.depthAttachmentFormat = depth.shape.format;
    rendering.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;
    const VkCommandBufferInheritanceInfo inheritance{VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO,
                                                     &rendering};
    VkClearValue word{};
    word.color.uint32[0] = 77;
    const VkRect2D rect{{3, 4}, {5, 6}};
    const VkCommandBuffer secondaries[] = {
        clearing(inheritance, {kColor, 1, word}, {rect, 0, 1}),
        clearing(inheritance, {kDepth, 0, depth_stencil(1, 0)}, {rect, 0, 1})};
    const VkRenderingAttachmentInfoKHR colors[] = {attachment(view(first), VK_ATTACHMENT_LOAD_OP_CLEAR),
                                                   attachment(view(second), VK_ATTACHMENT_LOAD_OP_CLEAR)};
    const auto depths = attachment(view(depth), VK_ATTACHMENT_LOAD_OP_CLEAR);
    clear_color(first, {}, 0);
    clear_color(second, {}, 0);
    const VkImageSubresourceRange all[] = {{kDepth, 0, 1, 0, 3}};
    clear_depth_stencil(depth.image, {}, all);
    begin({{0, 0}, {16, 16}}, 1, 0b101, colors, &depths, nullptr,
          VK_RENDERING_CONTENTS_SECONDARY_COMMAND_BUFFERS_BIT_KHR);
    vkCmdExecuteCommands(commands, 2, secondaries);
    end();
    for (uint32_t layer : {0u, 2u}) {
        const Box box{3, 4, layer, 5, 6, 1};
        second.put(0, &box, 77);
        depth.put(0, &box, bits(1));
    }
    const Tracked* const images[] = {&first, &second, &depth};
    check(images);
}

TEST_F(ConditionalClears, OfAttachmentsThatAreNotKnown) {
    Tracked target = track({VK_FORMAT_R32_UINT, VK_IMAGE_TYPE_2D, 16, 16, 1, 1, 1, 4, 1});
    const VkImageView view =
        make_view(target.image, target.shape.format, VK_IMAGE_VIEW_TYPE_2D, {kColor, 0, 1, 0, 1});
    Buffer conditions;
    make_buffer(2, conditions);
    conditions.words[0] = 0;
    conditions.words[1] = 7;
    VkCommandBufferInheritanceRenderingInfoKHR rendering{
        VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_RENDERING_INFO_KHR};
    rendering.colorAttachmentCount = 1;
    rendering.pColorAttachmentFormats = &target.shape.format;
    rendering.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;
    const VkCommandBufferInheritanceInfo inheritance{VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO,
                                                     &rendering};
    // Row n: under the condition of a word or its opposite; behind them one without.
    struct Row {
        uint32_t word;
        bool inverted, drawn;
    };
    const Row rows[] = {{0, false, false}, {1, false, true}, {0, true, true}, {1, true, false}};
    const auto row_of = [](uint32_t n) { return VkClearRect{{{0, int32_t(n)}, {16, 1}}, 0, 1}; };
    const auto value = [](uint32_t n) {
        VkClearAttachment clear{kColor, 0, {}};
        clear.clearValue.color.uint32[0] = 100 + n;
        return clear;
    };
    const VkCommandBuffer clears = secondary(inheritance, [&](VkCommandBuffer into) {
        for (uint32_t n = 0; n < std::size(rows); ++n) {
            begin_condition(into, conditions.buffer, rows[n].word, rows[n].inverted);
            const VkClearAttachment clear = value(n);
            const VkClearRect rect = row_of(n);
            vkCmdClearAttachments(into, 1, &clear, 1, &rect);
            end_condition(into);
        }
        const VkClearAttachment clear = value(4);
        const VkClearRect rect = row_of(4);
        vkCmdClearAttachments(into, 1, &clear, 1, &rect);
    });
    clear_color(target, {}, 0);
    const VkRenderingAttachmentInfoKHR colors[] = {attachment(view, VK_ATTACHMENT_LOAD_OP_LOAD)};
    begin({{0, 0}, {16, 16}}, 1, 0, colors, nullptr, nullptr,
          VK_RENDERING_CONTENTS_SECONDARY_COMMAND_BUFFERS_BIT_KHR);
    vkCmdExecuteCommands(commands, 1, &clears);
    end();
    for (uint32_t n = 0; n <= std::size(rows); ++n) {
        if (n < std::size(rows) && !rows[n].drawn) continue;
        const Box row{0, n, 0, 16, 1, 1};
        target.put(0, &row, 100 + n);
    }
    const Tracked* const images[] = {&target};
    check(images);
}

} // namespace
} // namespace wb::test
