// SPDX-License-Identifier: MIT
// What a program without the debugger sees of a shader that goes wrong, on the simulated GPU: the device is
// lost, the process is not. Watchdog runs by itself, with WAVEBREAK_SIM_LOCKUP_TIMEOUT_MS.
#include "tests/e2e/compute_fixture.h"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "fault.comp.h"

namespace wb::test {
namespace {

class Faults : public ComputeTest {
protected:
    Faults() {
        fault_features_.deviceFault = VK_TRUE;
        features_.bufferDeviceAddress = VK_TRUE;
        features_.pNext = &fault_features_;
        features = &features_;
        extensions = {VK_EXT_DEVICE_FAULT_EXTENSION_NAME};
    }
    void SetUp() override {
        if (!std::getenv("WAVEBREAK_SIM_LIB")) GTEST_SKIP() << "what faults do elsewhere is not ours";
        ComputeTest::SetUp();
        make_buffer(64, words_);
        ASSERT_TRUE(words_.words);
        std::fill_n(words_.words, 64, 0);
    }
    /// Runs the shader. The device is lost by then, if it is.
    void run_mode(uint64_t address, uint32_t mode) {
        const uint32_t constants[] = {uint32_t(address), uint32_t(address >> 32), mode};
        may_be_lost = true;
        run(fault_comp, words_, constants, 1);
    }
    /// RADV may learn of the loss as late as at the next submission.
    bool lost() {
        if (vkDeviceWaitIdle(device) == VK_ERROR_DEVICE_LOST) return true;
        const VkCommandPoolCreateInfo pool_info{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, nullptr, 0,
                                                family};
        VkCommandPool pool = VK_NULL_HANDLE;
        EXPECT_EQ(vkCreateCommandPool(device, &pool_info, nullptr, &pool), VK_SUCCESS);
        const VkCommandBufferAllocateInfo allocate{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, nullptr,
                                                   pool, VK_COMMAND_BUFFER_LEVEL_PRIMARY, 1};
        VkCommandBuffer commands = VK_NULL_HANDLE;
        EXPECT_EQ(vkAllocateCommandBuffers(device, &allocate, &commands), VK_SUCCESS);
        const VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
        EXPECT_EQ(vkBeginCommandBuffer(commands, &begin), VK_SUCCESS);
        EXPECT_EQ(vkEndCommandBuffer(commands), VK_SUCCESS);
        VkSubmitInfo submit{VK_STRUCTURE_TYPE_SUBMIT_INFO};
        submit.commandBufferCount = 1;
        submit.pCommandBuffers = &commands;
        VkResult result = vkQueueSubmit(queue, 1, &submit, VK_NULL_HANDLE);
        if (result == VK_SUCCESS) result = vkDeviceWaitIdle(device);
        vkDestroyCommandPool(device, pool, nullptr);
        return result == VK_ERROR_DEVICE_LOST;
    }
    VkDeviceFaultAddressInfoEXT record() {
        const auto get = reinterpret_cast<PFN_vkGetDeviceFaultInfoEXT>(
            vkGetDeviceProcAddr(device, "vkGetDeviceFaultInfoEXT"));
        VkDeviceFaultCountsEXT counts{VK_STRUCTURE_TYPE_DEVICE_FAULT_COUNTS_EXT};
        EXPECT_EQ(get(device, &counts, nullptr), VK_SUCCESS);
        VkDeviceFaultAddressInfoEXT address{};
        VkDeviceFaultInfoEXT info{VK_STRUCTURE_TYPE_DEVICE_FAULT_INFO_EXT};
        info.pAddressInfos = &address;
        EXPECT_EQ(counts.addressInfoCount, 1u);
        counts.addressInfoCount = std::min(counts.addressInfoCount, 1u);
        counts.vendorInfoCount = 0;
        counts.vendorBinarySize = 0;
        EXPECT_EQ(get(device, &counts, &info), VK_SUCCESS);
        return address;
    }
    /// The process makes another device, which works.
    void check_next_device() {
        ComputeTest::TearDown();
        forget();
        ComputeTest::SetUp();
        make_buffer(64, words_);
        ASSERT_TRUE(words_.words);
        std::fill_n(words_.words, 64, 0);
        run_mode(0, 3);
        EXPECT_EQ(words_.words[4], 1u);
        EXPECT_FALSE(lost());
    }
    Buffer words_;
    static constexpr uint64_t kNowhere = 0xffff'8fff'0000'1230;

private:
    VkPhysicalDeviceFaultFeaturesEXT fault_features_{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FAULT_FEATURES_EXT};
    VkPhysicalDeviceBufferDeviceAddressFeatures features_{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES};
};

TEST_F(Faults, ALoadFromNowhere) {
    testing::internal::CaptureStderr();
    run_mode(kNowhere, 0);
    EXPECT_TRUE(lost());
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_NE(said.find("read of 0xffff8fff00001230"), std::string::npos) << said;
    EXPECT_NE(said.find("behind the end of the mapping 0xffff8"), std::string::npos) << said;
    EXPECT_NE(said.find("by shader, wave"), std::string::npos) << said;
    EXPECT_NE(said.find("global_load"), std::string::npos) << said;
    EXPECT_EQ(words_.words[1], 7u) << "it read 0";
    EXPECT_EQ(words_.words[4], 1u) << "and the shader went on, as on hardware";
    const VkDeviceFaultAddressInfoEXT fault = record();
    EXPECT_EQ(fault.addressType, VK_DEVICE_FAULT_ADDRESS_TYPE_READ_INVALID_EXT);
    EXPECT_EQ(fault.reportedAddress & ~(fault.addressPrecision - 1), kNowhere & ~uint64_t(4095));
    check_next_device();
}

TEST_F(Faults, AStoreToNowhere) {
    testing::internal::CaptureStderr();
    run_mode(kNowhere, 1);
    EXPECT_TRUE(lost());
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_NE(said.find("write of 0xffff8fff00001230"), std::string::npos) << said;
    EXPECT_NE(said.find("global_store"), std::string::npos) << said;
    EXPECT_EQ(words_.words[4], 1u);
    EXPECT_EQ(record().addressType, VK_DEVICE_FAULT_ADDRESS_TYPE_WRITE_INVALID_EXT);
    check_next_device();
}

class Watchdog : public Faults {};

TEST_F(Watchdog, EndsAnEndlessShader) {
    testing::internal::CaptureStderr();
    run_mode(0, 2);
    EXPECT_TRUE(lost());
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_NE(said.find("ran longer than"), std::string::npos) << said;
    EXPECT_GT(words_.words[3], 0u);
    EXPECT_EQ(words_.words[4], 0u) << "it did not end by itself";
    check_next_device();
}

} // namespace
} // namespace wb::test
