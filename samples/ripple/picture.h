// SPDX-License-Identifier: MIT
// What the sample computes: a water surface, and its picture.
#pragma once

#include "samples/common/commands.h"

namespace wb::ripple {

class Picture {
public:
    static Result<Picture> make(headless::Device& device, uint32_t width, uint32_t height);

    /// What the next submission steps; no other may be running. Before the first one the water is still.
    void tick();
    /// Records a step, the picture of it and its copy to `target`, an image of `extent` that is then to be
    /// presented.
    void record(headless::Commands& commands, VkImage target, VkExtent2D extent) const;

private:
    uint32_t width_ = 0, height_ = 0;
    headless::Buffer basin_, heights_;
    VkImage image_ = VK_NULL_HANDLE;
    headless::Pipeline water_, shade_;
};

} // namespace wb::ripple
