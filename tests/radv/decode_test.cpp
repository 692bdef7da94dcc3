// SPDX-License-Identifier: MIT
// Every word that ACO makes for compiled shaders and their debug variants: the simulator's decoder and LLVM's
// agree on length and mnemonic. Nothing runs. Arguments: SPIR-V files whose descriptors are storage buffers
// of set 0.
#include "tests/sim/isa/check_code.h"
#include "variant.h"

#include <cstdio>
#include <exception>
#include <span>

namespace {

/// Says what differs; returns how much.
size_t check_code(const char* path, uint32_t lanes, const char* kind, std::span<const uint32_t> code) {
    const std::vector<std::string> differences = wb::test::check_code(code, lanes);
    for (const std::string& difference : differences)
        std::printf("%s, %s, wave%u: %s\n", path, kind, lanes, difference.c_str());
    return differences.size();
}

/// The same for a shader's normal code and both kinds of variant.
size_t check_shader(RadvDevice& device, const char* path, uint32_t lanes) {
    const std::vector<uint32_t> spirv = read_words(path);
    size_t differences = 0;
    for (const uint32_t flags : {0u, uint32_t{WB_VARIANT_READ_ONLY}}) {
        const Variant variant(device, spirv, lanes, flags);
        const size_t words = variant.record().code_size / sizeof(uint32_t);
        differences += check_code(path, lanes, flags ? "read-only variant" : "variant",
                                  std::span(variant.code()).first(words));
        if (flags == 0) differences += check_code(path, lanes, "normal", variant.normal_code());
    }
    return differences;
}

} // namespace

int main(int count, char** arguments) {
    size_t differences = 0, shaders = 0;
    try {
        RadvDevice device;
        for (int i = 1; i < count; ++i)
            for (const uint32_t lanes : {32u, 64u}) {
                differences += check_shader(device, arguments[i], lanes);
                ++shaders;
            }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    std::printf("%zu shaders by wave size checked, each in three forms: %zu differences\n", shaders,
                differences);
    return shaders > 0 && differences == 0 ? 0 : 1;
}
