// SPDX-License-Identifier: MIT
// On the simulated device: for each shader of shaders/same, in both wave sizes, every kind of debug variant
// writes the bytes that the normal shader writes.
#include "gpu.h"

#include "atomics.h"
#include "divergence.h"
#include "functions.h"
#include "pressure.h"
#include "shared.h"
#include "subgroups.h"
#include "types.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>

using namespace wb::test;

namespace {

constexpr uint32_t thread_count = 1024, group_size = 64;

struct Shader {
    const char* name;
    std::span<const uint32_t> spirv;
};
const Shader shaders[] = {
    {"divergence", spirv_divergence}, {"shared", spirv_shared},       {"atomics", spirv_atomics},
    {"types", spirv_types},           {"subgroups", spirv_subgroups}, {"functions", spirv_functions},
    {"pressure", spirv_pressure},
};

// One of the shaders with its two buffers.
class Program {
public:
    Program(Gpu& owner, const Shader& shader, uint32_t subgroup_size)
        : gpu(owner), result(gpu.buffer(thread_count * 16)), source(gpu.buffer(thread_count * 4)) {
        std::mt19937 random(7);
        std::generate_n(source.words, thread_count, random);
        const VkDescriptorSetLayoutBinding bindings[] = {
            {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr},
            {1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr}};
        const VkDescriptorSetLayout set_layout = gpu.set_layout(bindings);
        layout = gpu.layout({&set_layout, 1}, sizeof(push));
        set = gpu.descriptor_set(set_layout);
        const VkDescriptorBufferInfo infos[] = {{result.handle, 0, VK_WHOLE_SIZE},
                                                {source.handle, 0, VK_WHOLE_SIZE}};
        VkWriteDescriptorSet writes[2] = {};
        for (uint32_t i = 0; i < 2; i++) {
            writes[i].sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
            writes[i].dstSet = set;
            writes[i].dstBinding = i;
            writes[i].descriptorCount = 1;
            writes[i].descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
            writes[i].pBufferInfo = &infos[i];
        }
        vkUpdateDescriptorSets(gpu.device, 2, writes, 0, nullptr);
        const VkShaderModule module = gpu.module(shader.spirv);
        pipeline = gpu.pipeline(layout, module, nullptr, VK_NULL_HANDLE, subgroup_size);
        vkDestroyShaderModule(gpu.device, module, nullptr);
    }
    ~Program() { vkDestroyPipeline(gpu.device, pipeline, nullptr); }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    std::vector<uint32_t> run() {
        std::fill_n(result.words, thread_count * 4, 0);
        const VkCommandBuffer commands = gpu.command_buffer();
        gpu.begin(commands);
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, nullptr);
        vkCmdPushConstants(commands, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(push), push);
        vkCmdDispatch(commands, thread_count / group_size, 1, 1);
        check(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
        gpu.submit_and_wait(commands);
        return std::vector(result.words, result.words + thread_count * 4);
    }

    Gpu& gpu;
    Buffer result, source;
    VkPipelineLayout layout;
    VkDescriptorSet set;
    VkPipeline pipeline;
    const uint32_t push[2] = {thread_count, 99};
};

class SameBytes : public testing::TestWithParam<std::tuple<Shader, uint32_t>> {};

} // namespace

TEST_P(SameBytes, FromEveryVariant) {
    const auto& [shader, subgroup_size] = GetParam();
    Gpu gpu;
    Events events(gpu);
    Program program(gpu, shader, subgroup_size);
    const uint64_t id = list_shaders(gpu).at(0).id;
    const auto normal = program.run();
    ASSERT_GT(std::ranges::count_if(normal, [](uint32_t word) { return word != 0; }), 64);
    for (const uint32_t flags : {0, WB_VARIANT_READ_ONLY, WB_VARIANT_PER_LANE}) {
        ASSERT_EQ(gpu.table->set_shader_debug(gpu.device, id, 1, flags), VK_SUCCESS);
        const auto debugged = program.run();
        ListedCommand command;
        ASSERT_EQ(get_command(gpu, events.recorded.back(), command), VK_SUCCESS);
        EXPECT_EQ(command.info.variant_bound, 1u) << (events.messages.empty() ? "" : events.messages.back());
        const auto differs = std::ranges::mismatch(normal, debugged);
        EXPECT_TRUE(differs.in1 == normal.end())
            << "flags " << flags << ", word " << differs.in1 - normal.begin() << ": " << *differs.in1
            << ", debugged " << *differs.in2;
    }
}

INSTANTIATE_TEST_SUITE_P(Shaders, SameBytes,
                         testing::Combine(testing::ValuesIn(shaders), testing::Values(64u, 32u)),
                         [](const auto& info) {
                             return std::string(std::get<0>(info.param).name) +
                                    std::to_string(std::get<1>(info.param));
                         });
