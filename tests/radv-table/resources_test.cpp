// SPDX-License-Identifier: MIT
// Descriptors decoded from the set that a recorded command sees.
#include "program.h"

#include "dynamic.h"
#include "scale.h"

#include <gtest/gtest.h>

using namespace wb::test;

namespace {
wb_resource resource(Gpu& gpu, uint32_t command, uint32_t set, uint32_t binding, uint32_t element = 0) {
    wb_resource out;
    EXPECT_EQ(gpu.table->get_resource(gpu.device, command, set, binding, element, &out), VK_SUCCESS);
    return out;
}
} // namespace

TEST(Resources, OfAnOrdinarySet) {
    Gpu gpu;
    Events events(gpu);
    ScaleProgram program(gpu);
    const VkCommandBuffer commands = gpu.command_buffer();
    gpu.begin(commands);
    program.record(commands, {1, 0}, 1);
    const uint32_t command = events.recorded.at(0);

    const wb_resource out = resource(gpu, command, 0, 0);
    EXPECT_EQ(out.kind, uint32_t{WB_RESOURCE_STORAGE_BUFFER});
    EXPECT_EQ(out.va, program.out.address);
    EXPECT_EQ(out.size, program.out.size);
    EXPECT_EQ(out.raw_count, 4u);
    EXPECT_EQ(resource(gpu, command, 0, 1, 0).va, program.inputs[0].address);
    EXPECT_EQ(resource(gpu, command, 0, 1, 1).va, program.inputs[1].address);

    const wb_resource block = resource(gpu, command, 0, 3);
    EXPECT_EQ(block.kind, uint32_t{WB_RESOURCE_INLINE_UNIFORM});
    EXPECT_EQ(block.size, 16u);
    for (const ListedRange& range : list_ranges(gpu)) {
        if (range.kind == WB_RANGE_INTERNAL && block.va >= range.va && block.va - range.va < range.size) {
            ASSERT_NE(range.cpu, nullptr);
            EXPECT_EQ(*reinterpret_cast<uint32_t*>(static_cast<char*>(range.cpu) + (block.va - range.va)),
                      ScaleProgram::addend);
        }
    }

    wb_resource none;
    EXPECT_LT(gpu.table->get_resource(gpu.device, command, 0, 1, 2, &none), 0);
    EXPECT_LT(gpu.table->get_resource(gpu.device, command, 0, 9, 0, &none), 0);
    EXPECT_LT(gpu.table->get_resource(gpu.device, command, 1, 0, 0, &none), 0);
    EXPECT_LT(gpu.table->get_resource(gpu.device, command + 1000, 0, 0, 0, &none), 0);
}

TEST(Resources, AreWhatTheSetHoldsNow) {
    Gpu gpu;
    Events events(gpu);
    ScaleProgram program(gpu);
    const VkCommandBuffer commands = gpu.command_buffer();
    gpu.begin(commands);
    program.record(commands, {1, 0}, 1);
    const VkDescriptorBufferInfo info{program.inputs[1].handle, 256, 128};
    const VkWriteDescriptorSet write{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                     .dstSet = program.set,
                                     .dstBinding = 0,
                                     .descriptorCount = 1,
                                     .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                     .pBufferInfo = &info};
    vkUpdateDescriptorSets(gpu.device, 1, &write, 0, nullptr);
    const wb_resource out = resource(gpu, events.recorded.at(0), 0, 0);
    EXPECT_EQ(out.va, program.inputs[1].address + 256);
    EXPECT_EQ(out.size, 128u);
}

