// SPDX-License-Identifier: MIT
// The meadow on the GPU: its buffers, its pipeline, and a frame's work.
#pragma once

#include "samples/common/commands.h"
#include "samples/grass/verify.h"

namespace wb::grass {

class Scene {
public:
    /// Makes everything; `device` must outlive the scene.
    static Result<Scene> create(headless::Device& device, const Settings& settings, bool non_semantic);

    /// Makes all blades for `time` seconds and waits until the GPU is done.
    Status frame(float time);
    /// What the last frame made. Draw counts above the number of blades are cut to it.
    Meadow meadow() const;

private:
    explicit Scene(headless::Device& device, const Settings& settings)
        : device_(&device), settings_(settings) {}

    headless::Device* device_;
    Settings settings_;
    headless::Buffer blades_, draws_, visible_high_, visible_low_, settings_buffer_;
    headless::Pipeline pipeline_;
};

} // namespace wb::grass
