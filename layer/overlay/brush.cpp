// SPDX-License-Identifier: MIT
// The overlay's pipelines.
#include "layer/overlay/formats.h"
#include "layer/overlay/painter.h"

#include "compute_comp.h"
#include "draw_frag.h"
#include "draw_vert.h"

#include <cstddef>

namespace wb::layer {

Result<VkShaderModule> Painter::make_module(const uint32_t* words, size_t size) {
    const VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, nullptr, 0, size, words};
    VkShaderModule module = VK_NULL_HANDLE;
    if (Status ok = check_vulkan("vkCreateShaderModule",
                                 vk_.CreateShaderModule(device_.device, &info, nullptr, &module));
        !ok)
        return std::unexpected(ok.error());
    return module;
}

Status Painter::make_layouts(Way way, Brush& brush) {
    const bool draws = way == Way::Draw;
    const VkShaderStageFlags stage = draws ? VK_SHADER_STAGE_FRAGMENT_BIT : VK_SHADER_STAGE_COMPUTE_BIT;
    VkDescriptorSetLayoutBinding bindings[3];
    for (uint32_t i = 0; i < 3; ++i)
        bindings[i] = {i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, stage, nullptr};
    // The draw path has its texels only.
    const VkDescriptorSetLayoutCreateInfo set{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, nullptr, 0,
                                              draws ? 1u : 3u, draws ? bindings + 1 : bindings};
    if (Status ok =
            check_vulkan("vkCreateDescriptorSetLayout",
                         vk_.CreateDescriptorSetLayout(device_.device, &set, nullptr, &brush.set_layout));
        !ok)
        return ok;
    const VkPushConstantRange push{
        VkShaderStageFlags(draws ? VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT
                                 : VK_SHADER_STAGE_COMPUTE_BIT),
        0, uint32_t(draws ? sizeof(DrawPush) : sizeof(ComputePush))};
    const VkPipelineLayoutCreateInfo layout{
        VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, nullptr, 0, 1, &brush.set_layout, 1, &push};
    return check_vulkan("vkCreatePipelineLayout",
                        vk_.CreatePipelineLayout(device_.device, &layout, nullptr, &brush.layout));
}

