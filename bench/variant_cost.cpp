// SPDX-License-Identifier: MIT
// What debug variants cost: code size and compile time against the normal shader, of each SPIR-V file named.
#include "tests/radv/variant.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>

namespace {

constexpr int rounds = 20;
constexpr uint32_t subgroup_size = 64;

struct Cost {
    double milliseconds = 1e9;
    uint64_t bytes = 0;
};

template <typename F>
double time_of(F&& f) {
    auto begin = std::chrono::steady_clock::now();
    f();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

void measure_normal(RadvDevice& device, const std::vector<uint32_t>& spirv, Cost& cost) {
    VkPipeline pipeline = VK_NULL_HANDLE;
    double taken = time_of([&] { pipeline = device.make_pipeline(spirv, subgroup_size); });
    cost.milliseconds = std::min(cost.milliseconds, taken);
    cost.bytes = device.code_size(pipeline);
    device.destroy_pipeline(pipeline);
}

void measure_variant(RadvDevice& device, const std::vector<uint32_t>& spirv, uint32_t flags, Cost& cost) {
    VkPipeline pipeline = device.make_pipeline(spirv, subgroup_size);
    uint64_t shader = device.last_shader();
    const wb_debug_record* record = nullptr;
    device.table().set_shader_debug(device.device(), shader, 0, flags);
    double taken = time_of([&] { device.table().get_record(device.device(), shader, &record); });
    if (record) {
        cost.milliseconds = std::min(cost.milliseconds, taken);
        cost.bytes = record->code_size;
        device.table().release_record(device.device(), record);
    }
    device.destroy_pipeline(pipeline);
}

} // namespace

int main(int argc, char** argv) {
    RadvDevice device;
    std::printf("minimum of %d rounds, interleaved; bytes of code and milliseconds\n", rounds);
    std::printf("%-24s %8s %8s %8s %6s %6s | %7s %7s %7s %6s %6s\n", "shader", "normal", "r/o", "variant",
                "/norm", "/r/o", "normal", "r/o", "variant", "/norm", "/r/o");
    for (int i = 1; i < argc; i++) {
        std::vector<uint32_t> spirv = read_words(argv[i]);
        Cost normal, read_only, writable;
        for (int round = 0; round < rounds; round++) {
            measure_normal(device, spirv, normal);
            measure_variant(device, spirv, WB_VARIANT_READ_ONLY, read_only);
            measure_variant(device, spirv, 0, writable);
        }
        const char* name = std::strrchr(argv[i], '/');
        std::printf(
            "%-24s %8llu %8llu %8llu %6.2f %6.2f | %7.2f %7.2f %7.2f %6.2f %6.2f\n",
            name ? name + 1 : argv[i], static_cast<unsigned long long>(normal.bytes),
            static_cast<unsigned long long>(read_only.bytes), static_cast<unsigned long long>(writable.bytes),
            double(writable.bytes) / double(normal.bytes), double(writable.bytes) / double(read_only.bytes),
            normal.milliseconds, read_only.milliseconds, writable.milliseconds,
            writable.milliseconds / normal.milliseconds, writable.milliseconds / read_only.milliseconds);
    }
    return 0;
}
