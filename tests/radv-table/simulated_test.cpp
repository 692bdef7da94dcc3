// SPDX-License-Identifier: MIT
// On the simulated device: a debug variant writes the same bytes as the normal shader, however it is
// dispatched, and what the CPU says both should write.
#include "program.h"
#include "simulated.h"

#include "groups.h"

#include <chrono>
#include <gtest/gtest.h>
#include <iterator>
#include <thread>

using namespace wb::test;

namespace {

std::vector<uint32_t> contents(const Buffer& buffer) {
    return std::vector(buffer.words, buffer.words + buffer.size / 4);
}

// groups.comp with its buffer.
class GroupsProgram {
public:
    static constexpr uint32_t groups[3] = {3, 2, 2}, threads = 64;
    explicit GroupsProgram(Gpu& owner)
        : gpu(owner), out(gpu.buffer(groups[0] * groups[1] * groups[2] * threads * 4)),
          arguments(gpu.buffer(64, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT)) {
        const VkDescriptorSetLayoutBinding binding{0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1,
                                                   VK_SHADER_STAGE_COMPUTE_BIT, nullptr};
        const VkDescriptorSetLayout set_layout = gpu.set_layout({&binding, 1});
        layout = gpu.layout({&set_layout, 1}, sizeof(ScalePush));
        set = gpu.descriptor_set(set_layout);
        const VkDescriptorBufferInfo info{out.handle, 0, VK_WHOLE_SIZE};
        const VkWriteDescriptorSet write{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                         .dstSet = set,
                                         .descriptorCount = 1,
                                         .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                         .pBufferInfo = &info};
        vkUpdateDescriptorSets(gpu.device, 1, &write, 0, nullptr);
        const VkShaderModule module = gpu.module(spirv_groups);
        pipeline = gpu.pipeline(layout, module);
        vkDestroyShaderModule(gpu.device, module, nullptr);
        for (int i = 0; i < 3; i++)
            arguments.words[i] = groups[i];
    }
    ~GroupsProgram() { vkDestroyPipeline(gpu.device, pipeline, nullptr); }
    GroupsProgram(const GroupsProgram&) = delete;
    GroupsProgram& operator=(const GroupsProgram&) = delete;

    void clear() const { std::fill_n(out.words, out.size / 4, 0xcccccccc); }
    void bind(VkCommandBuffer commands) const {
        const ScalePush push{0, 77};
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, nullptr);
        vkCmdPushConstants(commands, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(push), &push);
    }

    Gpu& gpu;
    Buffer out, arguments;
    VkPipelineLayout layout;
    VkDescriptorSet set;
    VkPipeline pipeline;
};

// Runs what `record` records in a command buffer of its own and returns what it wrote.
template <class Record>
std::vector<uint32_t> run(GroupsProgram& program, Record record) {
    program.clear();
    const VkCommandBuffer commands = program.gpu.command_buffer();
    program.gpu.begin(commands);
    program.bind(commands);
    record(commands);
    check(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
    program.gpu.submit_and_wait(commands);
    return contents(program.out);
}

void debug_all(Gpu& gpu, bool on) {
    for (const ListedShader& shader : list_shaders(gpu))
        check(gpu.table->set_shader_debug(gpu.device, shader.id, on, 0), "set_shader_debug");
}

} // namespace

