// SPDX-License-Identifier: MIT
// The overlay for queues that cannot draw: the part of the picture under it is copied to a buffer, a compute
// shader draws the triangles there, and it is copied back. So the image needs no storage usage, which
// B8G8R8A8 does not have on AMD, and no view in another format.
#include "layer/overlay/canvas.h"
#include "layer/overlay/formats.h"

#include <algorithm>
#include <cstring>

namespace wb::layer {
namespace {

/// vkCmdDispatch takes at least so many groups everywhere.
constexpr uint32_t kMostGroups = 65535;

VkImageMemoryBarrier image_barrier(VkImage image, VkAccessFlags from, VkAccessFlags to, VkImageLayout before,
                                   VkImageLayout after) {
    return {VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
            nullptr,
            from,
            to,
            before,
            after,
            VK_QUEUE_FAMILY_IGNORED,
            VK_QUEUE_FAMILY_IGNORED,
            image,
            {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
}

VkBufferMemoryBarrier buffer_barrier(VkBuffer buffer, VkAccessFlags from, VkAccessFlags to) {
    return {VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER,
            nullptr,
            from,
            to,
            VK_QUEUE_FAMILY_IGNORED,
            VK_QUEUE_FAMILY_IGNORED,
            buffer,
            0,
            VK_WHOLE_SIZE};
}

} // namespace

Status Canvas::record_compute(Slot& slot, VkImage image, const Picture& picture, bool stops_armed) {
    const OverlayFunctions& vk = painter_->vk();
    const Scene scene =
        make_scene(picture, facts_.extent.width, facts_.extent.height, stops_armed, slot.texels->first);
    if (!scene.tile_count) return {};
    const auto width = uint32_t(scene.bounds.right - scene.bounds.left);
    const auto height = uint32_t(scene.bounds.bottom - scene.bounds.top);
    const VkDeviceSize pixel_bytes = VkDeviceSize(width) * height * pixel_layout(facts_.format)->bytes;
    if (Status ok = grow(slot.geometry, scene.words.size() * 4, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, true);
        !ok)
        return ok;
    if (Status ok = grow(slot.pixels, pixel_bytes,
                         VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                             VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                         false);
        !ok)
        return ok;
    std::memcpy(slot.geometry.map, scene.words.data(), scene.words.size() * 4);
    describe(slot, 0, slot.geometry.buffer);
    describe(slot, 2, slot.pixels.buffer);

    const VkBufferImageCopy copy{0,
                                 width,
                                 height,
                                 {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                 {scene.bounds.left, scene.bounds.top, 0},
                                 {width, height, 1}};
    const auto barrier = [&](VkPipelineStageFlags from, VkPipelineStageFlags to,
                             const VkBufferMemoryBarrier* buffer, const VkImageMemoryBarrier* picture_of) {
        vk.CmdPipelineBarrier(slot.commands, from, to, 0, 0, nullptr, buffer ? 1 : 0, buffer,
                              picture_of ? 1 : 0, picture_of);
    };
    const VkImageMemoryBarrier readable =
        image_barrier(image, VK_ACCESS_MEMORY_WRITE_BIT, VK_ACCESS_TRANSFER_READ_BIT,
                      VK_IMAGE_LAYOUT_PRESENT_SRC_KHR, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    barrier(VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, nullptr, &readable);
    vk.CmdCopyImageToBuffer(slot.commands, image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, slot.pixels.buffer, 1,
                            &copy);
    const VkBufferMemoryBarrier copied =
        buffer_barrier(slot.pixels.buffer, VK_ACCESS_TRANSFER_WRITE_BIT,
                       VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
    barrier(VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, &copied, nullptr);
    vk.CmdBindPipeline(slot.commands, VK_PIPELINE_BIND_POINT_COMPUTE, brush_->pipeline);
    vk.CmdBindDescriptorSets(slot.commands, VK_PIPELINE_BIND_POINT_COMPUTE, brush_->layout, 0, 1, &slot.set,
                             0, nullptr);
    for (uint32_t first = 0; first < scene.tile_count; first += kMostGroups) {
        const ComputePush push{{scene.bounds.left, scene.bounds.top},
                               {int32_t(width), int32_t(height)},
                               scene.triangles,
                               scene.commands,
                               scene.tiles + first * 3,
                               scene.list};
        vk.CmdPushConstants(slot.commands, brush_->layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof push,
                            &push);
        vk.CmdDispatch(slot.commands, std::min(scene.tile_count - first, kMostGroups), 1, 1);
    }
    const VkBufferMemoryBarrier drawn =
        buffer_barrier(slot.pixels.buffer, VK_ACCESS_SHADER_WRITE_BIT, VK_ACCESS_TRANSFER_READ_BIT);
    barrier(VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, &drawn, nullptr);
    const VkImageMemoryBarrier writable =
        image_barrier(image, 0, VK_ACCESS_TRANSFER_WRITE_BIT, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                      VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    barrier(VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, nullptr, &writable);
    vk.CmdCopyBufferToImage(slot.commands, slot.pixels.buffer, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1,
                            &copy);
    const VkImageMemoryBarrier presentable =
        image_barrier(image, VK_ACCESS_TRANSFER_WRITE_BIT, 0, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                      VK_IMAGE_LAYOUT_PRESENT_SRC_KHR);
    barrier(VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, nullptr, &presentable);
    slot.is_empty = false;
    return {};
}

} // namespace wb::layer
