// SPDX-License-Identifier: MIT
// DPP16 controls: which lane each lane reads. All of them work within rows of 16 lanes. RDNA3 ISA 7.4, "DPP".
#pragma once

#include <cstdint>

namespace wb::sim {

/// What one row does.
struct alignas(32) DppRow {
    uint8_t from[16] = {}; ///< Lane of the row that lane i reads; 0 where it has none.
    uint16_t valid = 0;    ///< Bit i: lane i has a source.
    bool known = false;    ///< gfx11 defines the control.
};

/// By 9-bit DPP16 control.
struct DppRows {
    DppRow row[512];
};
extern const DppRows kDppRows;

} // namespace wb::sim
