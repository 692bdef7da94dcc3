// SPDX-License-Identifier: MIT
// Recorded commands: their ids, what they were recorded with, how long they live, and the order of
// submissions.
#include "program.h"

#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <set>

using namespace wb::test;

namespace {
// A table with an engine that debugs all shaders.
struct Debugged {
    Gpu gpu;
    Events events{gpu};
    Debugged() { gpu.table->set_debug_default(gpu.device, 1, 0); }
};
} // namespace

TEST(Commands, KeepTheStateOfTheirDispatch) {
    Debugged d;
    ScaleProgram program(d.gpu);
    const VkCommandBuffer commands = d.gpu.command_buffer();
    d.gpu.begin(commands);
    d.gpu.table->name_next_command(commands, "scale first");
    program.record(commands, {100, 5}, 2);
    const ScalePush later{200, 6};
    vkCmdPushConstants(commands, program.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(later), &later);
    vkCmdDispatchBase(commands, 0, 0, 0, 3, 2, 1);
    check(vkEndCommandBuffer(commands), "vkEndCommandBuffer");

    ASSERT_EQ(d.events.recorded.size(), 2u);
    ListedCommand first, second;
    ASSERT_EQ(get_command(d.gpu, d.events.recorded[0], first), VK_SUCCESS);
    ASSERT_EQ(get_command(d.gpu, d.events.recorded[1], second), VK_SUCCESS);
    const ListedShader shader = list_shaders(d.gpu)[0];
    EXPECT_EQ(first.info.kind, uint32_t{WB_COMMAND_DISPATCH});
    EXPECT_EQ(first.info.shader_id, shader.id);
    EXPECT_EQ(first.info.pipeline_id, shader.pipeline_id);
    EXPECT_EQ(first.info.groups[0], 2u);
    EXPECT_EQ(first.info.groups[1], 1u);
    EXPECT_EQ(second.info.groups[0], 3u);
    EXPECT_EQ(second.info.groups[1], 2u);
    EXPECT_EQ(first.label, "scale first");
    EXPECT_EQ(second.label, "");
    EXPECT_EQ(first.info.variant_bound, 1u);
    EXPECT_EQ(first.info.set_mask, 1u);
    EXPECT_NE(first.info.set_va[0], 0u);
    ScalePush push;
    ASSERT_GE(first.push_constants.size(), sizeof(push));
    std::memcpy(&push, first.push_constants.data(), sizeof(push));
    EXPECT_EQ(push.count, 100u);
    EXPECT_EQ(push.bias, 5u);
    std::memcpy(&push, second.push_constants.data(), sizeof(push));
    EXPECT_EQ(push.count, 200u);
}

