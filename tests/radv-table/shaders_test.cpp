// SPDX-License-Identifier: MIT
// The list of shaders: what the program gave is there, whatever became of it, and nothing of RADV's own.
#include "program.h"

#include "scale.h"

#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>

using namespace wb::test;

namespace {
const std::vector<uint32_t> scale_words(std::begin(spirv_scale), std::end(spirv_scale));
}

TEST(Shaders, KeepWhatAPipelineWasMadeFrom) {
    Gpu gpu;
    Events events(gpu);
    ScaleProgram program(gpu); // destroys its module
    const auto shaders = list_shaders(gpu);
    ASSERT_EQ(shaders.size(), 1u);
    const ListedShader& shader = shaders[0];
    EXPECT_EQ(shader.stage, uint32_t{VK_SHADER_STAGE_COMPUTE_BIT});
    EXPECT_EQ(shader.alive, 1u);
    EXPECT_EQ(shader.entry_point, "main");
    EXPECT_EQ(shader.name, "scale module");
    EXPECT_EQ(shader.spirv, scale_words);
    EXPECT_EQ(shader.reason, "");
    EXPECT_EQ(shader.spec_ids, (std::vector<uint32_t>{0, 1, 2}));
    EXPECT_EQ(shader.spec_sizes, (std::vector<uint8_t>{4, 4, 8}));
    double offset;
    std::memcpy(&offset, &shader.spec_values[2], 8);
    EXPECT_EQ(shader.spec_values[0], ScaleProgram::group_size);
    EXPECT_EQ(shader.spec_values[1], ScaleProgram::factor);
    EXPECT_EQ(offset, ScaleProgram::offset);
    EXPECT_EQ(events.created, std::vector<uint64_t>{shader.id});

    gpu.name(VK_OBJECT_TYPE_PIPELINE, reinterpret_cast<uint64_t>(program.pipeline), "scale it");
    EXPECT_EQ(list_shaders(gpu)[0].name, "scale it");
}

