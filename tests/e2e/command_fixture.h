// SPDX-License-Identifier: MIT
// One pipeline (commands.comp) on one buffer, and what tests of commands record and submit with.
#pragma once

#include "tests/e2e/compute_fixture.h"

#include <functional>

namespace wb::test {

class CommandTest : public ComputeTest {
protected:
    struct Constants {
        uint32_t first, value, copy = 0, from = 0;
    };

    void SetUp() override;
    void TearDown() override;
    /// Words of `data`, all zero at the beginning.
    static constexpr uint32_t kWords = 4096;

    /// A command buffer for queues of `of_family` (`family` when not given) with what `record` puts into it.
    /// With `inheritance` a secondary one. Pipeline and set are bound already.
    VkCommandBuffer record(const std::function<void(VkCommandBuffer)>& record,
                           const VkCommandBufferInheritanceInfo* inheritance = nullptr,
                           uint32_t of_family = VK_QUEUE_FAMILY_IGNORED);
    /// Records, submits to `queue` and waits for the end.
    void run_commands(const std::function<void(VkCommandBuffer)>& record);

    void push(VkCommandBuffer commands, const Constants& constants);
    /// push() and a dispatch of (x, y, z) workgroups.
    void dispatch(VkCommandBuffer commands, const Constants& constants, uint32_t x = 1, uint32_t y = 1,
                  uint32_t z = 1);
    /// Everything before is done and visible to everything after.
    static void barrier(VkCommandBuffer commands);

    Buffer data;

private:
    Program program_;
    std::vector<VkCommandPool> pools_;
};

} // namespace wb::test
