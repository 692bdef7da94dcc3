// SPDX-License-Identifier: MIT
// Semaphores and several queues at once.
#include "tests/e2e/command_fixture.h"

#include <map>

namespace wb::test {
namespace {

constexpr uint32_t kGroupSize = 64; // Of a workgroup of commands.comp.

class Queues : public CommandTest {
protected:
    Queues() {
        features = &wanted_;
        more_queues = VK_QUEUE_COMPUTE_BIT;
    }
    void TearDown() override {
        for (VkSemaphore semaphore : semaphores_)
            vkDestroySemaphore(device, semaphore, nullptr);
        CommandTest::TearDown();
    }

    VkSemaphore timeline(uint64_t value) {
        const VkSemaphoreTypeCreateInfo type{VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO, nullptr,
                                             VK_SEMAPHORE_TYPE_TIMELINE, value};
        return semaphore(&type);
    }
    VkSemaphore semaphore(const void* chain = nullptr) {
        const VkSemaphoreCreateInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, chain, 0};
        VkSemaphore made = VK_NULL_HANDLE;
        EXPECT_EQ(vkCreateSemaphore(device, &info, nullptr, &made), VK_SUCCESS);
        semaphores_.push_back(made);
        return made;
    }
    struct Point {
        VkSemaphore semaphore;
        uint64_t value = 0; ///< Of a timeline.
    };
    void submit(VkQueue to, VkCommandBuffer commands, const std::vector<Point>& waits,
                const std::vector<Point>& signals) {
        std::vector<VkSemaphore> semaphores[2];
        std::vector<uint64_t> values[2];
        for (int i = 0; i < 2; ++i) {
            for (const Point& point : i ? signals : waits) {
                semaphores[i].push_back(point.semaphore);
                values[i].push_back(point.value);
            }
        }
        const std::vector<VkPipelineStageFlags> stages(waits.size(), VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
        const VkTimelineSemaphoreSubmitInfo points{VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
                                                   nullptr,
                                                   uint32_t(values[0].size()),
                                                   values[0].data(),
                                                   uint32_t(values[1].size()),
                                                   values[1].data()};
        const VkSubmitInfo info{VK_STRUCTURE_TYPE_SUBMIT_INFO,
                                &points,
                                uint32_t(semaphores[0].size()),
                                semaphores[0].data(),
                                stages.data(),
                                commands ? 1u : 0u,
                                &commands,
                                uint32_t(semaphores[1].size()),
                                semaphores[1].data()};
        WB_VK(vkQueueSubmit(to, 1, &info, VK_NULL_HANDLE));
    }
    VkResult wait(const Point& point, uint64_t timeout) {
        const VkSemaphoreWaitInfo info{
            VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO, nullptr, 0, 1, &point.semaphore, &point.value};
        return vkWaitSemaphores(device, &info, timeout);
    }
    static constexpr uint64_t kPatience = 60'000'000'000;

private:
    const VkPhysicalDeviceTimelineSemaphoreFeatures wanted_{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES, nullptr, VK_TRUE};
    std::vector<VkSemaphore> semaphores_;
};

TEST_F(Queues, TimelineOfHostAndGpu) {
    const VkSemaphore points = timeline(5);
    const VkCommandBuffer add = record([&](VkCommandBuffer c) {
        dispatch(c, {0, 1});
        barrier(c);
    });
    submit(queue, add, {{points, 10}}, {{points, 20}}); // Nobody has promised 10 yet.
    EXPECT_EQ(wait({points, 20}, 0), VK_TIMEOUT);
    EXPECT_EQ(data.words[0], 0u);
    const VkSemaphoreSignalInfo ten{VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, nullptr, points, 10};
    WB_VK(vkSignalSemaphore(device, &ten));
    ASSERT_EQ(wait({points, 20}, kPatience), VK_SUCCESS);
    EXPECT_EQ(data.words[0], kGroupSize);
    uint64_t value = 0;
    WB_VK(vkGetSemaphoreCounterValue(device, points, &value));
    EXPECT_EQ(value, 20u);
    EXPECT_EQ(wait({points, 15}, 0), VK_SUCCESS) << "a point that was passed";
}

// Each queue in turn copies the word before its own and adds 1: the last one counts the queues.
TEST_F(Queues, AChainThroughAllQueues) {
    data.words[0] = 100;
    const VkSemaphore points = timeline(0);
    std::vector<VkSemaphore> binary;
    const uint32_t count = uint32_t(queues.size());
    RecordProperty("queues", int(count));
    for (uint32_t i = 0; i < count; ++i)
        binary.push_back(semaphore());
    // Submitted in order for the binary ones: each waits for the one before, by one kind or the other.
    for (uint32_t i = 0; i < count; ++i) {
        const VkCommandBuffer commands = record(
            [&](VkCommandBuffer c) {
                dispatch(c, {i + 1, 1, 1, i});
                barrier(c);
            },
            nullptr, queues[i].family);
        std::vector<Point> waits;
        if (i) waits.push_back(i % 2 ? Point{points, i} : Point{binary[i - 1]});
        std::vector<Point> signals{{points, i + 1}};
        if (i % 2 && i + 1 < count) signals.push_back({binary[i]});
        submit(queues[i].queue, commands, waits, signals);
    }
    ASSERT_EQ(wait({points, count}, kPatience), VK_SUCCESS);
    for (uint32_t i = 0; i <= count; ++i)
        EXPECT_EQ(data.words[i], 100 + i);
    vkDeviceWaitIdle(device);
}

TEST_F(Queues, ATimelineRunsAgainstTheOrderOfSubmission) {
    if (queues.size() < 2) GTEST_SKIP() << "one queue only";
    const VkSemaphore points = timeline(0);
    const uint32_t count = uint32_t(queues.size());
    for (uint32_t i = count; i-- > 0;) { // The last to run is submitted first.
        const VkCommandBuffer commands = record(
            [&](VkCommandBuffer c) {
                dispatch(c, {i + 1, 1, 1, i});
                barrier(c);
            },
            nullptr, queues[i].family);
        submit(queues[i].queue, commands, {{points, i}}, {{points, i + 1}});
    }
    ASSERT_EQ(wait({points, count}, kPatience), VK_SUCCESS);
    for (uint32_t i = 0; i <= count; ++i)
        EXPECT_EQ(data.words[i], i);
    vkDeviceWaitIdle(device);
}

TEST_F(Queues, AllAtOnceAddUp) {
    constexpr uint32_t kRounds = 4;
    const VkSemaphore go = timeline(0);
    std::map<uint32_t, VkCommandBuffer> adds;
    for (const FamilyQueue& each : queues) {
        if (!adds.contains(each.family))
            adds[each.family] = record(
                [&](VkCommandBuffer c) {
                    dispatch(c, {0, 1}, 8, 8, 2);
                    barrier(c);
                },
                nullptr, each.family);
    }
    std::vector<VkSemaphore> ends;
    for (const FamilyQueue& each : queues) {
        ends.push_back(timeline(0));
        for (uint32_t round = 0; round < kRounds; ++round)
            submit(each.queue, adds[each.family], {{go, 1}}, {{ends.back(), round + 1}});
    }
    const VkSemaphoreSignalInfo start{VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO, nullptr, go, 1};
    WB_VK(vkSignalSemaphore(device, &start));
    for (VkSemaphore end : ends)
        ASSERT_EQ(wait({end, kRounds}, kPatience), VK_SUCCESS);
    for (uint32_t i = 0; i < 128; ++i)
        ASSERT_EQ(data.words[i], kGroupSize * kRounds * queues.size()) << i;
}

} // namespace
} // namespace wb::test
