// SPDX-License-Identifier: MIT
// The next layer's device functions that drawing needs. They are asked for when the overlay is shown for the
// first time.
#pragma once

#include <vulkan/vulkan.h>

namespace wb::layer {

#define WB_OVERLAY_FUNCTIONS(X)                                                                              \
    X(GetSwapchainImagesKHR)                                                                                 \
    X(CreateImageView)                                                                                       \
    X(DestroyImageView)                                                                                      \
    X(CreateRenderPass)                                                                                      \
    X(DestroyRenderPass)                                                                                     \
    X(CreateFramebuffer)                                                                                     \
    X(DestroyFramebuffer)                                                                                    \
    X(CreateShaderModule)                                                                                    \
    X(DestroyShaderModule)                                                                                   \
    X(CreateDescriptorSetLayout)                                                                             \
    X(DestroyDescriptorSetLayout)                                                                            \
    X(CreatePipelineLayout)                                                                                  \
    X(DestroyPipelineLayout)                                                                                 \
    X(CreateGraphicsPipelines)                                                                               \
    X(CreateComputePipelines)                                                                                \
    X(DestroyPipeline)                                                                                       \
    X(CreateDescriptorPool)                                                                                  \
    X(DestroyDescriptorPool)                                                                                 \
    X(AllocateDescriptorSets)                                                                                \
    X(UpdateDescriptorSets)                                                                                  \
    X(CreateCommandPool)                                                                                     \
    X(DestroyCommandPool)                                                                                    \
    X(AllocateCommandBuffers)                                                                                \
    X(BeginCommandBuffer)                                                                                    \
    X(EndCommandBuffer)                                                                                      \
    X(CreateFence)                                                                                           \
    X(DestroyFence)                                                                                          \
    X(WaitForFences)                                                                                         \
    X(ResetFences)                                                                                           \
    X(CreateSemaphore)                                                                                       \
    X(DestroySemaphore)                                                                                      \
    X(QueueSubmit)                                                                                           \
    X(CreateBuffer)                                                                                          \
    X(DestroyBuffer)                                                                                         \
    X(GetBufferMemoryRequirements)                                                                           \
    X(AllocateMemory)                                                                                        \
    X(FreeMemory)                                                                                            \
    X(BindBufferMemory)                                                                                      \
    X(MapMemory)                                                                                             \
    X(CmdBeginRenderPass)                                                                                    \
    X(CmdEndRenderPass)                                                                                      \
    X(CmdBindPipeline)                                                                                       \
    X(CmdBindDescriptorSets)                                                                                 \
    X(CmdBindVertexBuffers)                                                                                  \
    X(CmdBindIndexBuffer)                                                                                    \
    X(CmdSetViewport)                                                                                        \
    X(CmdSetScissor)                                                                                         \
    X(CmdPushConstants)                                                                                      \
    X(CmdDrawIndexed)                                                                                        \
    X(CmdDispatch)                                                                                           \
    X(CmdPipelineBarrier)                                                                                    \
    X(CmdCopyImageToBuffer)                                                                                  \
    X(CmdCopyBufferToImage)

struct OverlayFunctions {
#define WB_MEMBER(name) PFN_vk##name name = nullptr;
    WB_OVERLAY_FUNCTIONS(WB_MEMBER)
#undef WB_MEMBER
    /// False: the next layer lacks one; `missing` names it.
    bool load(PFN_vkGetDeviceProcAddr get, VkDevice device, const char*& missing) {
#define WB_LOAD(name)                                                                                        \
    this->name = reinterpret_cast<PFN_vk##name>(get(device, "vk" #name));                                    \
    if (!this->name) {                                                                                       \
        missing = "vk" #name;                                                                                \
        return false;                                                                                        \
    }
        WB_OVERLAY_FUNCTIONS(WB_LOAD)
#undef WB_LOAD
        return true;
    }
};

} // namespace wb::layer