TEST(Simulated, BothShadersWriteWhatTheCpuSays) {
    Gpu gpu;
    ScaleProgram program(gpu);
    const ScalePush push{200, 5};
    for (const bool debugged : {false, true}) {
        debug_all(gpu, debugged);
        std::fill_n(program.out.words, ScaleProgram::count, 0xdeadbeef);
        const VkCommandBuffer commands = gpu.command_buffer();
        gpu.begin(commands);
        program.record(commands, push, ScaleProgram::count / ScaleProgram::group_size);
        check(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
        gpu.submit_and_wait(commands);
        for (uint32_t i = 0; i < ScaleProgram::count; i++)
            ASSERT_EQ(program.out.words[i], program.expected(i, push)) << i << (debugged ? " debugged" : "");
    }
}

TEST(Simulated, AVariantWritesTheSameHoweverItIsDispatched) {
    Gpu gpu;
    GroupsProgram program(gpu);
    const auto direct = [](VkCommandBuffer commands) { vkCmdDispatch(commands, 3, 2, 2); };
    const auto indirect = [&](VkCommandBuffer commands) {
        vkCmdDispatchIndirect(commands, program.arguments.handle, 0);
    };
    const auto based = [](VkCommandBuffer commands) { vkCmdDispatchBase(commands, 1, 1, 0, 2, 1, 1); };
    const auto direct_bytes = run(program, direct), based_bytes = run(program, based);
    EXPECT_NE(direct_bytes, based_bytes);
    EXPECT_EQ(run(program, indirect), direct_bytes);
    debug_all(gpu, true);
    EXPECT_EQ(run(program, direct), direct_bytes);
    EXPECT_EQ(run(program, indirect), direct_bytes);
    EXPECT_EQ(run(program, based), based_bytes);
}

TEST(Simulated, ShadersMayAlternateInOneCommandBuffer) {
    Gpu gpu;
    GroupsProgram groups(gpu);
    ScaleProgram scale(gpu);
    const auto direct = [](VkCommandBuffer commands) { vkCmdDispatch(commands, 3, 2, 2); };
    const auto expected = run(groups, direct);
    const uint64_t groups_id = list_shaders(gpu)[0].id, scale_id = list_shaders(gpu)[1].id;

    groups.clear();
    const VkCommandBuffer secondary = gpu.command_buffer(VK_COMMAND_BUFFER_LEVEL_SECONDARY);
    gpu.begin(secondary);
    gpu.table->set_shader_debug(gpu.device, groups_id, 1, 0);
    groups.bind(secondary);
    vkCmdDispatch(secondary, 3, 2, 2);
    gpu.table->set_shader_debug(gpu.device, groups_id, 0, 0);
    check(vkEndCommandBuffer(secondary), "vkEndCommandBuffer");

    const VkCommandBuffer commands = gpu.command_buffer();
    gpu.begin(commands);
    const ScalePush push{200, 5};
    scale.record(commands, {10, 0}, 4); // normal
    gpu.table->set_shader_debug(gpu.device, scale_id, 1, 0);
    vkCmdDispatch(commands, 4, 1, 1); // its variant
    vkCmdExecuteCommands(commands, 1, &secondary);
    groups.bind(commands); // normal
    vkCmdDispatch(commands, 3, 2, 2);
    scale.record(commands, push, 4);
    gpu.table->set_shader_debug(gpu.device, scale_id, 0, 0);
    vkCmdDispatch(commands, 4, 1, 1); // normal, nothing bound anew
    check(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
    gpu.submit_and_wait(commands);
    EXPECT_EQ(contents(groups.out), expected);
    for (uint32_t i = 0; i < ScaleProgram::count; i++)
        ASSERT_EQ(scale.out.words[i], scale.expected(i, push)) << i;
}

TEST(Simulated, ShaderObjectsHaveVariants) {
    Gpu gpu;
    ScaleProgram program(gpu);
    const ScalePush push{200, 5};
    const VkShaderEXT shader = program.shader_object();
    for (const bool debugged : {false, true}) {
        debug_all(gpu, debugged);
        std::fill_n(program.out.words, ScaleProgram::count, 0xdeadbeef);
        const VkCommandBuffer commands = gpu.command_buffer();
        gpu.begin(commands);
        program.bind(commands, push);
        const VkShaderStageFlagBits stage = VK_SHADER_STAGE_COMPUTE_BIT;
        gpu.load<PFN_vkCmdBindShadersEXT>("vkCmdBindShadersEXT")(commands, 1, &stage, &shader);
        vkCmdDispatch(commands, 4, 1, 1);
        check(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
        gpu.submit_and_wait(commands);
        for (uint32_t i = 0; i < ScaleProgram::count; i++)
            ASSERT_EQ(program.out.words[i], program.expected(i, push)) << i << (debugged ? " debugged" : "");
    }
    gpu.load<PFN_vkDestroyShaderEXT>("vkDestroyShaderEXT")(gpu.device, shader, nullptr);
}

TEST(Simulated, TheProbeTellsTheVmid) {
    Gpu gpu;
    Events events(gpu);
    const std::vector<char> handler = read_file("WAVEBREAK_TEST_HANDLER"),
                            probe = read_file("WAVEBREAK_TEST_PROBE");
    ASSERT_FALSE(handler.empty());
    ASSERT_FALSE(probe.empty());
    ASSERT_EQ(gpu.table->init_trap(gpu.device, handler.data(), handler.size(), probe.data(), probe.size()),
              VK_SUCCESS)
        << (events.messages.empty() ? "" : events.messages.back());
    wb_device_info info;
    ASSERT_EQ(gpu.table->get_device_info(gpu.device, &info), VK_SUCCESS);
    EXPECT_GE(info.vmid, 1u); // the kernel keeps 0 for itself and 8 to 15 for compute processes
    EXPECT_LE(info.vmid, 7u);
    const uint64_t control = info.control_va;
    EXPECT_EQ(gpu.table->init_trap(gpu.device, handler.data(), handler.size(), probe.data(), probe.size()),
              VK_SUCCESS);
    ASSERT_EQ(gpu.table->get_device_info(gpu.device, &info), VK_SUCCESS);
    EXPECT_EQ(info.control_va, control);
}

TEST(Simulated, FiniteWaitsLeaveOutTheTimeOfAStop) {
    using namespace std::chrono_literals;
    Gpu gpu;
    VkFence fence; // nothing will signal it
    const VkFenceCreateInfo info{.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    check(vkCreateFence(gpu.device, &info, nullptr, &fence), "vkCreateFence");
    const auto wait = [&] {
        const auto before = std::chrono::steady_clock::now();
        EXPECT_EQ(vkWaitForFences(gpu.device, 1, &fence, VK_TRUE, std::chrono::nanoseconds(20ms).count()),
                  VK_TIMEOUT);
        return std::chrono::steady_clock::now() - before;
    };
    EXPECT_GE(wait(), 20ms);
    gpu.table->set_waves_stopped(gpu.device, 1);
    std::thread agent([&] {
        std::this_thread::sleep_for(150ms); // the length of the stop
        gpu.table->set_waves_stopped(gpu.device, 0);
    });
    const auto waited = wait();
    agent.join();
    EXPECT_GE(waited, 150ms);
    EXPECT_EQ(vkWaitForFences(gpu.device, 1, &fence, VK_TRUE, 0), VK_TIMEOUT);
    vkDestroyFence(gpu.device, fence, nullptr);
}

TEST(Simulated, TheWaitForALostJobSaysSo) {
    using Wait = VkResult (*)(const Gpu&, VkFence, VkSemaphore);
    const Wait waits[] = {
        [](const Gpu& gpu, VkFence fence, VkSemaphore) {
            return vkWaitForFences(gpu.device, 1, &fence, VK_TRUE, UINT64_MAX);
        },
        [](const Gpu& gpu, VkFence fence, VkSemaphore) {
            VkResult result;
            while ((result = vkGetFenceStatus(gpu.device, fence)) == VK_NOT_READY)
                std::this_thread::yield();
            return result;
        },
        [](const Gpu& gpu, VkFence, VkSemaphore timeline) {
            const uint64_t value = 1;
            const VkSemaphoreWaitInfo info{.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO,
                                           .semaphoreCount = 1,
                                           .pSemaphores = &timeline,
                                           .pValues = &value};
            return vkWaitSemaphores(gpu.device, &info, UINT64_MAX);
        },
        [](const Gpu& gpu, VkFence, VkSemaphore) { return vkQueueWaitIdle(gpu.queue); },
        [](const Gpu& gpu, VkFence, VkSemaphore) { return vkDeviceWaitIdle(gpu.device); },
    };
    for (const Wait& wait : waits)
        for (const bool fails : {false, true}) {
            Gpu gpu;
            const VkQueryPoolCreateInfo query_info{.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                                   .queryType = VK_QUERY_TYPE_OCCLUSION,
                                                   .queryCount = 1};
            VkQueryPool queries;
            check(vkCreateQueryPool(gpu.device, &query_info, nullptr, &queries), "vkCreateQueryPool");
            const VkCommandBuffer commands = gpu.command_buffer();
            gpu.begin(commands);
            if (fails) { // the simulated GPU has no occlusion queries: it ends the job
                vkCmdResetQueryPool(commands, queries, 0, 1);
                vkCmdBeginQuery(commands, queries, 0, 0);
                vkCmdEndQuery(commands, queries, 0);
            }
            check(vkEndCommandBuffer(commands), "vkEndCommandBuffer");

            const VkFenceCreateInfo fence_info{.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
            VkFence fence;
            check(vkCreateFence(gpu.device, &fence_info, nullptr, &fence), "vkCreateFence");
            const VkSemaphoreTypeCreateInfo type{.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                                 .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE};
            const VkSemaphoreCreateInfo semaphore_info{.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO,
                                                       .pNext = &type};
            VkSemaphore timeline;
            check(vkCreateSemaphore(gpu.device, &semaphore_info, nullptr, &timeline), "vkCreateSemaphore");
            const uint64_t value = 1;
            const VkTimelineSemaphoreSubmitInfo values{.sType =
                                                           VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
                                                       .signalSemaphoreValueCount = 1,
                                                       .pSignalSemaphoreValues = &value};
            const VkSubmitInfo submit{.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                                      .pNext = &values,
                                      .commandBufferCount = 1,
                                      .pCommandBuffers = &commands,
                                      .signalSemaphoreCount = 1,
                                      .pSignalSemaphores = &timeline};
            check(vkQueueSubmit(gpu.queue, 1, &submit, fence), "vkQueueSubmit");
            EXPECT_EQ(wait(gpu, fence, timeline), fails ? VK_ERROR_DEVICE_LOST : VK_SUCCESS)
                << "way " << &wait - waits;
            vkDestroyQueryPool(gpu.device, queries, nullptr);
            vkDestroyFence(gpu.device, fence, nullptr);
            vkDestroySemaphore(gpu.device, timeline, nullptr);
        }
}
