// SPDX-License-Identifier: MIT
#include "tests/e2e/sparse_fixture.h"

#include <bit>

namespace wb::test {

SparseTest::SparseTest() {
    compute_only = true;
    more_queues = VK_QUEUE_SPARSE_BINDING_BIT;
    wanted_.features.sparseBinding = wanted_.features.sparseResidencyBuffer = VK_TRUE;
    wanted_.features.sparseResidencyImage2D = wanted_.features.sparseResidencyImage3D = VK_TRUE;
    wanted_.features.sparseResidencyAliased = VK_TRUE;
    features = &wanted_;
    skip_without_features = true;
}

void SparseTest::SetUp() {
    ComputeTest::SetUp();
    if (!device) return;
    for (const FamilyQueue& each : queues)
        if (each.flags & VK_QUEUE_SPARSE_BINDING_BIT) binder = each.queue;
    ASSERT_TRUE(binder);
    const VkCommandPoolCreateInfo pool_info{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, nullptr, 0, family};
    WB_VK(vkCreateCommandPool(device, &pool_info, nullptr, &pool_));
    const VkFenceCreateInfo fence_info{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    WB_VK(vkCreateFence(device, &fence_info, nullptr, &fence_));
}

void SparseTest::TearDown() {
    if (device) {
        vkDestroyFence(device, fence_, nullptr);
        vkDestroyCommandPool(device, pool_, nullptr);
        for (VkDeviceMemory memory : memory_)
            vkFreeMemory(device, memory, nullptr);
    }
    ComputeTest::TearDown();
}

VkDeviceMemory SparseTest::allocate(VkDeviceSize size, uint32_t types) {
    const VkMemoryAllocateInfo info{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, nullptr, size,
                                    uint32_t(std::countr_zero(types))};
    VkDeviceMemory made = VK_NULL_HANDLE;
    EXPECT_EQ(vkAllocateMemory(device, &info, nullptr, &made), VK_SUCCESS);
    memory_.push_back(made);
    return made;
}

void SparseTest::bind(const VkBindSparseInfo& info) {
    WB_VK(vkQueueBindSparse(binder, 1, &info, fence_));
    WB_VK(vkWaitForFences(device, 1, &fence_, VK_TRUE, 60'000'000'000ull));
    WB_VK(vkResetFences(device, 1, &fence_));
}

VkCommandBuffer SparseTest::record(const std::function<void(VkCommandBuffer)>& record) {
    const VkCommandBufferAllocateInfo allocate{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, nullptr, pool_,
                                               VK_COMMAND_BUFFER_LEVEL_PRIMARY, 1};
    VkCommandBuffer commands = VK_NULL_HANDLE;
    EXPECT_EQ(vkAllocateCommandBuffers(device, &allocate, &commands), VK_SUCCESS);
    const VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    EXPECT_EQ(vkBeginCommandBuffer(commands, &begin), VK_SUCCESS);
    record(commands);
    EXPECT_EQ(vkEndCommandBuffer(commands), VK_SUCCESS);
    return commands;
}

void SparseTest::run_commands(const std::function<void(VkCommandBuffer)>& record_them) {
    const VkCommandBuffer commands = record(record_them);
    submit_and_wait(commands);
    vkFreeCommandBuffers(device, pool_, 1, &commands);
}

} // namespace wb::test
