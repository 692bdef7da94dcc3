// SPDX-License-Identifier: MIT
// The device's clock: one source for REALTIME in shaders, timestamps in packets and the kernel's TIMESTAMP
// query.
#pragma once

#include <cstdint>
#include <time.h>

namespace wb::sim {

/// Frequency of the reference clock in kHz: navi31's 100 MHz.
inline constexpr uint32_t kClockKHz = 100'000;

/// Ticks of the 100 MHz reference clock. Follows the host's CLOCK_MONOTONIC, so it never goes back. Any
/// thread.
inline uint64_t clock_ticks() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return uint64_t(now.tv_sec) * 100'000'000u + uint64_t(now.tv_nsec) / 10;
}

} // namespace wb::sim
