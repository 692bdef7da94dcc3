// SPDX-License-Identifier: MIT
// The overlay drawn in a render pass.
#include "layer/overlay/canvas.h"

#include <cstring>

namespace wb::layer {

Status Canvas::record_draw(Slot& slot, const Picture& picture, bool stops_armed) {
    const OverlayFunctions& vk = painter_->vk();
    const protocol::OverlayFrame& frame = picture.frame;
    const size_t vertex_bytes = frame.vertices.size() * sizeof(protocol::OverlayVertex);
    const size_t index_bytes = frame.indices.size() * sizeof(uint32_t);
    if (!index_bytes) return {};
    if (Status ok = grow(slot.geometry, vertex_bytes + index_bytes,
                         VK_BUFFER_USAGE_VERTEX_BUFFER_BIT | VK_BUFFER_USAGE_INDEX_BUFFER_BIT, true);
        !ok)
        return ok;
    auto* bytes = static_cast<uint8_t*>(slot.geometry.map);
    std::memcpy(bytes, frame.vertices.data(), vertex_bytes);
    std::memcpy(bytes + vertex_bytes, frame.indices.data(), index_bytes);

    const VkRenderPassBeginInfo pass{VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
                                     nullptr,
                                     brush_->render_pass,
                                     slot.frame,
                                     {{0, 0}, facts_.extent},
                                     0,
                                     nullptr};
    vk.CmdBeginRenderPass(slot.commands, &pass, VK_SUBPASS_CONTENTS_INLINE);
    vk.CmdBindPipeline(slot.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, brush_->pipeline);
    vk.CmdBindDescriptorSets(slot.commands, VK_PIPELINE_BIND_POINT_GRAPHICS, brush_->layout, 0, 1, &slot.set,
                             0, nullptr);
    const VkDeviceSize zero = 0;
    vk.CmdBindVertexBuffers(slot.commands, 0, 1, &slot.geometry.buffer, &zero);
    vk.CmdBindIndexBuffer(slot.commands, slot.geometry.buffer, vertex_bytes, VK_INDEX_TYPE_UINT32);
    const auto width = float(facts_.extent.width), height = float(facts_.extent.height);
    const VkViewport viewport{0, 0, width, height, 0, 1};
    vk.CmdSetViewport(slot.commands, 0, 1, &viewport);
    for (size_t i = 0; i < frame.commands.size(); ++i) {
        const protocol::OverlayCommand& command = frame.commands[i];
        if (command.when == protocol::OverlayWhen::StopsArmed && !stops_armed) continue;
        const PixelRect clip = clip_of(command, facts_.extent.width, facts_.extent.height);
        if (clip.is_empty() || !command.index_count) continue;
        const VkRect2D scissor{{clip.left, clip.top},
                               {uint32_t(clip.right - clip.left), uint32_t(clip.bottom - clip.top)}};
        vk.CmdSetScissor(slot.commands, 0, 1, &scissor);
        const protocol::OverlayTexture& texture = *picture.textures[picture.texture_of[i]];
        const DrawPush push{{2 / width, 2 / height},
                            slot.texels->first[picture.texture_of[i]],
                            texture.width,
                            texture.height};
        vk.CmdPushConstants(slot.commands, brush_->layout,
                            VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT, 0, sizeof push, &push);
        vk.CmdDrawIndexed(slot.commands, command.index_count, 1, command.first_index, 0, 0);
        slot.is_empty = false;
    }
    vk.CmdEndRenderPass(slot.commands);
    return {};
}

} // namespace wb::layer
