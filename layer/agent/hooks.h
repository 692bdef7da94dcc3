// SPDX-License-Identifier: MIT
// RADV's callbacks: they run on the program's threads and only write things down, but for new shaders, which
// wait, bounded, for the engine.
#pragma once

#include "layer/agent/device.h"

namespace wb::layer {

struct Hooks {
    uint32_t device;
    const Services& services;
    Outbox& outbox;
    Holds& holds;
    CommandLog& commands;
    CodeMap& code;
    DebuggedShaders& debugged;
    std::function<std::string(VkCommandBuffer)> label_of;
};

/// `hooks` must live until RADV has been given other callbacks.
wb_radv_callbacks make_callbacks(Hooks& hooks);

/// A shader as the protocol sends it, without its SPIR-V.
protocol::ShaderInfo to_protocol(const wb_shader_info& info, uint32_t device);

/// Puts out an event with a hold and waits for the engine's leave; says so when it does not come in time.
void put_and_wait(Outbox& outbox, Holds& holds, const Services& services, nlohmann::json event,
                  const char* what);

} // namespace wb::layer
