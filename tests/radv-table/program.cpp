// SPDX-License-Identifier: MIT
#include "program.h"

#include "scale.h"

#include <cstddef>
#include <iterator>

namespace wb::test {

ScaleProgram::ScaleProgram(Gpu& owner)
    : gpu(owner), out(gpu.buffer(count * 4)), inputs{gpu.buffer(count * 4), gpu.buffer(count * 4)},
      constants_{offset, group_size, factor}, entries_{{{0, offsetof(Constants, group_size), 4},
                                                        {1, offsetof(Constants, factor), 4},
                                                        {2, offsetof(Constants, offset), 8}}} {
    for (uint32_t i = 0; i < count; i++) {
        out.words[i] = 0xdeadbeef;
        inputs[0].words[i] = i * i;
        inputs[1].words[i] = 1000 + i;
    }
    const VkDescriptorSetLayoutBinding bindings[] = {
        {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr},
        {1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 2, VK_SHADER_STAGE_COMPUTE_BIT, nullptr},
        {3, VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK, 16, VK_SHADER_STAGE_COMPUTE_BIT, nullptr},
    };
    set_layout = gpu.set_layout(bindings);
    layout = gpu.layout({&set_layout, 1}, sizeof(ScalePush));
    set = gpu.descriptor_set(set_layout);
    write_set();
    specialisation = {static_cast<uint32_t>(entries_.size()), entries_.data(), sizeof(constants_),
                      &constants_};
    const VkShaderModule module = gpu.module(spirv_scale);
    gpu.name(VK_OBJECT_TYPE_SHADER_MODULE, reinterpret_cast<uint64_t>(module), "scale module");
    pipeline = gpu.pipeline(layout, module, &specialisation);
    vkDestroyShaderModule(gpu.device, module, nullptr);
}

ScaleProgram::~ScaleProgram() {
    vkDestroyPipeline(gpu.device, pipeline, nullptr);
}

void ScaleProgram::write_set() {
    const VkDescriptorBufferInfo infos[] = {{out.handle, 0, VK_WHOLE_SIZE},
                                            {inputs[0].handle, 0, VK_WHOLE_SIZE},
                                            {inputs[1].handle, 0, VK_WHOLE_SIZE}};
    const uint32_t block[4] = {addend};
    const VkWriteDescriptorSetInlineUniformBlock inlined{
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_INLINE_UNIFORM_BLOCK,
        .dataSize = sizeof(block),
        .pData = block};
    VkWriteDescriptorSet writes[3] = {};
    for (VkWriteDescriptorSet& write : writes) {
        write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
        write.dstSet = set;
        write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    }
    writes[0].descriptorCount = 1;
    writes[0].pBufferInfo = &infos[0];
    writes[1].dstBinding = 1;
    writes[1].descriptorCount = 2;
    writes[1].pBufferInfo = &infos[1];
    writes[2].pNext = &inlined;
    writes[2].dstBinding = 3;
    writes[2].descriptorCount = sizeof(block);
    writes[2].descriptorType = VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK;
    vkUpdateDescriptorSets(gpu.device, std::size(writes), writes, 0, nullptr);
}

void ScaleProgram::bind(VkCommandBuffer commands, ScalePush push) {
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, nullptr);
    vkCmdPushConstants(commands, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(push), &push);
}

void ScaleProgram::record(VkCommandBuffer commands, ScalePush push, uint32_t groups) {
    bind(commands, push);
    vkCmdDispatch(commands, groups, 1, 1);
}

VkShaderEXT ScaleProgram::shader_object() const {
    const VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(ScalePush)};
    const VkShaderCreateInfoEXT info{.sType = VK_STRUCTURE_TYPE_SHADER_CREATE_INFO_EXT,
                                     .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                     .codeType = VK_SHADER_CODE_TYPE_SPIRV_EXT,
                                     .codeSize = sizeof(spirv_scale),
                                     .pCode = spirv_scale,
                                     .pName = "main",
                                     .setLayoutCount = 1,
                                     .pSetLayouts = &set_layout,
                                     .pushConstantRangeCount = 1,
                                     .pPushConstantRanges = &range,
                                     .pSpecializationInfo = &specialisation};
    VkShaderEXT shader;
    check(gpu.load<PFN_vkCreateShadersEXT>("vkCreateShadersEXT")(gpu.device, 1, &info, nullptr, &shader),
          "vkCreateShadersEXT");
    return shader;
}

uint32_t ScaleProgram::expected(uint32_t i, ScalePush push) const {
    if (i >= push.count) return 0xdeadbeef;
    return i * i * factor + 1000 + i + addend + push.bias + static_cast<uint32_t>(offset);
}

} // namespace wb::test
