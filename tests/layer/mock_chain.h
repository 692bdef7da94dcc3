// SPDX-License-Identifier: MIT
// The layer's library between a mock loader and a mock next layer, which is strict about what it is asked and
// writes down what arrives.
#pragma once

#include "tests/layer/fake_radv.h"

#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>
#include <vector>
#include <vulkan/vk_layer.h>

namespace wb::test {

/// What has reached the next layer. One for the whole process, since Vulkan's functions carry no context.
struct Next {
    std::map<std::string, int> calls;
    std::vector<std::string> violations; ///< what a conforming layer never does
    std::set<std::string> missing;       ///< names that the next layer does not have
    VkResult create_result = VK_SUCCESS;
    // Of the last vkCreateInstance and vkCreateDevice:
    std::vector<const void*> instance_chain, device_chain; ///< pNext structs that are not the loader's
    VkInstanceCreateInfo instance_info{};
    VkDeviceCreateInfo device_info{};
    const VkAllocationCallbacks* allocator = nullptr;
    const VkPresentInfoKHR* presented = nullptr; ///< the last one, as it came
    int asked = 0;                               ///< vkGetDeviceProcAddr and vkGetInstanceProcAddr
    FakeRadv* radv = nullptr; ///< the table behind WAVEBREAK_RADV_ENTRY; null: not our driver
    uint32_t table_version = WAVEBREAK_RADV_TABLE_VERSION;
};
Next& next();

/// A dispatchable object of the next layer: its first word is the loader's dispatch pointer.
struct Handle {
    const void* dispatch;
};

class ChainTest : public testing::Test {
protected:
    static void SetUpTestSuite();
    void SetUp() override;

    /// As the loader does it: links in pNext, the dispatch pointer put in afterwards.
    VkResult create_instance(VkInstance* out, const void* dispatch, const void* app_chain = nullptr,
                             const VkApplicationInfo* app = nullptr);
    VkResult create_device(VkInstance instance, VkDevice* out, const void* dispatch,
                           const void* app_chain = nullptr);
    template <class Function>
    Function instance_function(VkInstance instance, const char* name) {
        return reinterpret_cast<Function>(get_instance_proc(instance, name));
    }
    template <class Function>
    Function device_function(VkDevice device, const char* name) {
        return reinterpret_cast<Function>(get_device_proc(device, name));
    }
    void destroy(VkInstance instance);
    void destroy(VkDevice device);

    static PFN_vkGetInstanceProcAddr get_instance_proc;
    static PFN_vkGetDeviceProcAddr get_device_proc;
};

} // namespace wb::test
