// SPDX-License-Identifier: MIT
// Commands around dispatches: what the command processor does of its own, on queues with and without
// graphics.
#include "tests/e2e/command_fixture.h"
#include "tests/e2e/conditional_rendering.h"

#include <chrono>
#include <cstring>
#include <string>

namespace wb::test {
namespace {

constexpr uint32_t kInvocations = 64; // Of a workgroup of commands.comp.

class Commands : public CommandTest, public testing::WithParamInterface<bool> {
protected:
    Commands() { compute_only = GetParam(); }
};

class Conditions : public Conditional<Commands> {
protected:
    void begin(VkCommandBuffer c, uint32_t word, bool inverted = false) {
        begin_condition(c, data.buffer, word, inverted);
    }
    void end(VkCommandBuffer c) { end_condition(c); }
};

class Queries : public Commands {
protected:
    Queries() { features = &wanted_; }
    VkQueryPool pool(VkQueryType type, uint32_t count, VkQueryPipelineStatisticFlags statistics = 0) {
        const VkQueryPoolCreateInfo info{
            VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO, nullptr, 0, type, count, statistics};
        VkQueryPool made = VK_NULL_HANDLE;
        EXPECT_EQ(vkCreateQueryPool(device, &info, nullptr, &made), VK_SUCCESS);
        return made;
    }

private:
    const VkPhysicalDeviceFeatures2 wanted_{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, nullptr, [] {
                                                VkPhysicalDeviceFeatures f{};
                                                f.pipelineStatisticsQuery = VK_TRUE;
                                                return f;
                                            }()};
};

std::string queue_name(const testing::TestParamInfo<bool>& info) {
    return info.param ? "ComputeOnly" : "Graphics";
}
INSTANTIATE_TEST_SUITE_P(Queues, Commands, testing::Bool(), queue_name);
INSTANTIATE_TEST_SUITE_P(Queues, Conditions, testing::Bool(), queue_name);
INSTANTIATE_TEST_SUITE_P(Queues, Queries, testing::Bool(), queue_name);

TEST_P(Commands, SecondaryCommandBuffersKeepTheirState) {
    const VkCommandBufferInheritanceInfo inheritance{VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO};
    const VkCommandBuffer first = record([&](VkCommandBuffer c) { dispatch(c, {0, 1}); }, &inheritance);
    const VkCommandBuffer second = record(
        [&](VkCommandBuffer c) {
            barrier(c);
            dispatch(c, {1, 5, 1, 0}); // words[1] = words[0] + 5
            barrier(c);
        },
        &inheritance);
    run_commands([&](VkCommandBuffer c) {
        vkCmdExecuteCommands(c, 1, &first);
        const VkCommandBuffer both[] = {second, first, first};
        vkCmdExecuteCommands(c, 3, both);
    });
    EXPECT_EQ(data.words[0], 3 * kInvocations);
    EXPECT_EQ(data.words[1], kInvocations + 5);
    const VkCommandBuffer again = record([&](VkCommandBuffer c) { vkCmdExecuteCommands(c, 1, &first); });
    submit_and_wait(again);
    submit_and_wait(again);
    EXPECT_EQ(data.words[0], 5 * kInvocations);
}

TEST_P(Commands, DispatchBaseMovesTheWorkgroupsNumbers) {
    run_commands([&](VkCommandBuffer c) {
        push(c, {0, 1});
        vkCmdDispatchBase(c, 3, 2, 1, 4, 3, 2); // x 3..6, y 2..4, z 1..2
        vkCmdDispatchBase(c, 7, 7, 7, 0, 1, 1); // Nothing.
        dispatch(c, {512, 1}, 2);               // The base is the dispatch's, not the state's.
    });
    for (uint32_t z = 0; z < 8; ++z)
        for (uint32_t y = 0; y < 8; ++y)
            for (uint32_t x = 0; x < 8; ++x) {
                const bool in = x >= 3 && x < 7 && y >= 2 && y < 5 && z >= 1 && z < 3;
                ASSERT_EQ(data.words[x + 8 * y + 64 * z], in ? kInvocations : 0) << x << ' ' << y << ' ' << z;
            }
    EXPECT_EQ(data.words[512], kInvocations);
    EXPECT_EQ(data.words[513], kInvocations);
    EXPECT_EQ(data.words[514], 0u);
}

TEST_P(Commands, DispatchIndirectReadsSizesThatTheGpuWrote) {
    run_commands([&](VkCommandBuffer c) {
        // Sizes (3, 2, 2) at word 1000, by shader; (0, 1, 1) at word 1003, by a transfer.
        dispatch(c, {1000, 3, 1, 2000});
        dispatch(c, {1001, 2, 1, 2000});
        dispatch(c, {1002, 2, 1, 2000});
        const uint32_t none[] = {0, 1, 1};
        vkCmdUpdateBuffer(c, data.buffer, 1003 * 4, sizeof none, none);
        barrier(c);
        push(c, {0, 1});
        vkCmdDispatchIndirect(c, data.buffer, 1000 * 4);
        vkCmdDispatchIndirect(c, data.buffer, 1003 * 4);
    });
    uint32_t groups = 0;
    for (uint32_t i = 0; i < 512; ++i)
        groups += data.words[i] / kInvocations;
    EXPECT_EQ(groups, 12u);
    EXPECT_EQ(data.words[2 + 8 * 1 + 64 * 1], kInvocations);
}

TEST_P(Commands, TransfersHaveTheirBytes) {
    for (uint32_t i = 0; i < 64; ++i)
        data.words[i] = 0x01010101 * i;
    run_commands([&](VkCommandBuffer c) {
        vkCmdFillBuffer(c, data.buffer, 100 * 4, 50 * 4, 0xfeed);
        const uint16_t bytes[] = {1, 2, 3, 4, 5, 6};
        vkCmdUpdateBuffer(c, data.buffer, 200 * 4, sizeof bytes, bytes);
        barrier(c);
        // Byte offsets of no alignment, and a large one.
        const VkBufferCopy copies[] = {{4, 1203, 13}, {0, 1024 * 4, 1024 * 4}};
        vkCmdCopyBuffer(c, data.buffer, data.buffer, 2, copies);
    });
    EXPECT_EQ(data.words[99], 0u);
    EXPECT_EQ(data.words[100], 0xfeedu);
    EXPECT_EQ(data.words[149], 0xfeedu);
    EXPECT_EQ(data.words[150], 0u);
    EXPECT_EQ(data.words[201], 0x00040003u);
    const auto* bytes = reinterpret_cast<const uint8_t*>(data.words);
    EXPECT_EQ(std::memcmp(bytes + 1203, bytes + 4, 13), 0);
    EXPECT_EQ(bytes[1202], 0);
    EXPECT_EQ(bytes[1216], 0);
    EXPECT_EQ(std::memcmp(data.words + 1024, data.words, 300 * 4), 0);
}

TEST_P(Conditions, DecideOnDispatchesAndNothingElse) {
    data.words[2000] = 0;
    data.words[2001] = 0x8000'0000; // The whole 32 bits count.
    const auto both = [&](VkCommandBuffer c, uint32_t word, bool inverted, uint32_t at) {
        begin(c, word, inverted);
        dispatch(c, {at, 1});
        vkCmdFillBuffer(c, data.buffer, (at + 1) * 4, 4,
                        9); // Not one of the commands that conditions are for.
        end(c);
    };
    run_commands([&](VkCommandBuffer c) {
        both(c, 2000, false, 0);
        both(c, 2001, false, 10);
        both(c, 2000, true, 20);
        both(c, 2001, true, 30);
        dispatch(c, {40, 1});
    });
    const uint32_t runs[] = {0, 1, 1, 0, 1};
    for (uint32_t i = 0; i < 5; ++i) {
        EXPECT_EQ(data.words[i * 10], runs[i] * kInvocations) << i;
        EXPECT_EQ(data.words[i * 10 + 1], i < 4 ? 9u : 0u) << i;
    }
}

TEST_P(Conditions, AreReadAfterTheGpuWroteThem) {
    run_commands([&](VkCommandBuffer c) {
        dispatch(c, {2000, 1, 1, 2100}); // words[2000] = 1
        barrier(c);
        begin(c, 2000);
        dispatch(c, {0, 1});
        dispatch(c, {1000, 1, 1, 2100}); // Sizes (1, 1, 1).
        dispatch(c, {1001, 1, 1, 2100});
        dispatch(c, {1002, 1, 1, 2100});
        barrier(c);
        push(c, {1, 1});
        vkCmdDispatchIndirect(c, data.buffer, 4000);
        end(c);
        begin(c, 2000, true);
        push(c, {2, 1});
        vkCmdDispatchIndirect(c, data.buffer, 4000);
        end(c);
    });
    EXPECT_EQ(data.words[0], kInvocations);
    EXPECT_EQ(data.words[1], kInvocations);
    EXPECT_EQ(data.words[2], 0u);
}

TEST_P(Queries, StatisticsCountInvocations) {
    const VkQueryPool queries = pool(VK_QUERY_TYPE_PIPELINE_STATISTICS, 3,
                                     VK_QUERY_PIPELINE_STATISTIC_COMPUTE_SHADER_INVOCATIONS_BIT);
    run_commands([&](VkCommandBuffer c) {
        vkCmdResetQueryPool(c, queries, 0, 3);
        dispatch(c, {0, 1}, 2);
        vkCmdBeginQuery(c, queries, 0, 0);
        dispatch(c, {0, 1}, 3);
        dispatch(c, {0, 1}, 4, 2);
        vkCmdEndQuery(c, queries, 0);
        dispatch(c, {0, 1}, 5);
        vkCmdBeginQuery(c, queries, 1, 0);
        vkCmdEndQuery(c, queries, 1);
        vkCmdBeginQuery(c, queries, 2, 0);
        dispatch(c, {0, 1});
        vkCmdEndQuery(c, queries, 2);
        barrier(c);
        vkCmdCopyQueryPoolResults(c, queries, 0, 3, data.buffer, 2048 * 4, 8,
                                  VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT);
    });
    const uint64_t wanted[] = {11 * kInvocations, 0, kInvocations};
    uint64_t got[3] = {7, 7, 7};
    WB_VK(vkGetQueryPoolResults(device, queries, 0, 3, sizeof got, got, 8, VK_QUERY_RESULT_64_BIT));
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(got[i], wanted[i]) << i;
        EXPECT_EQ(data.words[2048 + 2 * i], wanted[i]) << "copied by the GPU: " << i;
    }
    vkDestroyQueryPool(device, queries, nullptr);
}

TEST_P(Queries, TimestampsGoOn) {
    const VkQueryPool queries = pool(VK_QUERY_TYPE_TIMESTAMP, 4);
    VkCommandBuffer commands = record([&](VkCommandBuffer c) {
        vkCmdResetQueryPool(c, queries, 0, 4);
        vkCmdWriteTimestamp(c, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, queries, 0);
        dispatch(c, {0, 1}, 8, 8, 8);
        vkCmdWriteTimestamp(c, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, queries, 1);
        dispatch(c, {0, 1}, 8, 8, 8);
        vkCmdWriteTimestamp(c, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, queries, 2);
        vkCmdCopyQueryPoolResults(c, queries, 0, 3, data.buffer, 2048 * 4, 16,
                                  VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT |
                                      VK_QUERY_RESULT_WITH_AVAILABILITY_BIT);
    });
    const auto seconds = [] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    };
    const double start = seconds();
    submit_and_wait(commands);
    const double elapsed = seconds() - start;
    uint64_t time[3];
    WB_VK(vkGetQueryPoolResults(device, queries, 0, 3, sizeof time, time, 8, VK_QUERY_RESULT_64_BIT));
    EXPECT_GT(time[1], time[0]);
    EXPECT_GT(time[2], time[1]);
    EXPECT_LE(double(time[2] - time[0]) * double(properties.limits.timestampPeriod) * 1e-9, elapsed);
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(std::memcmp(data.words + 2048 + 4 * i, &time[i], 8), 0) << i;
        EXPECT_EQ(data.words[2048 + 4 * i + 2], 1u) << "available: " << i;
    }
    EXPECT_EQ(vkGetQueryPoolResults(device, queries, 3, 1, 8, time, 8, VK_QUERY_RESULT_64_BIT), VK_NOT_READY);
    vkDestroyQueryPool(device, queries, nullptr);
}

