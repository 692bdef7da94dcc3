// SPDX-License-Identifier: MIT
// Time as sleeping waves see it. Shader clocks follow the host's monotonic clock (sim/clock.h), so that a
// wave that sleeps really sleeps.
#pragma once

#include <cstdint>
#include <ctime>

namespace wb::sim {

/// Nanoseconds of the host's monotonic clock, the one clock_ticks() counts.
inline uint64_t host_nanoseconds() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return uint64_t(now.tv_sec) * 1'000'000'000ull + uint64_t(now.tv_nsec);
}

/// Shader clocks per REALTIME tick of 10 ns: 2.5 GHz, near navi31's boost clock.
inline constexpr uint64_t kShaderClocksPerTick = 25;

/// Nanoseconds that `clocks` shader clocks take, rounded up.
inline constexpr uint64_t shader_clocks_to_nanoseconds(uint64_t clocks) {
    return (clocks * 10 + kShaderClocksPerTick - 1) / kShaderClocksPerTick;
}

} // namespace wb::sim
