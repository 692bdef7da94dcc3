// SPDX-License-Identifier: MIT
// Where the trap handler's machine code lies.
#pragma once

#include "layer/agent/driver.h"

namespace wb::layer {

/// Reads handler_gfxN.bin and probe_gfxN.bin (N = gfx_level / 100) from the first folder that has them: the
/// environment's WAVEBREAK_SHARE; the build folder's trap_handler beside this library's folder;
/// share/wavebreak of the prefix this library is installed in; the one it was built for.
Result<TrapCode> load_trap_code(uint32_t gfx_level);

} // namespace wb::layer
