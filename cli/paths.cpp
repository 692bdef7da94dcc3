// SPDX-License-Identifier: MIT
#include "cli/paths.h"

#include <cstdlib>
#include <filesystem>

namespace wb::cli {

namespace fs = std::filesystem;

static std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

static std::string first_existing(std::initializer_list<fs::path> candidates) {
    std::error_code ignored;
    for (const fs::path& path : candidates)
        if (!path.empty() && fs::exists(path, ignored))
            return fs::absolute(path, ignored).lexically_normal().string();
    return "";
}

Paths find_paths() {
    std::error_code ignored;
    const fs::path self = fs::read_symlink("/proc/self/exe", ignored);
    // Installed: PREFIX/bin/wavebreak. Uninstalled: BUILD/cli/wavebreak.
    const fs::path root = self.parent_path().parent_path();
    Paths paths;
    paths.radv = environment("WAVEBREAK_RADV");
    if (paths.radv.empty())
        paths.radv =
            first_existing({root / "lib/wavebreak/radv", root / "lib/x86_64-linux-gnu/wavebreak/radv"});
    if (!paths.radv.empty()) {
        const fs::path radv = paths.radv;
        paths.driver_manifest = first_existing(
            {radv / "wavebreak_radv_icd.json", radv / "src/amd/vulkan/wavebreak_radv_icd.json"});
        paths.shim = first_existing({radv / "libwavebreak_drm_shim.so",
                                     radv / "src/amd/drm-shim/wavebreak/libwavebreak_drm_shim.so",
                                     radv / "src/amd/drm-shim/libwavebreak_drm_shim.so"});
    }
    paths.simulator = environment("WAVEBREAK_SIM_LIB");
    if (paths.simulator.empty())
        paths.simulator = first_existing(
            {root / "sim/libwavebreak_sim.so", root / "lib/wavebreak/libwavebreak_sim.so",
             root / "lib/x86_64-linux-gnu/wavebreak/libwavebreak_sim.so",
             root / "lib/x86_64-linux-gnu/libwavebreak_sim.so", root / "lib/libwavebreak_sim.so"});
    paths.layer_share = first_existing({root / "share"});
    paths.trap_share = environment("WAVEBREAK_SHARE");
    if (paths.trap_share.empty())
        paths.trap_share = first_existing({root / "trap_handler", root / "share/wavebreak"});
    return paths;
}

Status check(const Paths& paths, bool simulated) {
    std::error_code ignored;
    const auto missing = [&](const std::string& path) { return path.empty() || !fs::exists(path, ignored); };
    if (missing(paths.driver_manifest))
        return fail("the patched RADV is not there" +
                    (paths.radv.empty() ? "" : " (looked in " + paths.radv + ")") +
                    "; build it with radv-patches/build, or name its folder in WAVEBREAK_RADV");
    if (missing(paths.layer_share + "/vulkan/implicit_layer.d/VkLayer_wavebreak.json"))
        return fail("the layer's manifest is not there (looked in " + paths.layer_share +
                    "); build and install Wavebreak, or use script/wavebreak");
    if (missing(paths.trap_share + "/handler_gfx11.bin"))
        return fail("the trap handler's code is not there; name its folder in WAVEBREAK_SHARE");
    if (!simulated) return {};
    if (missing(paths.shim)) return fail("the DRM shim is not beside the patched RADV in " + paths.radv);
    if (missing(paths.simulator))
        return fail("the simulator's library is not there; name it in WAVEBREAK_SIM_LIB");
    return {};
}

} // namespace wb::cli
