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
    std::printf("%-24s | %8s %8s %8s %8s | %7s %7s %7s %7s\n", "shader", "normal", "r/o", "writable", "lanes",
                "normal", "r/o", "write", "lanes");
    for (int i = 1; i < argc; i++) {
        std::vector<uint32_t> spirv = read_words(argv[i]);
        Cost normal, read_only, writable, per_lane;
        for (int round = 0; round < rounds; round++) {
            measure_normal(device, spirv, normal);
            measure_variant(device, spirv, WB_VARIANT_READ_ONLY, read_only);
            measure_variant(device, spirv, 0, writable);
            measure_variant(device, spirv, WB_VARIANT_PER_LANE, per_lane);
        }
        const char* name = std::strrchr(argv[i], '/');
        auto bytes = [](const Cost& cost) { return static_cast<unsigned long long>(cost.bytes); };
        std::printf("%-24s | %8llu %8llu %8llu %8llu | %7.2f %7.2f %7.2f %7.2f\n", name ? name + 1 : argv[i],
                    bytes(normal), bytes(read_only), bytes(writable), bytes(per_lane), normal.milliseconds,
                    read_only.milliseconds, writable.milliseconds, per_lane.milliseconds);
        auto larger = [&](const Cost& cost) { return double(cost.bytes) / double(normal.bytes); };
        auto slower = [&](const Cost& cost) { return cost.milliseconds / normal.milliseconds; };
        std::printf("%-24s | %8.2f %8.2f %8.2f %8.2f | %7.2f %7.2f %7.2f %7.2f\n", "  ratio to normal", 1.0,
                    larger(read_only), larger(writable), larger(per_lane), 1.0, slower(read_only),
                    slower(writable), slower(per_lane));
    }
    return 0;
}
