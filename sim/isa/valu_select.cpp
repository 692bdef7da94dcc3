// SPDX-License-Identifier: MIT
// Chooses the SIMD level at run time and ties its handlers to the opcode tables.
#include "sim/isa/valu_kernels.h"
#include "sim/wave/wave.h"

#include <array>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace wb::sim {

namespace simd_baseline {
SimdLevel make_level();
}
#ifdef WB_BASELINE_ONLY
constexpr bool kBaselineOnly = true;
namespace simd_avx2 = simd_baseline;
namespace simd_avx512 = simd_baseline;
#else
constexpr bool kBaselineOnly = false;
namespace simd_avx2 {
SimdLevel make_level();
}
namespace simd_avx512 {
SimdLevel make_level();
}
#endif

namespace {

constexpr unsigned kLevels = unsigned(SimdChoice::Count), kDualOpcodes = 32;

using KernelMap = std::unordered_map<std::string_view, ExecFn>;

KernelMap make_map(const SimdLevel& level) {
    KernelMap map;
    for (unsigned i = 0; i < level.family_count; ++i)
        for (unsigned j = 0; j < level.families[i].count; ++j)
            map.emplace(level.families[i].rows[j].name, level.families[i].rows[j].exec);
    // VOPD's rows are halves; the instruction has one handler.
    for (unsigned i = 0; i < level.dual.count; ++i)
        map.emplace(level.dual.rows[i].name, level.dual_exec);
    return map;
}

std::array<DualFn, kDualOpcodes> make_dual_functions() {
    std::array<DualFn, kDualOpcodes> functions{};
    const KernelList<DualKernel> rows = simd_level(simd_choice()).dual;
    for (const OpRow& row : vopd_y_table().rows)
        for (unsigned i = 0; i < rows.count; ++i)
            if (!std::strcmp(rows.rows[i].name, row.name)) functions[row.op] = rows.rows[i].run;
    return functions;
}

SimdChoice choose() {
    unsigned best = unsigned(SimdChoice::Avx512);
    if (const char* wish = std::getenv("WAVEBREAK_SIMD"))
        for (unsigned i = 0; i < kLevels; ++i)
            if (std::string("simd_") + wish == simd_level(SimdChoice(i)).name) best = i;
    while (!simd_supported(SimdChoice(best)))
        --best;
    return SimdChoice(best);
}

} // namespace

bool simd_supported(SimdChoice choice) {
    if (kBaselineOnly) return choice == SimdChoice::Baseline;
    __builtin_cpu_init();
    switch (choice) {
    case SimdChoice::Avx512:
        if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw") ||
            !__builtin_cpu_supports("avx512dq") || !__builtin_cpu_supports("avx512vl") ||
            !__builtin_cpu_supports("avx512cd"))
            return false;
        [[fallthrough]];
    case SimdChoice::Avx2:
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
               __builtin_cpu_supports("f16c") && __builtin_cpu_supports("bmi") &&
               __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("lzcnt");
    default:
        return choice == SimdChoice::Baseline;
    }
}

const SimdLevel& simd_level(SimdChoice choice) {
    static const std::array<SimdLevel, kLevels> levels = {simd_baseline::make_level(),
                                                          simd_avx2::make_level(), simd_avx512::make_level()};
    return levels[unsigned(choice)];
}

SimdChoice simd_choice() {
    static const SimdChoice choice = choose();
    return choice;
}

ExecFn find_kernel(SimdChoice choice, const char* name) {
    static const std::array<KernelMap, kLevels> maps = {make_map(simd_level(SimdChoice::Baseline)),
                                                        make_map(simd_level(SimdChoice::Avx2)),
                                                        make_map(simd_level(SimdChoice::Avx512))};
    const KernelMap& map = maps[unsigned(choice)];
    const auto found = map.find(name);
    return found == map.end() ? nullptr : found->second;
}

std::span<const OpRow> bind_vector_rows(std::span<const OpRow> rows) {
    // A deque keeps what it was given in place.
    static std::mutex mutex;
    static std::deque<std::vector<OpRow>> bound;
    std::vector<OpRow> copy(rows.begin(), rows.end());
    for (OpRow& row : copy)
        row.exec = find_kernel(simd_choice(), row.name);
    const std::lock_guard lock(mutex);
    return bound.emplace_back(std::move(copy));
}

const DualFn* dual_functions() {
    static const std::array<DualFn, kDualOpcodes> functions = make_dual_functions();
    return functions.data();
}

void stop_vector(Wave& wave, const char* what) {
    wave.stop_unmodelled(std::string(what) + " is not modelled");
}

HostFloatControl::HostFloatControl(Wave& wave) : saved_(__builtin_ia32_stmxcsr()) {
    wave.host_float.loaded = 0;
}
HostFloatControl::~HostFloatControl() {
    __builtin_ia32_ldmxcsr(saved_);
}

} // namespace wb::sim
