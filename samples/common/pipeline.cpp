// SPDX-License-Identifier: MIT
#include "samples/common/pipeline.h"

namespace wb::headless {
namespace {

Status make_layout(Device& device, const PipelineInfo& info, Pipeline& pipeline,
                   VkDescriptorSetLayout& set_layout) {
    if (!info.buffers.empty()) {
        std::vector<VkDescriptorSetLayoutBinding> bindings;
        for (uint32_t i = 0; i < info.buffers.size(); ++i)
            bindings.push_back(
                {i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr});
        uint32_t binding = info.first_image;
        for (size_t i = 0; i < info.images.size(); i += info.images[i].elements)
            bindings.push_back({binding++, info.images[i].type, info.images[i].elements,
                                VK_SHADER_STAGE_COMPUTE_BIT, nullptr});
        VkDescriptorSetLayoutCreateInfo set{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
        set.bindingCount = uint32_t(bindings.size());
        set.pBindings = bindings.data();
        if (auto ok = check(vkCreateDescriptorSetLayout(device.handle(), &set, nullptr, &set_layout),
                            "making a descriptor set layout");
            !ok)
            return ok;
        device.own(set_layout);
    }
    const VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0, info.push_constant_bytes};
    VkPipelineLayoutCreateInfo layout{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    layout.setLayoutCount = set_layout ? 1 : 0;
    layout.pSetLayouts = &set_layout;
    layout.pushConstantRangeCount = info.push_constant_bytes ? 1 : 0;
    layout.pPushConstantRanges = &range;
    if (auto ok = check(vkCreatePipelineLayout(device.handle(), &layout, nullptr, &pipeline.layout),
                        "making a pipeline layout");
        !ok)
        return ok;
    device.own(pipeline.layout);
    return {};
}

Status make_set(Device& device, const PipelineInfo& info, VkDescriptorSetLayout set_layout,
                Pipeline& pipeline) {
    std::vector<VkDescriptorPoolSize> sizes{
        {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, uint32_t(info.buffers.size())}};
    for (const ImageBinding& image : info.images)
        sizes.push_back({image.type, 1});
    VkDescriptorPoolCreateInfo pool_info{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
    pool_info.maxSets = 1;
    pool_info.poolSizeCount = uint32_t(sizes.size());
    pool_info.pPoolSizes = sizes.data();
    VkDescriptorPool pool;
    if (auto ok = check(vkCreateDescriptorPool(device.handle(), &pool_info, nullptr, &pool),
                        "making a descriptor pool");
        !ok)
        return ok;
    device.own(pool);
    VkDescriptorSetAllocateInfo allocate{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
    allocate.descriptorPool = pool;
    allocate.descriptorSetCount = 1;
    allocate.pSetLayouts = &set_layout;
    if (auto ok = check(vkAllocateDescriptorSets(device.handle(), &allocate, &pipeline.set),
                        "allocating a descriptor set");
        !ok)
        return ok;
    for (uint32_t i = 0; i < info.buffers.size(); ++i) {
        const VkDescriptorBufferInfo buffer{info.buffers[i].handle, 0, VK_WHOLE_SIZE};
        VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
        write.dstSet = pipeline.set;
        write.dstBinding = i;
        write.descriptorCount = 1;
        write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
        write.pBufferInfo = &buffer;
        vkUpdateDescriptorSets(device.handle(), 1, &write, 0, nullptr);
    }
    uint32_t binding = info.first_image, element = 0, elements = 0;
    for (uint32_t i = 0; i < info.images.size(); ++i, ++element) {
        if (i && element == elements) ++binding;
        if (element == elements) element = 0;
        if (element == 0) elements = info.images[i].elements;
        const VkDescriptorImageInfo image{info.images[i].sampler, info.images[i].view,
                                          VK_IMAGE_LAYOUT_GENERAL};
        const VkDescriptorBufferInfo buffer{info.images[i].buffer, 0, VK_WHOLE_SIZE};
        VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
        write.dstSet = pipeline.set;
        write.dstBinding = binding;
        write.dstArrayElement = element;
        write.descriptorCount = 1;
        write.descriptorType = info.images[i].type;
        write.pImageInfo = &image;
        write.pBufferInfo = &buffer;
        write.pTexelBufferView = &info.images[i].texels;
        vkUpdateDescriptorSets(device.handle(), 1, &write, 0, nullptr);
    }
    return {};
}

Status make_shader(Device& device, const PipelineInfo& info, Pipeline& pipeline) {
    VkShaderModuleCreateInfo module_info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    module_info.codeSize = info.spirv.size_bytes();
    module_info.pCode = info.spirv.data();
    VkShaderModule module;
    const std::string what = std::string("compiling ") + info.name;
    if (auto ok = check(vkCreateShaderModule(device.handle(), &module_info, nullptr, &module), what); !ok)
        return ok;
    device.name(VK_OBJECT_TYPE_SHADER_MODULE, module, info.name);

    const VkPipelineShaderStageRequiredSubgroupSizeCreateInfo required{
        VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO, nullptr,
        info.subgroup_size};
    VkComputePipelineCreateInfo create{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
    create.flags = info.no_optimization ? VK_PIPELINE_CREATE_DISABLE_OPTIMIZATION_BIT : 0;
    create.layout = pipeline.layout;
    create.stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
    create.stage.pNext = info.subgroup_size ? &required : nullptr;
    if (info.full_subgroups) create.stage.flags = VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT;
    create.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    create.stage.module = module;
    create.stage.pName = "main";
    const VkResult result =
        vkCreateComputePipelines(device.handle(), VK_NULL_HANDLE, 1, &create, nullptr, &pipeline.handle);
    vkDestroyShaderModule(device.handle(), module, nullptr);
    if (auto ok = check(result, what); !ok) return ok;
    device.own(pipeline.handle);
    device.name(VK_OBJECT_TYPE_PIPELINE, pipeline.handle, info.name);
    return {};
}

} // namespace

Result<Pipeline> make_pipeline(Device& device, const PipelineInfo& info) {
    if (info.subgroup_size &&
        (info.subgroup_size < device.min_subgroup_size() || info.subgroup_size > device.max_subgroup_size()))
        return fail(std::string(device.properties().deviceName) + " cannot be asked for subgroups of " +
                    std::to_string(info.subgroup_size));
    Pipeline pipeline;
    VkDescriptorSetLayout set_layout = VK_NULL_HANDLE;
    Status ok = make_layout(device, info, pipeline, set_layout);
    if (ok && set_layout) ok = make_set(device, info, set_layout, pipeline);
    if (ok) ok = make_shader(device, info, pipeline);
    if (!ok) return std::unexpected(ok.error());
    return pipeline;
}

} // namespace wb::headless
