// SPDX-License-Identifier: MIT
// Every word that ACO makes for the debug variants of compiled shaders: the simulator's decoder and LLVM's
// agree on length and mnemonic. Nothing runs. Arguments: SPIR-V files whose descriptors are storage buffers
// of set 0.
#include "tests/sim/isa/check_code.h"
#include "variant.h"

#include <cstdio>
#include <exception>
#include <span>

namespace {

/// Says what differs; returns how much.
size_t check_shader(RadvDevice& device, const char* path, uint32_t lanes, uint32_t flags) {
    const Variant variant(device, read_words(path), lanes, flags);
    const std::span code(variant.code().data(), variant.record().code_size / sizeof(uint32_t));
    const std::vector<std::string> differences = wb::test::check_code(code, lanes);
    for (const std::string& difference : differences)
        std::printf("%s, wave%u: %s\n", path, lanes, difference.c_str());
    return differences.size();
}

} // namespace

int main(int count, char** arguments) {
    size_t differences = 0, variants = 0;
    try {
        RadvDevice device;
        for (int i = 1; i < count; ++i)
            for (const uint32_t lanes : {32u, 64u})
                for (const uint32_t flags : {0u, uint32_t{WB_VARIANT_READ_ONLY}}) {
                    differences += check_shader(device, arguments[i], lanes, flags);
                    ++variants;
                }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    std::printf("%zu variants checked, %zu differences\n", variants, differences);
    return variants > 0 && differences == 0 ? 0 : 1;
}
