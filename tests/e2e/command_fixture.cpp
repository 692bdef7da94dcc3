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

    const VkDescriptorSetLayoutBinding binding{0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1,
                                               VK_SHADER_STAGE_COMPUTE_BIT, nullptr};
    const VkDescriptorSetLayoutCreateInfo set_info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                   nullptr, 0, 1, &binding};
    WB_VK(vkCreateDescriptorSetLayout(device, &set_info, nullptr, &set_layout_));
    const VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(Constants)};
    const VkPipelineLayoutCreateInfo layout_info{
        VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, nullptr, 0, 1, &set_layout_, 1, &range};
    WB_VK(vkCreatePipelineLayout(device, &layout_info, nullptr, &layout_));

    const VkShaderModuleCreateInfo module_info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, nullptr, 0,
                                               sizeof commands_comp, commands_comp};
    VkShaderModule module;
    WB_VK(vkCreateShaderModule(device, &module_info, nullptr, &module));
    VkComputePipelineCreateInfo info{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
    info.flags = VK_PIPELINE_CREATE_DISPATCH_BASE;
    info.stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.module = module;
    info.stage.pName = "main";
    info.layout = layout_;
    WB_VK(vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline_));
    vkDestroyShaderModule(device, module, nullptr);

    const VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1};
    const VkDescriptorPoolCreateInfo sets_info{
        VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, nullptr, 0, 1, 1, &size};
    WB_VK(vkCreateDescriptorPool(device, &sets_info, nullptr, &sets_));
    const VkDescriptorSetAllocateInfo allocate{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, nullptr, sets_,
                                               1, &set_layout_};
    WB_VK(vkAllocateDescriptorSets(device, &allocate, &set_));
    const VkDescriptorBufferInfo buffer{data.buffer, 0, VK_WHOLE_SIZE};
    VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
    write.dstSet = set_;
    write.descriptorCount = 1;
    write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    write.pBufferInfo = &buffer;
    vkUpdateDescriptorSets(device, 1, &write, 0, nullptr);
}

void CommandTest::TearDown() {
    if (!device) return ComputeTest::TearDown();
    for (VkCommandPool pool : pools_)
        vkDestroyCommandPool(device, pool, nullptr);
    vkDestroyDescriptorPool(device, sets_, nullptr);
    vkDestroyPipeline(device, pipeline_, nullptr);
    vkDestroyPipelineLayout(device, layout_, nullptr);
    vkDestroyDescriptorSetLayout(device, set_layout_, nullptr);
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
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout_, 0, 1, &set_, 0, nullptr);
    record(commands);
    EXPECT_EQ(vkEndCommandBuffer(commands), VK_SUCCESS);
    return commands;
}

void CommandTest::run_commands(const std::function<void(VkCommandBuffer)>& record_them) {
    submit_and_wait(record(record_them));
}

void CommandTest::submit_and_wait(VkCommandBuffer commands) {
    VkSubmitInfo submit{VK_STRUCTURE_TYPE_SUBMIT_INFO};
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &commands;
    WB_VK(vkQueueSubmit(queue, 1, &submit, VK_NULL_HANDLE));
    WB_VK(vkQueueWaitIdle(queue));
}

void CommandTest::push(VkCommandBuffer commands, const Constants& constants) {
    vkCmdPushConstants(commands, layout_, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof constants, &constants);
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
