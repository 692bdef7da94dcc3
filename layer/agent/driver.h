// SPDX-License-Identifier: MIT
// What the agent knows of one VkDevice: RADV's private table, or why there is none.
#pragma once

#include "common/result.h"
#include "radv-patches/files/src/amd/vulkan/wavebreak/wavebreak_radv.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace wb::layer {

struct DriverDevice {
    VkDevice handle = VK_NULL_HANDLE;
    const wb_radv_table* table = nullptr; ///< null: not debuggable, see `why`
    std::string name, driver;             ///< for a device without a table; else the table tells
    std::string why;
    /// Path of the debug labels that are open in a command buffer; called on the recording thread.
    std::function<std::string(VkCommandBuffer)> label_of;
};

/// The machine code that RADV uploads: the trap handler, and the dispatch that finds out the VMID.
struct TrapCode {
    std::vector<uint8_t> handler, probe;
};

/// RADV's last message on this thread, taken: the reason when a table function fails.
std::string take_driver_message();
void set_driver_message(const char* text);

/// The error for a failed table function: `what` could not be done, and RADV's reason.
std::unexpected<Error> driver_failure(const std::string& what, VkResult result);

} // namespace wb::layer
