// SPDX-License-Identifier: MIT
#include "layer/trap_files.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

#ifndef WB_DATA_FOLDER
#define WB_DATA_FOLDER "/usr/share/wavebreak"
#endif

namespace wb::layer {

static std::vector<uint8_t> read_file(const std::string& path) {
    std::vector<uint8_t> out;
    std::FILE* file = std::fopen(path.c_str(), "rbe");
    if (!file) return out;
    uint8_t block[4096];
    for (size_t n; (n = std::fread(block, 1, sizeof block, file)) > 0;)
        out.insert(out.end(), block, block + n);
    std::fclose(file);
    return out;
}

static std::vector<std::string> folders() {
    if (const char* share = secure_getenv("WAVEBREAK_SHARE"); share && *share) return {share};
    std::vector<std::string> out;
    Dl_info self{};
    if (dladdr(reinterpret_cast<const void*>(&load_trap_code), &self) && self.dli_fname) {
        const std::string library = self.dli_fname;
        const std::string folder = library.substr(0, library.rfind('/') + 1);
        // lib/ and Debian's lib/<triplet>/.
        for (const char* relative : {"../trap_handler", "../share/wavebreak", "../../share/wavebreak"})
            out.push_back(folder + relative);
    }
    out.push_back(WB_DATA_FOLDER);
    return out;
}

Result<TrapCode> load_trap_code(uint32_t gfx_level) {
    const std::string suffix = "_gfx" + std::to_string(gfx_level / 100) + ".bin";
    std::string looked_in;
    for (const std::string& folder : folders()) {
        TrapCode code{read_file(folder + "/handler" + suffix), read_file(folder + "/probe" + suffix)};
        if (!code.handler.empty() && !code.probe.empty()) return code;
        looked_in += (looked_in.empty() ? "" : ", ") + folder;
    }
    return fail("there is no trap handler for this GPU: no handler" + suffix + " in " + looked_in +
                "; WAVEBREAK_SHARE can name the folder");
}

} // namespace wb::layer
