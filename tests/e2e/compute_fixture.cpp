// SPDX-License-Identifier: MIT
#include "tests/e2e/compute_fixture.h"

#include <algorithm>

namespace wb::test {

void ComputeTest::SetUp() {
    VkApplicationInfo application{VK_STRUCTURE_TYPE_APPLICATION_INFO};
    application.apiVersion = VK_API_VERSION_1_2;
    VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    info.pApplicationInfo = &application;
    WB_VK(vkCreateInstance(&info, nullptr, &instance));
    uint32_t count = 1;
    ASSERT_GE(vkEnumeratePhysicalDevices(instance, &count, &physical), VK_SUCCESS);
    ASSERT_EQ(count, 1u) << "no Vulkan device: run under script/env";
    vkGetPhysicalDeviceProperties(physical, &properties);
    make_device();
}

void ComputeTest::make_device() {
    uint32_t count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families.data());
    family = count;
    for (uint32_t i = 0; i < count; ++i) {
        const VkQueueFlags flags = families[i].queueFlags;
        if ((flags & VK_QUEUE_COMPUTE_BIT) && (!compute_only || !(flags & VK_QUEUE_GRAPHICS_BIT))) {
            family = i;
            break;
        }
    }
    if (family == count) GTEST_SKIP() << "the device has no such queue family";
    constexpr uint32_t kMost = 8;
    const std::vector<float> priorities(kMost, 1);
    std::vector<VkDeviceQueueCreateInfo> queue_infos;
    for (uint32_t i = 0; i < count; ++i) {
        if (i != family && !(families[i].queueFlags & more_queues)) continue;
        VkDeviceQueueCreateInfo queue_info{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
        queue_info.queueFamilyIndex = i;
        queue_info.queueCount = more_queues ? std::min(families[i].queueCount, kMost) : 1;
        queue_info.pQueuePriorities = priorities.data();
        queue_infos.push_back(queue_info);
    }
    VkDeviceCreateInfo info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
    info.pNext = features;
    info.queueCreateInfoCount = uint32_t(queue_infos.size());
    info.pQueueCreateInfos = queue_infos.data();
    info.enabledExtensionCount = uint32_t(extensions.size());
    info.ppEnabledExtensionNames = extensions.data();
    const VkResult made_device = vkCreateDevice(physical, &info, nullptr, &device);
    if (made_device == VK_ERROR_FEATURE_NOT_PRESENT && skip_without_features)
        GTEST_SKIP() << "the device lacks a feature";
    ASSERT_EQ(made_device, VK_SUCCESS);
    vkGetDeviceQueue(device, family, 0, &queue);
    queues.push_back({family, queue, families[family].queueFlags});
    for (const VkDeviceQueueCreateInfo& made : queue_infos) {
        for (uint32_t i = made.queueFamilyIndex == family ? 1 : 0; i < made.queueCount; ++i) {
            VkQueue other;
            vkGetDeviceQueue(device, made.queueFamilyIndex, i, &other);
            queues.push_back({made.queueFamilyIndex, other, families[made.queueFamilyIndex].queueFlags});
        }
    }
}

void ComputeTest::TearDown() {
    for (Buffer& buffer : buffers_) {
        vkDestroyBuffer(device, buffer.buffer, nullptr);
        vkFreeMemory(device, buffer.memory, nullptr);
    }
    if (device) vkDestroyDevice(device, nullptr);
    if (instance) vkDestroyInstance(instance, nullptr);
}

void ComputeTest::forget() {
    buffers_.clear();
    queues.clear();
    device = VK_NULL_HANDLE;
    instance = VK_NULL_HANDLE;
}

void ComputeTest::make_buffer(size_t words, Buffer& out) {
    VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    info.size = words * sizeof(uint32_t);
    info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                 VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT | more_usage;
    WB_VK(vkCreateBuffer(device, &info, nullptr, &out.buffer));
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(device, out.buffer, &needs);
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceMemoryProperties(physical, &memory);
    constexpr VkMemoryPropertyFlags kWanted =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    uint32_t type = 0;
    while (type < memory.memoryTypeCount && !((needs.memoryTypeBits >> type & 1) &&
                                              (memory.memoryTypes[type].propertyFlags & kWanted) == kWanted))
        ++type;
    ASSERT_LT(type, memory.memoryTypeCount);
    VkMemoryAllocateInfo allocate{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    allocate.allocationSize = needs.size;
    allocate.memoryTypeIndex = type;
    const VkMemoryAllocateFlagsInfo with_address{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO, nullptr,
                                                 VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT, 0};
    if (info.usage & VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT) allocate.pNext = &with_address;
    WB_VK(vkAllocateMemory(device, &allocate, nullptr, &out.memory));
    WB_VK(vkBindBufferMemory(device, out.buffer, out.memory, 0));
    WB_VK(vkMapMemory(device, out.memory, 0, VK_WHOLE_SIZE, 0, reinterpret_cast<void**>(&out.words)));
    buffers_.push_back(out);
}

void ComputeTest::make_pipeline(std::span<const uint32_t> spirv, uint32_t constants, Program& out,
                                VkPipelineCreateFlags flags) {
    const VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0, constants};
    const VkPipelineLayoutCreateInfo layout_info{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                                 nullptr,
                                                 0,
                                                 1,
                                                 &out.set_layout,
                                                 constants ? 1u : 0u,
                                                 &range};
    WB_VK(vkCreatePipelineLayout(device, &layout_info, nullptr, &out.layout));

    const VkShaderModuleCreateInfo module_info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, nullptr, 0,
                                               spirv.size_bytes(), spirv.data()};
    VkShaderModule module;
    WB_VK(vkCreateShaderModule(device, &module_info, nullptr, &module));
    VkComputePipelineCreateInfo info{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
    info.flags = flags;
    info.stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
    info.stage.pNext = stage_next;
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.module = module;
    info.stage.pName = "main";
    info.layout = out.layout;
    WB_VK(vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &info, nullptr, &out.pipeline));
    vkDestroyShaderModule(device, module, nullptr);
}

