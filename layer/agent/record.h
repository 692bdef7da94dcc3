// SPDX-License-Identifier: MIT
// A driver's debug record as the protocol sends it.
#pragma once

#include "protocol/messages.h"
#include "radv-patches/files/src/amd/vulkan/wavebreak/wavebreak_record.h"

namespace wb::layer {

/// Everything but the code bytes.
protocol::Record to_protocol(const wb_debug_record& record);

} // namespace wb::layer
