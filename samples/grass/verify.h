// SPDX-License-Identifier: MIT
// Compares what the GPU made with the CPU's model.
#pragma once

#include "samples/grass/settings.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace wb::grass {

/// What a frame left in GPU memory; each visible list is as long as its draw's instance count.
struct Meadow {
    std::span<const Blade> blades;
    std::span<const uint32_t> visible[2]; ///< by level of detail
};

/// Blades nearer than this (metres) to where they would be culled, or to where they would change their level
/// of detail, may be in another visible list than the model says, or in none.
inline constexpr float kBorder = 1e-3f;

struct Verdict {
    std::vector<std::string> differences; ///< one line each, the first few
    size_t wrong_blades = 0;              ///< blades with a wrong value or in a wrong list
    size_t at_border = 0;                 ///< blades within kBorder that differ from the model
    bool good() const { return differences.empty(); }
};

/// Compares every blade and both visible lists, as sets, at `time` seconds. With `changed` (an invocation's x
/// and y, inside the meadow) that one blade has to differ from the model in its values, and no other may
/// differ in anything.
Verdict verify(const Settings& settings, float time, const Meadow& meadow,
               std::optional<glm::uvec2> changed = std::nullopt);

} // namespace wb::grass