TEST(Shaders, AreListedOnCacheHits) {
    Gpu gpu;
    ScaleProgram program(gpu);
    VkPipelineCache cache;
    const VkPipelineCacheCreateInfo info{.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    check(vkCreatePipelineCache(gpu.device, &info, nullptr, &cache), "vkCreatePipelineCache");
    const VkShaderModule module = gpu.module(spirv_scale);
    const VkPipeline first = gpu.pipeline(program.layout, module, nullptr, cache);
    const VkPipeline second = gpu.pipeline(program.layout, module, nullptr, cache);
    const auto shaders = list_shaders(gpu);
    ASSERT_EQ(shaders.size(), 3u);
    EXPECT_NE(shaders[1].id, shaders[2].id);
    EXPECT_NE(shaders[1].pipeline_id, shaders[2].pipeline_id);
    EXPECT_EQ(shaders[2].spirv, scale_words);

    vkDestroyPipeline(gpu.device, first, nullptr);
    EXPECT_EQ(list_shaders(gpu).size(), 2u);
    vkDestroyPipeline(gpu.device, second, nullptr);
    vkDestroyShaderModule(gpu.device, module, nullptr);
    vkDestroyPipelineCache(gpu.device, cache, nullptr);
}

TEST(Shaders, WithoutSpirvSayWhy) {
    Gpu gpu;
    Events events(gpu);
    ScaleProgram program(gpu);
    VkPipelineCache cache;
    const VkPipelineCacheCreateInfo cache_info{.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    check(vkCreatePipelineCache(gpu.device, &cache_info, nullptr, &cache), "vkCreatePipelineCache");
    const VkShaderModule module = gpu.module(spirv_scale);
    const VkPipeline cached = gpu.pipeline(program.layout, module, nullptr, cache);

    VkShaderModuleIdentifierEXT identifier{.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_IDENTIFIER_EXT};
    gpu.load<PFN_vkGetShaderModuleIdentifierEXT>("vkGetShaderModuleIdentifierEXT")(gpu.device, module,
                                                                                   &identifier);
    const VkPipelineShaderStageModuleIdentifierCreateInfoEXT stage_info{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_MODULE_IDENTIFIER_CREATE_INFO_EXT,
        .identifierSize = identifier.identifierSize,
        .pIdentifier = identifier.identifier};
    const VkComputePipelineCreateInfo info{
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .flags = VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT,
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .pNext = &stage_info,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .pName = "main"},
        .layout = program.layout,
    };
    VkPipeline pipeline;
    check(vkCreateComputePipelines(gpu.device, cache, 1, &info, nullptr, &pipeline),
          "a pipeline from an identifier");
    const ListedShader shader = list_shaders(gpu).back();
    EXPECT_TRUE(shader.spirv.empty());
    EXPECT_NE(shader.reason.find("module identifier"), std::string::npos) << shader.reason;
    const wb_debug_record* record = nullptr;
    EXPECT_LT(gpu.table->get_record(gpu.device, shader.id, &record), 0);
    ASSERT_FALSE(events.messages.empty());
    EXPECT_NE(events.messages.back().find("module identifier"), std::string::npos) << events.messages.back();

    vkDestroyPipeline(gpu.device, pipeline, nullptr);
    vkDestroyPipeline(gpu.device, cached, nullptr);
    vkDestroyShaderModule(gpu.device, module, nullptr);
    vkDestroyPipelineCache(gpu.device, cache, nullptr);
}

TEST(Shaders, LiveOnWhileTheirRecordIsHeld) {
    Gpu gpu;
    Events events(gpu);
    uint64_t id;
    const wb_debug_record* record = nullptr;
    {
        ScaleProgram program(gpu);
        id = list_shaders(gpu)[0].id;
        ASSERT_EQ(gpu.table->get_record(gpu.device, id, &record), VK_SUCCESS);
    }
    EXPECT_EQ(events.destroyed, std::vector<uint64_t>{id});
    EXPECT_EQ(record->shader_id, id);
    const uint64_t va = record->code_va;
    const auto covers = [&](const ListedRange& range) {
        return range.va <= va && va - range.va < range.size;
    };
    EXPECT_TRUE(std::ranges::any_of(list_ranges(gpu), covers));
    gpu.table->release_record(gpu.device, record);
    EXPECT_LT(gpu.table->set_shader_debug(gpu.device, id, 1, 0), 0);
}

TEST(Shaders, OfShaderObjectsAreListed) {
    Gpu gpu;
    ScaleProgram program(gpu);
    const VkShaderEXT shader = program.shader_object();
    const auto shaders = list_shaders(gpu);
    ASSERT_EQ(shaders.size(), 2u);
    EXPECT_EQ(shaders[1].spirv, scale_words);
    gpu.load<PFN_vkDestroyShaderEXT>("vkDestroyShaderEXT")(gpu.device, shader, nullptr);
    EXPECT_EQ(list_shaders(gpu).size(), 1u);
}

TEST(Shaders, OfRadvItselfAreNot) {
    Gpu gpu;
    Events events(gpu);
    Buffer source = gpu.buffer(1 << 20, VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    Buffer target = gpu.buffer(1 << 20, VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    gpu.table->set_debug_default(gpu.device, 1, 0);
    const VkCommandBuffer commands = gpu.command_buffer();
    gpu.begin(commands);
    vkCmdFillBuffer(commands, target.handle, 0, VK_WHOLE_SIZE, 7); // large enough that RADV dispatches for it
    const VkBufferCopy copy{0, 0, source.size};
    vkCmdCopyBuffer(commands, source.handle, target.handle, 1, &copy);
    check(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
    EXPECT_TRUE(list_shaders(gpu).empty());
    EXPECT_TRUE(events.created.empty());
    EXPECT_TRUE(events.recorded.empty());
}