void ComputeTest::make_program(std::span<const uint32_t> spirv,
                               std::span<const VkDescriptorBufferInfo> buffers, uint32_t constants,
                               Program& out, VkPipelineCreateFlags flags) {
    const uint32_t count = uint32_t(buffers.size());
    std::vector<VkDescriptorSetLayoutBinding> bindings;
    bindings.reserve(count);
    for (uint32_t i = 0; i < count; ++i)
        bindings.push_back({i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr});
    const VkDescriptorSetLayoutCreateInfo set_info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                   nullptr, 0, count, bindings.data()};
    WB_VK(vkCreateDescriptorSetLayout(device, &set_info, nullptr, &out.set_layout));
    ASSERT_NO_FATAL_FAILURE(make_pipeline(spirv, constants, out, flags));

    const VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, count};
    const VkDescriptorPoolCreateInfo pool_info{
        VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, nullptr, 0, 1, 1, &size};
    WB_VK(vkCreateDescriptorPool(device, &pool_info, nullptr, &out.pool));
    const VkDescriptorSetAllocateInfo allocate{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, nullptr,
                                               out.pool, 1, &out.set_layout};
    WB_VK(vkAllocateDescriptorSets(device, &allocate, &out.set));
    for (uint32_t i = 0; i < count; ++i) {
        VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
        write.dstSet = out.set;
        write.dstBinding = i;
        write.descriptorCount = 1;
        write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
        write.pBufferInfo = &buffers[i];
        vkUpdateDescriptorSets(device, 1, &write, 0, nullptr);
    }
}

void ComputeTest::destroy(const Program& program) {
    vkDestroyDescriptorPool(device, program.pool, nullptr);
    vkDestroyPipeline(device, program.pipeline, nullptr);
    vkDestroyPipelineLayout(device, program.layout, nullptr);
    vkDestroyDescriptorSetLayout(device, program.set_layout, nullptr);
}

void ComputeTest::bind_program(VkCommandBuffer commands, const Program& program) {
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, program.pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, program.layout, 0, 1, &program.set, 0,
                            nullptr);
}

void ComputeTest::run(std::span<const uint32_t> spirv, const Buffer& buffer,
                      std::span<const uint32_t> constants, uint32_t groups) {
    const VkDescriptorBufferInfo bound[] = {{buffer.buffer, 0, VK_WHOLE_SIZE}};
    Program program;
    ASSERT_NO_FATAL_FAILURE(make_program(spirv, bound, uint32_t(constants.size_bytes()), program));

    VkCommandPoolCreateInfo command_pool_info{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    command_pool_info.queueFamilyIndex = family;
    VkCommandPool command_pool;
    WB_VK(vkCreateCommandPool(device, &command_pool_info, nullptr, &command_pool));
    VkCommandBufferAllocateInfo command_allocate{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    command_allocate.commandPool = command_pool;
    command_allocate.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    command_allocate.commandBufferCount = 1;
    VkCommandBuffer commands;
    WB_VK(vkAllocateCommandBuffers(device, &command_allocate, &commands));
    const VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    WB_VK(vkBeginCommandBuffer(commands, &begin));
    bind_program(commands, program);
    if (!constants.empty())
        vkCmdPushConstants(commands, program.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                           uint32_t(constants.size_bytes()), constants.data());
    vkCmdDispatch(commands, groups, 1, 1);
    VkMemoryBarrier barrier{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
    barrier.srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT;
    barrier.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1,
                         &barrier, 0, nullptr, 0, nullptr);
    WB_VK(vkEndCommandBuffer(commands));

    VkFenceCreateInfo fence_info{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkFence fence;
    WB_VK(vkCreateFence(device, &fence_info, nullptr, &fence));
    VkSubmitInfo submit{VK_STRUCTURE_TYPE_SUBMIT_INFO};
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &commands;
    WB_VK(vkQueueSubmit(queue, 1, &submit, fence));
    const VkResult waited = vkWaitForFences(device, 1, &fence, VK_TRUE, 60'000'000'000ull);
    EXPECT_TRUE(waited == VK_SUCCESS || (may_be_lost && waited == VK_ERROR_DEVICE_LOST)) << waited;

    vkDestroyFence(device, fence, nullptr);
    vkDestroyCommandPool(device, command_pool, nullptr);
    destroy(program);
}

void ComputeTest::submit_and_wait(VkCommandBuffer commands) {
    VkSubmitInfo submit{VK_STRUCTURE_TYPE_SUBMIT_INFO};
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &commands;
    WB_VK(vkQueueSubmit(queue, 1, &submit, VK_NULL_HANDLE));
    WB_VK(vkQueueWaitIdle(queue));
}

} // namespace wb::test
