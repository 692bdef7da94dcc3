// SPDX-License-Identifier: MIT
// The least Vulkan that a compute test needs: a device, one queue, buffers that the host sees.
#pragma once

#include <cstdint>
#include <gtest/gtest.h>
#include <span>
#include <vector>
#include <vulkan/vulkan.h>

namespace wb::test {

#define WB_VK(call) ASSERT_EQ(call, VK_SUCCESS)

class ComputeTest : public testing::Test {
protected:
    struct Buffer {
        VkBuffer buffer = VK_NULL_HANDLE;
        VkDeviceMemory memory = VK_NULL_HANDLE;
        uint32_t* words = nullptr; ///< Mapped for the buffer's life.
    };

    void SetUp() override;
    void TearDown() override;

    /// A storage buffer in memory that the host sees and that needs no flushes.
    void make_buffer(size_t words, Buffer& out);
    /// A compute pipeline with a set of storage buffers.
    struct Program {
        VkDescriptorSetLayout set_layout = VK_NULL_HANDLE;
        VkPipelineLayout layout = VK_NULL_HANDLE;
        VkPipeline pipeline = VK_NULL_HANDLE;
        VkDescriptorPool pool = VK_NULL_HANDLE;
        VkDescriptorSet set = VK_NULL_HANDLE;
    };
    /// `buffers` at bindings 0, 1, …; `constants` bytes of push constants, 0 = none.
    void make_program(std::span<const uint32_t> spirv, std::span<const VkDescriptorBufferInfo> buffers,
                      uint32_t constants, Program& out, VkPipelineCreateFlags flags = 0);
    /// Layout and pipeline of a program that has its set layout.
    void make_pipeline(std::span<const uint32_t> spirv, uint32_t constants, Program& out,
                       VkPipelineCreateFlags flags = 0);
    void destroy(const Program& program);
    /// Pipeline and set are the command buffer's from here on.
    static void bind_program(VkCommandBuffer commands, const Program& program);
    /// Runs `spirv` with one storage buffer at binding 0 and `constants` as push constants.
    void run(std::span<const uint32_t> spirv, const Buffer& buffer, std::span<const uint32_t> constants,
             uint32_t groups);
    /// Runs recorded commands on `queue` and waits for them.
    void submit_and_wait(VkCommandBuffer commands);
    const void* stage_next = nullptr; ///< Chain of make_program()'s VkPipelineShaderStageCreateInfo.
    bool may_be_lost = false;         ///< run() takes VK_ERROR_DEVICE_LOST for an end.
    /// After TearDown(): what was destroyed is forgotten, for another SetUp().
    void forget();

    /// The queue is of a family with compute; without graphics when `compute_only`.
    bool compute_only = false;
    /// What the device is made with beside that: set them before SetUp().
    const void* features = nullptr; ///< Chain of VkPhysicalDevice…Features.
    std::vector<const char*> extensions;
    bool skip_without_features = false; ///< A device that lacks one skips the test instead of failing it.
    VkBufferUsageFlags more_usage = 0;  ///< Of buffers; all are for storage, transfers and indirect commands.
    /// All queues of the families with one of these get into `queues`, not just the one.
    VkQueueFlags more_queues = 0;

    struct FamilyQueue {
        uint32_t family;
        VkQueue queue;
        VkQueueFlags flags; ///< Of the family.
    };
    std::vector<FamilyQueue> queues; ///< `queue` first.

    VkInstance instance = VK_NULL_HANDLE;
    VkPhysicalDevice physical = VK_NULL_HANDLE;
    VkPhysicalDeviceProperties properties{};
    VkDevice device = VK_NULL_HANDLE;
    VkQueue queue = VK_NULL_HANDLE;
    uint32_t family = 0;

private:
    void make_device();
    std::vector<Buffer> buffers_;
};

} // namespace wb::test
