// SPDX-License-Identifier: MIT
// The host's floating-point control while vector instructions run: rounding and denormals as MODE asks
// (hardware.md 6.4).
#pragma once

#include "sim/wave/wave.h"

namespace wb::sim {

/// Which control an instruction runs under.
enum class Control : uint8_t {
    None,
    Single,  ///< f32 rounding and denormals of MODE.
    Double,  ///< f16 and f64 rounding and denormals of MODE.
    Half,    ///< f16 rounding; for f16 arithmetic in f32, where no f16 is a denormal.
    Nearest, ///< Round to nearest even, f32 denormals of MODE.
    Exact,   ///< Round to nearest even, denormals kept.
};
static_assert(unsigned(Control::Exact) < HostFloatWords::kCount);

/// Works out wave.host_float for the wave's MODE.
[[gnu::cold]] void update_float_words(Wave& wave);

/// Loads MXCSR for an instruction unless it is loaded already. The thread holds a HostFloatControl of the
/// wave.
template <Control C>
[[gnu::always_inline]] inline void set_control(Wave& wave) {
    if constexpr (C != Control::None) {
        HostFloatWords& host = wave.host_float;
        if (host.mode != wave.mode) [[unlikely]]
            update_float_words(wave);
        const uint32_t want = host.word[unsigned(C)];
        if (host.loaded != want) [[unlikely]] {
            __builtin_ia32_ldmxcsr(want);
            host.loaded = want;
        }
        // The lane loops' loads may not move above: the compiler does not know what MXCSR is for.
        asm volatile("" ::: "memory");
    }
}

} // namespace wb::sim
