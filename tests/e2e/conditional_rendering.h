// SPDX-License-Identifier: MIT
// A fixture with VK_EXT_conditional_rendering.
#pragma once

#include "tests/e2e/compute_fixture.h"

namespace wb::test {

/// `Fixture` is a ComputeTest.
template <class Fixture>
class Conditional : public Fixture {
protected:
    Conditional() {
        wanted_.pNext = const_cast<void*>(this->features);
        this->features = &wanted_;
        this->extensions.push_back(VK_EXT_CONDITIONAL_RENDERING_EXTENSION_NAME);
        this->more_usage |= VK_BUFFER_USAGE_CONDITIONAL_RENDERING_BIT_EXT;
    }
    void SetUp() override {
        Fixture::SetUp();
        if (!this->device) return;
        begin_ = reinterpret_cast<PFN_vkCmdBeginConditionalRenderingEXT>(
            vkGetDeviceProcAddr(this->device, "vkCmdBeginConditionalRenderingEXT"));
        end_ = reinterpret_cast<PFN_vkCmdEndConditionalRenderingEXT>(
            vkGetDeviceProcAddr(this->device, "vkCmdEndConditionalRenderingEXT"));
        ASSERT_TRUE(begin_ && end_);
    }
    /// What follows runs when the buffer's word is not zero; with `inverted`, when it is.
    void begin_condition(VkCommandBuffer commands, VkBuffer buffer, uint32_t word, bool inverted) {
        const VkConditionalRenderingBeginInfoEXT info{
            VK_STRUCTURE_TYPE_CONDITIONAL_RENDERING_BEGIN_INFO_EXT, nullptr, buffer, word * 4,
            inverted ? VkConditionalRenderingFlagsEXT(VK_CONDITIONAL_RENDERING_INVERTED_BIT_EXT) : 0};
        begin_(commands, &info);
    }
    void end_condition(VkCommandBuffer commands) { end_(commands); }

private:
    VkPhysicalDeviceConditionalRenderingFeaturesEXT wanted_{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_CONDITIONAL_RENDERING_FEATURES_EXT, nullptr, VK_TRUE};
    PFN_vkCmdBeginConditionalRenderingEXT begin_ = nullptr;
    PFN_vkCmdEndConditionalRenderingEXT end_ = nullptr;
};

} // namespace wb::test
