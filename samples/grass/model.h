// SPDX-License-Identifier: MIT
// grass.comp again, on the CPU: what `--verify` compares with.
#pragma once

#include "samples/grass/settings.h"

namespace wb::grass {

struct Expected {
    Blade blade;
    bool visible;
    uint32_t level; ///< of detail: 0 high, 1 low
    /// How far, in metres, the blade is from being culled otherwise, and from the other level of detail:
    /// closer than the rounding of floats, either answer is right.
    float culling_margin;
    float level_margin;
};

/// The blade of invocation (`x`, `y`) at `time` seconds. Thread-safe.
Expected expected_blade(const Settings& settings, float time, uint32_t x, uint32_t y);

} // namespace wb::grass
