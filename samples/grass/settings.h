// SPDX-License-Identifier: MIT
// What host and shader share: the memory layouts of grass.comp's buffers and push constants.
#pragma once

#include <cstddef>
#include <cstdint>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec4.hpp>

namespace wb::grass {

/// grass.comp's Blade.
struct Blade {
    glm::vec4 pos_bend;             ///< root in metres, y up; lean of the tip
    glm::vec4 size_pitch_animation; ///< height and width in metres, angle in radians, phase of the sway
};
static_assert(sizeof(Blade) == 32);

/// grass.comp's Settings; its comments there.
struct Settings {
    glm::mat4 view;
    glm::vec2 centre;
    glm::vec2 extent;
    glm::vec2 height;
    glm::vec2 width;
    glm::vec2 bend;
    float noise_cells;
    float wind_strength;
    glm::vec2 wind_frequency;
    glm::vec2 side_plane;
    glm::vec2 top_plane;
    float low_detail_from;
    float cut_off;
    glm::uvec2 blades;
};
static_assert(sizeof(Settings) == 152 && offsetof(Settings, noise_cells) == 104 &&
              offsetof(Settings, wind_frequency) == 112 && offsetof(Settings, blades) == 144);

/// grass.comp's PushConstants: device addresses and the time in seconds.
struct PushConstants {
    uint64_t grass;
    uint64_t draws;
    uint64_t visible_high;
    uint64_t visible_low;
    uint64_t settings;
    float time;
    uint32_t unused;
};
static_assert(sizeof(PushConstants) == 48);

/// A meadow of `per_row` × `per_row` blades, 23 cm apart on average, seen from a camera over its southern
/// edge.
Settings default_settings(uint32_t per_row);

} // namespace wb::grass
