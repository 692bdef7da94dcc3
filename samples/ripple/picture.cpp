// SPDX-License-Identifier: MIT
#include "samples/ripple/picture.h"

#include "shade_spv.h"
#include "water_spv.h"

#include <algorithm>
#include <cstring>

namespace wb::ripple {

using headless::check;

namespace {

/// As in water.comp.
struct Basin {
    uint32_t width, height, tick;
    float damping, drop_x, drop_y, drop_radius;
};

Result<VkImage> make_image(headless::Device& device, uint32_t width, uint32_t height, VkImageView& view) {
    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = VK_FORMAT_R8G8B8A8_UNORM;
    info.extent = {width, height, 1};
    info.mipLevels = info.arrayLayers = 1;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.tiling = VK_IMAGE_TILING_OPTIMAL;
    info.usage = VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
    VkImage image = VK_NULL_HANDLE;
    if (Status ok = check(vkCreateImage(device.handle(), &info, nullptr, &image), "making an image"); !ok)
        return std::unexpected(ok.error());
    VkMemoryRequirements needs;
    vkGetImageMemoryRequirements(device.handle(), image, &needs);
    VkPhysicalDeviceMemoryProperties memories;
    vkGetPhysicalDeviceMemoryProperties(device.physical(), &memories);
    VkMemoryAllocateInfo allocate{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    allocate.allocationSize = needs.size;
    while (
        !(needs.memoryTypeBits >> allocate.memoryTypeIndex & 1) ||
        !(memories.memoryTypes[allocate.memoryTypeIndex].propertyFlags & VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT))
        if (++allocate.memoryTypeIndex == memories.memoryTypeCount)
            return fail("no device memory can hold the picture");
    VkDeviceMemory memory = VK_NULL_HANDLE;
    Status ok = check(vkAllocateMemory(device.handle(), &allocate, nullptr, &memory), "allocating an image");
    device.own(image, memory);
    if (ok) ok = check(vkBindImageMemory(device.handle(), image, memory, 0), "binding an image");
    device.name(VK_OBJECT_TYPE_IMAGE, image, "picture");
    const VkImageViewCreateInfo view_info{
        VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO, nullptr, 0, image, VK_IMAGE_VIEW_TYPE_2D, info.format, {},
        {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
    if (ok)
        ok = check(vkCreateImageView(device.handle(), &view_info, nullptr, &view), "making an image view");
    if (!ok) return std::unexpected(ok.error());
    device.own(view);
    return image;
}

VkImageMemoryBarrier change(VkImage image, VkAccessFlags before, VkAccessFlags after, VkImageLayout from,
                            VkImageLayout to) {
    return {VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
            nullptr,
            before,
            after,
            from,
            to,
            VK_QUEUE_FAMILY_IGNORED,
            VK_QUEUE_FAMILY_IGNORED,
            image,
            {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
}

} // namespace

Result<Picture> Picture::make(headless::Device& device, uint32_t width, uint32_t height) {
    Picture out;
    out.width_ = width;
    out.height_ = height;
    auto basin = headless::make_buffer(device, sizeof(Basin), "basin");
    if (!basin) return std::unexpected(basin.error());
    out.basin_ = *basin;
    auto heights = headless::make_buffer(device, size_t(3) * width * height * sizeof(float), "heights");
    if (!heights) return std::unexpected(heights.error());
    out.heights_ = *heights;
    std::memset(out.heights_.data, 0, out.heights_.size);
    out.basin_.as<Basin>()[0] = {width, height, ~0u, 0.99f, 0, 0, 0};
    headless::ImageBinding target;
    auto image = make_image(device, width, height, target.view);
    if (!image) return std::unexpected(image.error());
    out.image_ = *image;

    const headless::Buffer buffers[] = {out.basin_, out.heights_};
    headless::PipelineInfo info;
    info.buffers = buffers;
    info.spirv = water_spv;
    info.name = "water";
    auto water = headless::make_pipeline(device, info);
    if (!water) return std::unexpected(water.error());
    out.water_ = *water;
    info.spirv = shade_spv;
    info.name = "shade";
    info.images = {&target, 1};
    info.first_image = 2;
    auto shade = headless::make_pipeline(device, info);
    if (!shade) return std::unexpected(shade.error());
    out.shade_ = *shade;
    return out;
}

void Picture::tick() {
    Basin& basin = basin_.as<Basin>()[0];
    ++basin.tick;
    // A drop every 20 steps, each elsewhere but the same in each run.
    const uint32_t drop = basin.tick / 20;
    basin.drop_radius = basin.tick % 20 == 1 ? float(height_) / 16 : 0;
    basin.drop_x = float((drop * 97 + width_ / 2) % width_);
    basin.drop_y = float((drop * 57 + height_ / 2) % height_);
}

void Picture::record(headless::Commands& commands, VkImage target, VkExtent2D extent) const {
    const std::array<uint32_t, 3> groups{(width_ + 7) / 8, (height_ + 7) / 8, 1};
    const VkCommandBuffer to = commands.handle();
    commands.dispatch(water_, {}, groups, "step the water");
    commands.barrier();
    const VkImageMemoryBarrier blank =
        change(image_, 0, VK_ACCESS_SHADER_WRITE_BIT, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
    vkCmdPipelineBarrier(to, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 0,
                         nullptr, 0, nullptr, 1, &blank);
    commands.dispatch(shade_, {}, groups, "shade the picture");
    const VkImageMemoryBarrier before[] = {
        change(image_, VK_ACCESS_SHADER_WRITE_BIT, VK_ACCESS_TRANSFER_READ_BIT, VK_IMAGE_LAYOUT_GENERAL,
               VK_IMAGE_LAYOUT_GENERAL),
        change(target, 0, VK_ACCESS_TRANSFER_WRITE_BIT, VK_IMAGE_LAYOUT_UNDEFINED,
               VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL)};
    vkCmdPipelineBarrier(to, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT,
                         VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, nullptr, 0, nullptr, 2, before);
    VkImageCopy copy{};
    copy.srcSubresource = copy.dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    copy.extent = {std::min(width_, extent.width), std::min(height_, extent.height), 1};
    vkCmdCopyImage(to, image_, VK_IMAGE_LAYOUT_GENERAL, target, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1,
                   &copy);
    const VkImageMemoryBarrier after =
        change(target, VK_ACCESS_TRANSFER_WRITE_BIT, 0, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
               VK_IMAGE_LAYOUT_PRESENT_SRC_KHR);
    vkCmdPipelineBarrier(to, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, 0, 0,
                         nullptr, 0, nullptr, 1, &after);
}

} // namespace wb::ripple