TEST_P(Commands, EventsOrderDispatchesAndTellTheHost) {
    const VkEventCreateInfo info{VK_STRUCTURE_TYPE_EVENT_CREATE_INFO};
    VkEvent event, of_host;
    WB_VK(vkCreateEvent(device, &info, nullptr, &event));
    WB_VK(vkCreateEvent(device, &info, nullptr, &of_host));
    EXPECT_EQ(vkGetEventStatus(device, event), VK_EVENT_RESET);
    const VkMemoryBarrier memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, VK_ACCESS_SHADER_WRITE_BIT,
                                 VK_ACCESS_SHADER_READ_BIT};
    constexpr VkPipelineStageFlags kCompute = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
    const VkCommandBuffer setter = record([&](VkCommandBuffer c) {
        dispatch(c, {0, 1}, 8, 8, 8);
        vkCmdSetEvent(c, event, kCompute);
    });
    const VkCommandBuffer waiter = record([&](VkCommandBuffer c) {
        vkCmdWaitEvents(c, 1, &event, kCompute, kCompute, 1, &memory, 0, nullptr, 0, nullptr);
        dispatch(c, {1000, 1, 1, 511}); // words[1000] = words[511] + 1
        vkCmdWaitEvents(c, 1, &of_host, VK_PIPELINE_STAGE_HOST_BIT, kCompute, 0, nullptr, 0, nullptr, 0,
                        nullptr);
        dispatch(c, {1001, 1});
    });
    WB_VK(vkSetEvent(device, of_host));
    EXPECT_EQ(vkGetEventStatus(device, of_host), VK_EVENT_SET);
    const VkCommandBuffer both[] = {setter, waiter};
    VkSubmitInfo submit{VK_STRUCTURE_TYPE_SUBMIT_INFO};
    submit.commandBufferCount = 2;
    submit.pCommandBuffers = both;
    WB_VK(vkQueueSubmit(queue, 1, &submit, VK_NULL_HANDLE));
    WB_VK(vkQueueWaitIdle(queue));
    EXPECT_EQ(data.words[1000], kInvocations + 1);
    EXPECT_EQ(data.words[1001], kInvocations);
    EXPECT_EQ(vkGetEventStatus(device, event), VK_EVENT_SET);
    run_commands([&](VkCommandBuffer c) { vkCmdResetEvent(c, event, kCompute); });
    EXPECT_EQ(vkGetEventStatus(device, event), VK_EVENT_RESET);
    vkDestroyEvent(device, event, nullptr);
    vkDestroyEvent(device, of_host, nullptr);
}

} // namespace
} // namespace wb::test
