// SPDX-License-Identifier: MIT
// Where the parts of an installed or uninstalled Wavebreak are.
#pragma once

#include "common/result.h"

#include <string>

namespace wb::cli {

struct Paths {
    std::string radv; ///< Folder of libvulkan_radeon.so, its manifest and the DRM shim ($WAVEBREAK_RADV, else
                      ///< lib/wavebreak/radv).
    std::string driver_manifest, shim;
    std::string simulator;   ///< libwavebreak_sim.so ($WAVEBREAK_SIM_LIB, else lib/wavebreak).
    std::string layer_share; ///< Share folder whose vulkan/implicit_layer.d has the layer's manifest.
    std::string trap_share;  ///< Folder of handler_gfx11.bin and probe_gfx11.bin ($WAVEBREAK_SHARE, else
                             ///< share/wavebreak).
};

/// Finds them relative to the running command. Missing files are reported by `check`, not here.
Paths find_paths();
/// An error names the first file that is missing and what to do.
Status check(const Paths& paths, bool simulated);

} // namespace wb::cli