Status Painter::make_render_pass(VkFormat format, Brush& brush) {
    const VkAttachmentDescription attachment{0,
                                             format,
                                             VK_SAMPLE_COUNT_1_BIT,
                                             VK_ATTACHMENT_LOAD_OP_LOAD,
                                             VK_ATTACHMENT_STORE_OP_STORE,
                                             VK_ATTACHMENT_LOAD_OP_DONT_CARE,
                                             VK_ATTACHMENT_STORE_OP_DONT_CARE,
                                             VK_IMAGE_LAYOUT_PRESENT_SRC_KHR,
                                             VK_IMAGE_LAYOUT_PRESENT_SRC_KHR};
    const VkAttachmentReference reference{0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
    VkSubpassDescription subpass{};
    subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
    subpass.colorAttachmentCount = 1;
    subpass.pColorAttachments = &reference;
    // The load comes behind whatever the program did, and the present behind the store.
    const VkSubpassDependency dependencies[] = {
        {VK_SUBPASS_EXTERNAL, 0, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
         VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT, VK_ACCESS_MEMORY_WRITE_BIT,
         VK_ACCESS_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT, 0},
        {0, VK_SUBPASS_EXTERNAL, VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
         VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT, 0, 0}};
    const VkRenderPassCreateInfo info{
        VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO, nullptr, 0, 1, &attachment, 1, &subpass, 2, dependencies};
    return check_vulkan("vkCreateRenderPass",
                        vk_.CreateRenderPass(device_.device, &info, nullptr, &brush.render_pass));
}

Status Painter::make_draw_pipeline(uint32_t transfer, Brush& brush) {
    auto vertex = make_module(draw_vert, sizeof draw_vert);
    if (!vertex) return std::unexpected(vertex.error());
    auto fragment = make_module(draw_frag, sizeof draw_frag);
    if (!fragment) {
        vk_.DestroyShaderModule(device_.device, *vertex, nullptr);
        return std::unexpected(fragment.error());
    }
    const VkSpecializationMapEntry entry{0, 0, 4};
    const VkSpecializationInfo constants{1, &entry, 4, &transfer};
    const VkPipelineShaderStageCreateInfo stages[] = {
        {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, nullptr, 0, VK_SHADER_STAGE_VERTEX_BIT, *vertex,
         "main", nullptr},
        {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, nullptr, 0, VK_SHADER_STAGE_FRAGMENT_BIT,
         *fragment, "main", &constants}};
    const VkVertexInputBindingDescription binding{0, sizeof(protocol::OverlayVertex),
                                                  VK_VERTEX_INPUT_RATE_VERTEX};
    const VkVertexInputAttributeDescription attributes[] = {
        {0, 0, VK_FORMAT_R32G32_SFLOAT, offsetof(protocol::OverlayVertex, x)},
        {1, 0, VK_FORMAT_R32G32_SFLOAT, offsetof(protocol::OverlayVertex, u)},
        {2, 0, VK_FORMAT_R8G8B8A8_UNORM, offsetof(protocol::OverlayVertex, colour)}};
    const VkPipelineVertexInputStateCreateInfo input{
        VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO, nullptr, 0, 1, &binding, 3, attributes};
    const VkPipelineInputAssemblyStateCreateInfo assembly{
        VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO, nullptr, 0,
        VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, VK_FALSE};
    const VkPipelineViewportStateCreateInfo viewport{
        VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO, nullptr, 0, 1, nullptr, 1, nullptr};
    VkPipelineRasterizationStateCreateInfo raster{VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO};
    raster.lineWidth = 1;
    VkPipelineMultisampleStateCreateInfo samples{VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO};
    samples.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;
    const VkPipelineColorBlendAttachmentState blend{VK_TRUE,
                                                    VK_BLEND_FACTOR_SRC_ALPHA,
                                                    VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
                                                    VK_BLEND_OP_ADD,
                                                    VK_BLEND_FACTOR_ONE,
                                                    VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
                                                    VK_BLEND_OP_ADD,
                                                    0xf};
    VkPipelineColorBlendStateCreateInfo blending{VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO};
    blending.attachmentCount = 1;
    blending.pAttachments = &blend;
    const VkDynamicState dynamic[] = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR};
    const VkPipelineDynamicStateCreateInfo dynamics{VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
                                                    nullptr, 0, 2, dynamic};
    VkGraphicsPipelineCreateInfo info{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO};
    info.stageCount = 2;
    info.pStages = stages;
    info.pVertexInputState = &input;
    info.pInputAssemblyState = &assembly;
    info.pViewportState = &viewport;
    info.pRasterizationState = &raster;
    info.pMultisampleState = &samples;
    info.pColorBlendState = &blending;
    info.pDynamicState = &dynamics;
    info.layout = brush.layout;
    info.renderPass = brush.render_pass;
    const VkResult result =
        vk_.CreateGraphicsPipelines(device_.device, VK_NULL_HANDLE, 1, &info, nullptr, &brush.pipeline);
    vk_.DestroyShaderModule(device_.device, *vertex, nullptr);
    vk_.DestroyShaderModule(device_.device, *fragment, nullptr);
    return check_vulkan("vkCreateGraphicsPipelines", result);
}

Status Painter::make_compute_pipeline(uint32_t transfer, uint32_t code, Brush& brush) {
    auto module = make_module(compute_comp, sizeof compute_comp);
    if (!module) return std::unexpected(module.error());
    const uint32_t values[] = {transfer, code};
    const VkSpecializationMapEntry entries[] = {{0, 0, 4}, {1, 4, 4}};
    const VkSpecializationInfo constants{2, entries, sizeof values, values};
    VkComputePipelineCreateInfo info{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
    info.stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  nullptr,
                  0,
                  VK_SHADER_STAGE_COMPUTE_BIT,
                  *module,
                  "main",
                  &constants};
    info.layout = brush.layout;
    const VkResult result =
        vk_.CreateComputePipelines(device_.device, VK_NULL_HANDLE, 1, &info, nullptr, &brush.pipeline);
    vk_.DestroyShaderModule(device_.device, *module, nullptr);
    return check_vulkan("vkCreateComputePipelines", result);
}

Result<const Brush*> Painter::brush(Way way, VkFormat format, VkColorSpaceKHR space) {
    const std::array<uint32_t, 3> key{uint32_t(way), uint32_t(format), uint32_t(space)};
    if (const auto known = brushes_.find(key); known != brushes_.end()) return &known->second;
    // What a failure leaves behind goes with the painter; the overlay is off then.
    Brush& made = brushes_[key];
    if (Status ok = make_layouts(way, made); !ok) return std::unexpected(ok.error());
    const uint32_t transfer = transfer_of(format, space);
    Status ok;
    if (way == Way::Draw) {
        ok = make_render_pass(format, made);
        if (ok) ok = make_draw_pipeline(transfer, made);
    } else {
        ok = make_compute_pipeline(transfer, pixel_layout(format)->code, made);
    }
    if (!ok) return std::unexpected(ok.error());
    return &made;
}

} // namespace wb::layer