TEST(Resources, WithDynamicOffsetsAndTexels) {
    Gpu gpu;
    Events events(gpu);
    Buffer out = gpu.buffer(4096), texels = gpu.buffer(1024, VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT);
    const VkDescriptorSetLayoutBinding bindings[] = {
        {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr},
        {2, VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr}};
    const VkDescriptorSetLayout layouts[] = {gpu.set_layout({}), gpu.set_layout(bindings)};
    const VkPipelineLayout layout = gpu.layout(layouts, 0);
    const VkDescriptorSet set = gpu.descriptor_set(layouts[1]);
    VkBufferView view;
    const VkBufferViewCreateInfo view_info{.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
                                           .buffer = texels.handle,
                                           .format = VK_FORMAT_R16G16_UINT,
                                           .offset = 64,
                                           .range = 512};
    check(vkCreateBufferView(gpu.device, &view_info, nullptr, &view), "vkCreateBufferView");
    const VkDescriptorBufferInfo out_info{out.handle, 256, 1024};
    VkWriteDescriptorSet writes[2] = {};
    writes[0].sType = writes[1].sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    writes[0].dstSet = writes[1].dstSet = set;
    writes[0].descriptorCount = writes[1].descriptorCount = 1;
    writes[0].descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC;
    writes[0].pBufferInfo = &out_info;
    writes[1].dstBinding = 2;
    writes[1].descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
    writes[1].pTexelBufferView = &view;
    vkUpdateDescriptorSets(gpu.device, 2, writes, 0, nullptr);
    const VkShaderModule module = gpu.module(spirv_dynamic);
    const VkPipeline pipeline = gpu.pipeline(layout, module);

    const VkCommandBuffer commands = gpu.command_buffer();
    gpu.begin(commands);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    for (const uint32_t offset : {512u, 1024u}) {
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 1, 1, &set, 1, &offset);
        vkCmdDispatch(commands, 1, 1, 1);
    }
    EXPECT_EQ(resource(gpu, events.recorded.at(0), 1, 0).va, out.address + 256 + 512);
    EXPECT_EQ(resource(gpu, events.recorded.at(1), 1, 0).va, out.address + 256 + 1024);
    EXPECT_EQ(resource(gpu, events.recorded.at(1), 1, 0).size, 1024u);
    const wb_resource texel = resource(gpu, events.recorded.at(0), 1, 2);
    EXPECT_EQ(texel.kind, uint32_t{WB_RESOURCE_TEXEL_BUFFER});
    EXPECT_EQ(texel.va, texels.address + 64);
    EXPECT_EQ(texel.size, 512u);
    EXPECT_EQ(texel.width, 128u);
    EXPECT_EQ(texel.format, uint32_t{VK_FORMAT_R16G16_UINT});

    vkDestroyPipeline(gpu.device, pipeline, nullptr);
    vkDestroyShaderModule(gpu.device, module, nullptr);
    vkDestroyBufferView(gpu.device, view, nullptr);
}

TEST(Resources, OfPushedDescriptors) {
    Gpu gpu;
    Events events(gpu);
    ScaleProgram program(gpu);
    const VkDescriptorSetLayoutBinding bindings[] = {
        {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr},
        {1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 2, VK_SHADER_STAGE_COMPUTE_BIT, nullptr},
        {3, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr}};
    const VkDescriptorSetLayout pushed =
        gpu.set_layout(bindings, VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR);
    const VkPipelineLayout layout = gpu.layout({&pushed, 1}, sizeof(ScalePush));
    Buffer uniform = gpu.buffer(256, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT);
    const VkShaderModule module = gpu.module(spirv_scale);
    const VkPipeline pipeline = gpu.pipeline(layout, module);
    const VkDescriptorBufferInfo infos[] = {{program.out.handle, 0, VK_WHOLE_SIZE}, {uniform.handle, 64, 32}};
    VkWriteDescriptorSet writes[2] = {};
    writes[0].sType = writes[1].sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    writes[0].descriptorCount = writes[1].descriptorCount = 1;
    writes[0].descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    writes[0].pBufferInfo = &infos[0];
    writes[1].dstBinding = 3;
    writes[1].descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    writes[1].pBufferInfo = &infos[1];

    const VkCommandBuffer commands = gpu.command_buffer();
    gpu.begin(commands);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    gpu.load<PFN_vkCmdPushDescriptorSetKHR>("vkCmdPushDescriptorSetKHR")(
        commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 2, writes);
    vkCmdDispatch(commands, 1, 1, 1);
    const uint32_t command = events.recorded.at(0);
    EXPECT_EQ(resource(gpu, command, 0, 0).va, program.out.address);
    EXPECT_EQ(resource(gpu, command, 0, 3).kind, uint32_t{WB_RESOURCE_UNIFORM_BUFFER});
    EXPECT_EQ(resource(gpu, command, 0, 3).va, uniform.address + 64);
    EXPECT_EQ(resource(gpu, command, 0, 3).size, 32u);

    vkDestroyPipeline(gpu.device, pipeline, nullptr);
    vkDestroyShaderModule(gpu.device, module, nullptr);
}
