// SPDX-License-Identifier: MIT
#include "samples/grass/settings.h"

#include <cmath>
#include <glm/ext/matrix_transform.hpp>
#include <glm/trigonometric.hpp>

namespace wb::grass {

Settings default_settings(uint32_t per_row) {
    constexpr float kSpacing = 60.0f / 256;
    constexpr float kHalfHeight = glm::radians(30.0f); // of the field of view
    constexpr float kAspect = 16.0f / 9;
    const float half_width = std::atan(std::tan(kHalfHeight) * kAspect);
    const float size = kSpacing * float(per_row);

    Settings settings{};
    settings.view = glm::lookAt(glm::vec3(0, 4, size * 0.5f), glm::vec3(0, 1, 0), glm::vec3(0, 1, 0));
    settings.centre = {0, 0};
    settings.extent = {size, size};
    settings.height = {0.6f, 0.8f};
    settings.width = {0.03f, 0.05f};
    settings.bend = {0.1f, 0.4f};
    settings.noise_cells = 16;
    settings.wind_strength = 0.15f;
    settings.wind_frequency = {8, 2};
    settings.side_plane = {-std::cos(half_width), -std::sin(half_width)};
    settings.top_plane = {-std::cos(kHalfHeight), -std::sin(kHalfHeight)};
    settings.low_detail_from = 20;
    settings.cut_off = 50;
    settings.blades = {per_row, per_row};
    return settings;
}

} // namespace wb::grass
