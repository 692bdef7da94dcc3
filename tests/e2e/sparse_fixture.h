// SPDX-License-Identifier: MIT
// A device with sparse residency: a queue that binds, and one without graphics for the work.
#pragma once

#include "tests/e2e/compute_fixture.h"

#include <functional>

namespace wb::test {

class SparseTest : public ComputeTest {
protected:
    SparseTest();
    /// Skips on devices without sparse residency.
    void SetUp() override;
    void TearDown() override;

    /// Memory for sparse resources: `size` bytes of the first type of `types`. Zero at the beginning.
    VkDeviceMemory allocate(VkDeviceSize size, uint32_t types);
    /// Binds and waits until that is done.
    void bind(const VkBindSparseInfo& info);
    /// Records, runs on `queue` and waits.
    void run_commands(const std::function<void(VkCommandBuffer)>& record);
    VkCommandBuffer record(const std::function<void(VkCommandBuffer)>& record);

    VkQueue binder = VK_NULL_HANDLE;

private:
    VkPhysicalDeviceFeatures2 wanted_{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    VkCommandPool pool_ = VK_NULL_HANDLE;
    VkFence fence_ = VK_NULL_HANDLE;
    std::vector<VkDeviceMemory> memory_;
};

} // namespace wb::test
