// SPDX-License-Identifier: MIT
#include "tests/e2e/clear_fixture.h"

#include <algorithm>
#include <cstring>

namespace wb::test {

void Tracked::put(uint32_t level, const Box* box, uint32_t element) {
    const VkExtent3D size = shape.extent(level);
    const Box whole{0, 0, 0, size.width, size.height, std::max(size.depth, shape.layers)};
    if (!box) box = &whole;
    for (uint32_t z = box->z; z < box->z + box->depth; ++z)
        for (uint32_t y = box->y; y < box->y + box->height; ++y)
            for (uint32_t x = box->x; x < box->x + box->width; ++x)
                std::memcpy(reinterpret_cast<char*>(expected.data()) + shape.offset(level, x, y, z), &element,
                            shape.element_bytes);
}

void ClearTest::SetUp() {
    ImageTest::SetUp();
    if (!device) return;
    begin_rendering_ = PFN_vkCmdBeginRenderingKHR(vkGetDeviceProcAddr(device, "vkCmdBeginRenderingKHR"));
    end_rendering_ = PFN_vkCmdEndRenderingKHR(vkGetDeviceProcAddr(device, "vkCmdEndRenderingKHR"));
}

Tracked ClearTest::track(const ImageShape& shape) {
    Tracked out{shape, VK_NULL_HANDLE, std::vector<uint32_t>(shape.words())};
    make_image(shape, out.image);
    return out;
}

Tracked ClearTest::other_aspect(const Tracked& of, VkImageAspectFlags aspect, uint32_t element_bytes) {
    Tracked out = of;
    out.shape.aspect = aspect;
    out.shape.element_bytes = element_bytes;
    out.expected.assign(out.shape.words(), 0);
    return out;
}

void ClearTest::clear_color(Tracked& target, VkClearColorValue value, uint32_t element) {
    const VkImageSubresourceRange all{kColor, 0, target.shape.levels, 0, VK_REMAINING_ARRAY_LAYERS};
    vkCmdClearColorImage(commands, target.image, VK_IMAGE_LAYOUT_GENERAL, &value, 1, &all);
    barrier(target.image);
    for (uint32_t level = 0; level < target.shape.levels; ++level)
        target.put(level, nullptr, element);
}

void ClearTest::clear_depth_stencil(VkImage image, VkClearDepthStencilValue value,
                                    std::span<const VkImageSubresourceRange> ranges) {
    vkCmdClearDepthStencilImage(commands, image, VK_IMAGE_LAYOUT_GENERAL, &value, uint32_t(ranges.size()),
                                ranges.data());
    barrier(image, VK_IMAGE_LAYOUT_GENERAL, ranges[0].aspectMask);
}

VkRenderingAttachmentInfoKHR ClearTest::attachment(VkImageView view, VkAttachmentLoadOp load,
                                                   VkClearValue value) {
    VkRenderingAttachmentInfoKHR info{VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO_KHR};
    info.imageView = view;
    info.imageLayout = VK_IMAGE_LAYOUT_GENERAL;
    info.loadOp = load;
    info.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
    info.clearValue = value;
    return info;
}

void ClearTest::begin(VkRect2D area, uint32_t layers, uint32_t view_mask,
                      std::span<const VkRenderingAttachmentInfoKHR> colors,
                      const VkRenderingAttachmentInfoKHR* depth, const VkRenderingAttachmentInfoKHR* stencil,
                      VkRenderingFlagsKHR flags) {
    VkRenderingInfoKHR info{VK_STRUCTURE_TYPE_RENDERING_INFO_KHR};
    info.flags = flags;
    info.renderArea = area;
    info.layerCount = layers;
    info.viewMask = view_mask;
    info.colorAttachmentCount = uint32_t(colors.size());
    info.pColorAttachments = colors.data();
    info.pDepthAttachment = depth;
    info.pStencilAttachment = stencil;
    begin_rendering_(commands, &info);
}

VkCommandBuffer ClearTest::secondary(const VkCommandBufferInheritanceInfo& inheritance,
                                     const std::function<void(VkCommandBuffer)>& record) {
    const VkCommandBufferAllocateInfo allocate{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, nullptr, pool,
                                               VK_COMMAND_BUFFER_LEVEL_SECONDARY, 1};
    VkCommandBuffer made = VK_NULL_HANDLE;
    EXPECT_EQ(vkAllocateCommandBuffers(device, &allocate, &made), VK_SUCCESS);
    const VkCommandBufferBeginInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, nullptr,
                                        VK_COMMAND_BUFFER_USAGE_RENDER_PASS_CONTINUE_BIT, &inheritance};
    EXPECT_EQ(vkBeginCommandBuffer(made, &info), VK_SUCCESS);
    record(made);
    EXPECT_EQ(vkEndCommandBuffer(made), VK_SUCCESS);
    return made;
}

VkCommandBuffer ClearTest::clearing(const VkCommandBufferInheritanceInfo& inheritance,
                                    const VkClearAttachment& clear, const VkClearRect& rect) {
    return secondary(inheritance,
                     [&](VkCommandBuffer into) { vkCmdClearAttachments(into, 1, &clear, 1, &rect); });
}

void ClearTest::check(std::span<const Tracked* const> images) {
    std::vector<Buffer> out(images.size());
    for (size_t i = 0; i < images.size(); ++i) {
        make_buffer(images[i]->expected.size(), out[i]);
        std::fill_n(out[i].words, images[i]->expected.size(), 0);
        download(images[i]->image, images[i]->shape, out[i]);
    }
    submit();
    for (size_t i = 0; i < images.size(); ++i)
        for (size_t word = 0; word < images[i]->expected.size(); ++word)
            ASSERT_EQ(out[i].words[word], images[i]->expected[word]) << "image " << i << ", word " << word;
}

} // namespace wb::test
