// SPDX-License-Identifier: MIT
// The SDMA rings, which RADV's window-system code copies presented images with: NOP, copies, fills. Anything
// else fails the job and says what it was.
#pragma once

#include "sim/cp/processor.h"

namespace wb::sim {

/// Runs the job's buffers. `processor` tells whether the job was killed.
JobEnd run_sdma(const Job& job, const PacketProcessor& processor);

} // namespace wb::sim
