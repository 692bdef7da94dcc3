// SPDX-License-Identifier: MIT
// The SDMA rings. RADV's window-system code makes an SDMA queue but gives it no work on the paths that are
// modelled: buffers of NOPs run, anything else fails the job and says what it was.
#pragma once

#include "sim/cp/processor.h"

namespace wb::sim {

/// Runs the job's buffers. `processor` tells whether the job was killed.
JobEnd run_sdma(const Job& job, const PacketProcessor& processor);

} // namespace wb::sim
