// SPDX-License-Identifier: MIT
#include "tests/e2e/command_fixture.h"

#include <algorithm>

#include "commands.comp.h"

namespace wb::test {

void CommandTest::SetUp() {
    ComputeTest::SetUp();
    if (!device) return;
    make_buffer(kWords, data);
    ASSERT_TRUE(data.words);
    std::fill_n(data.words, kWords, 0);

    const VkDescriptorBufferInfo bound[] = {{data.buffer, 0, VK_WHOLE_SIZE}};
    make_program(commands_comp, bound, sizeof(Constants), program_, VK_PIPELINE_CREATE_DISPATCH_BASE);
}

void CommandTest::TearDown() {
    if (!device) return ComputeTest::TearDown();
    for (VkCommandPool pool : pools_)
        vkDestroyCommandPool(device, pool, nullptr);
    destroy(program_);
    ComputeTest::TearDown();
}

VkCommandBuffer CommandTest::record(const std::function<void(VkCommandBuffer)>& record,
                                    const VkCommandBufferInheritanceInfo* inheritance, uint32_t of_family) {
    VkCommandPoolCreateInfo pool_info{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    pool_info.queueFamilyIndex = of_family == VK_QUEUE_FAMILY_IGNORED ? family : of_family;
    VkCommandPool pool = VK_NULL_HANDLE;
    EXPECT_EQ(vkCreateCommandPool(device, &pool_info, nullptr, &pool), VK_SUCCESS);
    pools_.push_back(pool);
    VkCommandBufferAllocateInfo allocate{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    allocate.commandPool = pool;
    allocate.level = inheritance ? VK_COMMAND_BUFFER_LEVEL_SECONDARY : VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    allocate.commandBufferCount = 1;
    VkCommandBuffer commands = VK_NULL_HANDLE;
    EXPECT_EQ(vkAllocateCommandBuffers(device, &allocate, &commands), VK_SUCCESS);
    const VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO, nullptr,
                                         VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT, inheritance};
    EXPECT_EQ(vkBeginCommandBuffer(commands, &begin), VK_SUCCESS);
    bind_program(commands, program_);
    record(commands);
    EXPECT_EQ(vkEndCommandBuffer(commands), VK_SUCCESS);
    return commands;
}

void CommandTest::run_commands(const std::function<void(VkCommandBuffer)>& record_them) {
    submit_and_wait(record(record_them));
}

void CommandTest::push(VkCommandBuffer commands, const Constants& constants) {
    vkCmdPushConstants(commands, program_.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof constants,
                       &constants);
}

void CommandTest::dispatch(VkCommandBuffer commands, const Constants& constants, uint32_t x, uint32_t y,
                           uint32_t z) {
    push(commands, constants);
    vkCmdDispatch(commands, x, y, z);
}

void CommandTest::barrier(VkCommandBuffer commands) {
    const VkMemoryBarrier memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, VK_ACCESS_MEMORY_WRITE_BIT,
                                 VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                         VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &memory, 0,
                         nullptr, 0, nullptr);
}

} // namespace wb::test