TEST(Commands, IndirectOnesNameTheirAddress) {
    Debugged d;
    ScaleProgram program(d.gpu);
    Buffer arguments = d.gpu.buffer(64, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
    const VkCommandBuffer commands = d.gpu.command_buffer();
    d.gpu.begin(commands);
    program.bind(commands, {1, 0});
    vkCmdDispatchIndirect(commands, arguments.handle, 16);
    ListedCommand command;
    ASSERT_EQ(d.events.recorded.size(), 1u);
    ASSERT_EQ(get_command(d.gpu, d.events.recorded[0], command), VK_SUCCESS);
    EXPECT_EQ(command.info.kind, uint32_t{WB_COMMAND_DISPATCH_INDIRECT});
    EXPECT_EQ(command.info.indirect_va, arguments.address + 16);
    EXPECT_EQ(command.info.groups[0], 0u);
}

TEST(Commands, BindTheNormalShaderWhenDebuggingIsOff) {
    Gpu gpu;
    Events events(gpu);
    ScaleProgram program(gpu);
    const uint64_t shader = list_shaders(gpu)[0].id;
    const VkCommandBuffer commands = gpu.command_buffer();
    gpu.begin(commands);
    program.record(commands, {1, 0}, 1);
    ASSERT_EQ(gpu.table->set_shader_debug(gpu.device, shader, 1, 0), VK_SUCCESS);
    vkCmdDispatch(commands, 1, 1, 1);
    ASSERT_EQ(gpu.table->set_shader_debug(gpu.device, shader, 0, 0), VK_SUCCESS);
    vkCmdDispatch(commands, 1, 1, 1);
    std::vector<uint32_t> bound;
    for (const uint32_t id : events.recorded) {
        ListedCommand command;
        ASSERT_EQ(get_command(gpu, id, command), VK_SUCCESS);
        bound.push_back(command.info.variant_bound);
    }
    EXPECT_EQ(bound, (std::vector<uint32_t>{0, 1, 0}));
}

TEST(Commands, AreForgottenWithTheirRecording) {
    Debugged d;
    ScaleProgram program(d.gpu);
    const VkCommandBuffer reset = d.gpu.command_buffer(), freed = d.gpu.command_buffer(),
                          pooled = d.gpu.command_buffer();
    for (const VkCommandBuffer commands : {reset, freed, pooled}) {
        d.gpu.begin(commands);
        program.record(commands, {1, 0}, 1);
        check(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
    }
    const std::vector<uint32_t> ids = d.events.recorded;
    ASSERT_EQ(std::set<uint32_t>(ids.begin(), ids.end()).size(), 3u);
    ListedCommand command;
    vkResetCommandBuffer(reset, 0);
    EXPECT_LT(get_command(d.gpu, ids[0], command), 0);
    EXPECT_EQ(get_command(d.gpu, ids[1], command), VK_SUCCESS);
    vkFreeCommandBuffers(d.gpu.device, d.gpu.command_pool, 1, &freed);
    EXPECT_LT(get_command(d.gpu, ids[1], command), 0);
    EXPECT_EQ(get_command(d.gpu, ids[2], command), VK_SUCCESS);
    vkResetCommandPool(d.gpu.device, d.gpu.command_pool, 0);
    EXPECT_LT(get_command(d.gpu, ids[2], command), 0);
}

TEST(Commands, AreReportedInTheOrderOfSubmission) {
    Debugged d;
    ScaleProgram program(d.gpu);
    const VkCommandBuffer secondary = d.gpu.command_buffer(VK_COMMAND_BUFFER_LEVEL_SECONDARY);
    d.gpu.begin(secondary);
    program.record(secondary, {1, 0}, 1);
    check(vkEndCommandBuffer(secondary), "vkEndCommandBuffer");
    const VkCommandBuffer primary = d.gpu.command_buffer();
    d.gpu.begin(primary);
    program.record(primary, {1, 0}, 1);
    vkCmdExecuteCommands(primary, 1, &secondary);
    program.record(primary, {1, 0}, 1);
    check(vkEndCommandBuffer(primary), "vkEndCommandBuffer");

    d.gpu.submit_and_wait(primary);
    d.gpu.submit_and_wait(primary);
    d.events.wait_completed(2);
    const auto& ids = d.events.recorded;
    ASSERT_EQ(ids.size(), 3u);
    const std::vector<uint32_t> expected{ids[1], ids[0], ids[2]};
    ASSERT_EQ(d.events.submitted.size(), 2u);
    EXPECT_EQ(d.events.submitted[0].number, 1u);
    EXPECT_EQ(d.events.submitted[0].commands, expected);
    EXPECT_EQ(d.events.submitted[1].number, 2u);
    EXPECT_EQ(d.events.submitted[1].commands, expected);
    EXPECT_EQ(d.events.completed, (std::vector<uint64_t>{1, 2}));
}

TEST(Commands, AreNotKeptWithNobodyListening) {
    Gpu gpu;
    ScaleProgram program(gpu);
    const VkCommandBuffer commands = gpu.command_buffer();
    gpu.begin(commands);
    program.record(commands, {1, 0}, 1);
    Events events(gpu);
    vkCmdDispatch(commands, 1, 1, 1);
    EXPECT_EQ(events.recorded.size(), 1u);
}

TEST(Commands, AreKeptThroughAnEntryPointAskedForBefore) {
    Gpu gpu;
    const auto dispatch_base = gpu.load<PFN_vkCmdDispatchBase>("vkCmdDispatchBase");
    ScaleProgram program(gpu);
    const VkCommandBuffer commands = gpu.command_buffer();
    gpu.begin(commands);
    program.record(commands, {1, 0}, 1);
    for (int attach = 0; attach < 2; ++attach) {
        dispatch_base(commands, 0, 0, 0, 1, 1, 1);
        vkCmdDispatch(commands, 1, 1, 1);
        Events events(gpu);
        dispatch_base(commands, 0, 0, 0, 2, 1, 1);
        EXPECT_EQ(events.recorded.size(), 1u) << "attach " << attach;
        vkCmdDispatch(commands, 3, 1, 1);
        EXPECT_EQ(events.recorded.size(), 2u) << "attach " << attach;
    }
}

TEST(Commands, RecordedWithNobodyListeningAreCounted) {
    Gpu gpu;
    ScaleProgram first(gpu), second(gpu);
    const uint64_t first_id = list_shaders(gpu)[0].id, second_id = list_shaders(gpu)[1].id;
    const VkCommandBuffer secondary = gpu.command_buffer(VK_COMMAND_BUFFER_LEVEL_SECONDARY);
    gpu.begin(secondary);
    second.record(secondary, {1, 0}, 1);
    check(vkEndCommandBuffer(secondary), "vkEndCommandBuffer");
    const VkCommandBuffer commands = gpu.command_buffer();
    gpu.begin(commands);
    first.record(commands, {1, 0}, 1);
    vkCmdDispatch(commands, 1, 1, 1);
    second.record(commands, {1, 0}, 1);
    vkCmdExecuteCommands(commands, 1, &secondary);
    first.record(commands, {1, 0}, 1);
    second.record(commands, {1, 0}, 1);
    vkCmdDispatch(commands, 1, 1, 1);
    check(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
    gpu.submit_and_wait(commands); // nobody is told

    Events events(gpu);
    gpu.submit_and_wait(commands);
    gpu.begin(commands);
    first.record(commands, {1, 0}, 1);
    check(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
    gpu.submit_and_wait(commands);
    using Row = std::array<uint64_t, 3>;
    std::ranges::sort(events.ran_normal);
    ASSERT_EQ(events.submitted.size(), 2u);
    const uint64_t submission = events.submitted[0].number;
    EXPECT_EQ(events.ran_normal, (std::vector<Row>{{submission, first_id, 3}, {submission, second_id, 4}}));
    EXPECT_EQ(events.submitted[1].commands, events.recorded);

    // The last batches are remembered with nobody listening too.
    struct Batches {
        std::vector<Row> shaders; // submission, shader, dispatches
        std::vector<uint32_t> commands;
    } batches;
    gpu.table->enumerate_batches(
        gpu.device,
        [](void* user, const wb_batch_info* batch) {
            auto& to = *static_cast<Batches*>(user);
            for (uint32_t i = 0; i < batch->shader_count; ++i)
                to.shaders.push_back({batch->submission, batch->shader_ids[i], batch->dispatches[i]});
            to.commands.insert(to.commands.end(), batch->command_ids,
                               batch->command_ids + batch->command_count);
        },
        &batches);
    std::ranges::sort(batches.shaders);
    EXPECT_EQ(batches.shaders,
              (std::vector<Row>{{1, first_id, 3}, {1, second_id, 4}, {2, first_id, 3}, {2, second_id, 4}}));
    EXPECT_EQ(batches.commands, events.recorded);
}
