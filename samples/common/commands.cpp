// SPDX-License-Identifier: MIT
#include "samples/common/commands.h"

namespace wb::headless {

Result<Commands> Commands::begin(Device& device, const char* name) {
    Commands commands(device);
    VkCommandPoolCreateInfo pool_info{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    pool_info.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
    pool_info.queueFamilyIndex = device.family();
    VkCommandPool pool;
    if (auto ok =
            check(vkCreateCommandPool(device.handle(), &pool_info, nullptr, &pool), "making a command pool");
        !ok)
        return std::unexpected(ok.error());
    device.own(pool);
    VkCommandBufferAllocateInfo allocate{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    allocate.commandPool = pool;
    allocate.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    allocate.commandBufferCount = 1;
    Status ok = check(vkAllocateCommandBuffers(device.handle(), &allocate, &commands.commands_),
                      "allocating a command buffer");
    const VkFenceCreateInfo fence_info{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    if (ok)
        ok = check(vkCreateFence(device.handle(), &fence_info, nullptr, &commands.fence_), "making a fence");
    if (commands.fence_) device.own(commands.fence_);
    const VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    if (ok) ok = check(vkBeginCommandBuffer(commands.commands_, &begin), "beginning a command buffer");
    if (!ok) return std::unexpected(ok.error());
    device.name(VK_OBJECT_TYPE_COMMAND_BUFFER, commands.commands_, name);
    return commands;
}

Status Commands::begin_again() {
    const VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    return check(vkBeginCommandBuffer(commands_, &begin), "beginning a command buffer again");
}

void Commands::update(const Buffer& buffer, std::span<const std::byte> bytes) {
    vkCmdUpdateBuffer(commands_, buffer.handle, 0, bytes.size(), bytes.data());
    VkMemoryBarrier written{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
    written.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
    written.dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT;
    vkCmdPipelineBarrier(commands_, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0,
                         1, &written, 0, nullptr, 0, nullptr);
}

void Commands::dispatch(const Pipeline& pipeline, std::span<const std::byte> push_constants,
                        std::array<uint32_t, 3> groups, const char* label) {
    device_->begin_label(commands_, label);
    vkCmdBindPipeline(commands_, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.handle);
    if (pipeline.set)
        vkCmdBindDescriptorSets(commands_, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.layout, 0, 1,
                                &pipeline.set, 0, nullptr);
    if (!push_constants.empty())
        vkCmdPushConstants(commands_, pipeline.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                           uint32_t(push_constants.size()), push_constants.data());
    vkCmdDispatch(commands_, groups[0], groups[1], groups[2]);
    device_->end_label(commands_);
}

void Commands::barrier() {
    VkMemoryBarrier written{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
    written.srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT;
    written.dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_HOST_READ_BIT;
    vkCmdPipelineBarrier(commands_, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                         VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &written, 0,
                         nullptr, 0, nullptr);
}

Status Commands::end() {
    return check(vkEndCommandBuffer(commands_), "recording commands");
}

Status Commands::submit_and_wait(VkSemaphore after, VkSemaphore done) {
    VkSubmitInfo submit{VK_STRUCTURE_TYPE_SUBMIT_INFO};
    const VkPipelineStageFlags all = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    submit.waitSemaphoreCount = after ? 1 : 0;
    submit.pWaitSemaphores = &after;
    submit.pWaitDstStageMask = &all;
    submit.signalSemaphoreCount = done ? 1 : 0;
    submit.pSignalSemaphores = &done;
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &commands_;
    if (auto ok = check(vkResetFences(device_->handle(), 1, &fence_), "resetting a fence"); !ok) return ok;
    if (auto ok = check(vkQueueSubmit(device_->queue(), 1, &submit, fence_), "submitting to the GPU"); !ok)
        return ok;
    return check(vkWaitForFences(device_->handle(), 1, &fence_, VK_TRUE, UINT64_MAX), "waiting for the GPU");
}

} // namespace wb::headless
