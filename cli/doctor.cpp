// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "protocol/socket.h"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>

namespace wb::cli {

static std::string or_missing(const std::string& path) {
    std::error_code ignored;
    if (path.empty()) return "not found";
    return std::filesystem::exists(path, ignored) ? path : path + " (missing)";
}

int doctor() {
    const Paths paths = find_paths();
    fmt::print("driver manifest   {}\n", or_missing(paths.driver_manifest));
    fmt::print("layer manifest    {}\n",
               or_missing(paths.layer_share.empty()
                              ? ""
                              : paths.layer_share + "/vulkan/implicit_layer.d/VkLayer_wavebreak.json"));
    fmt::print("trap handler      {}\n",
               or_missing(paths.trap_share.empty() ? "" : paths.trap_share + "/handler_gfx11.bin"));
    fmt::print("DRM shim          {}\n", or_missing(paths.shim));
    fmt::print("simulator         {}\n", or_missing(paths.simulator));
    const auto folder = protocol::socket_folder();
    fmt::print("socket folder     {}\n", folder ? *folder : folder.error().message);
    std::ifstream timeout("/sys/module/amdgpu/parameters/lockup_timeout");
    std::string value;
    std::getline(timeout, value);
    fmt::print("lockup_timeout    {}\n", !timeout        ? "amdgpu is not loaded"
                                         : value.empty() ? "the kernel's default (10 s)"
                                                         : value);
    std::error_code ignored;
    fmt::print("debugfs           {}\n",
               std::filesystem::exists("/sys/kernel/debug/dri", ignored)
                   ? "readable"
                   : "not readable: on hardware the trap handler is installed through it, as root");
    const Status sim = check(paths, true), hw = check(paths, false);
    fmt::print("\nsimulated GPU     {}\n", sim ? "ready" : sim.error().message);
    fmt::print("hardware          {}\n",
               hw ? "files are ready; the handler has only been seen on the simulated device so far"
                  : hw.error().message);
    return sim ? 0 : 1;
}

} // namespace wb::cli
