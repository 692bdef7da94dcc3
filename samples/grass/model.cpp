// SPDX-License-Identifier: MIT
#include "samples/grass/model.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

namespace wb::grass {
namespace {

constexpr uint32_t kPositionSeed = 0x9e3779b9, kShapeSeed = 0x85ebca6b;
constexpr float kTwoPi = 6.28318530718f;

void cross_multiply(glm::uvec3& v) {
    v.x += v.y * v.z;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
}

/// Jarzynski and Olano, "Hash Functions for GPU Rendering", JCGT 9(3), 2020; scaled to 0..1.
glm::vec3 hash(glm::uvec3 v) {
    v = v * 1664525u + 1013904223u;
    cross_multiply(v);
    v ^= v >> 16u;
    cross_multiply(v);
    return glm::vec3(v >> 8u) / 16777216.0f;
}

float corner(glm::uvec2 cell) {
    return hash({cell.x, cell.y, kShapeSeed}).x;
}

float noise(glm::vec2 p) {
    const glm::vec2 whole = glm::floor(p), f = p - whole, s = f * f * (3.0f - 2.0f * f);
    const glm::uvec2 cell(whole);
    const float near_row = glm::mix(corner(cell), corner(cell + glm::uvec2(1, 0)), s.x);
    const float far_row = glm::mix(corner(cell + glm::uvec2(0, 1)), corner(cell + glm::uvec2(1, 1)), s.x);
    return glm::mix(near_row, far_row, s.y);
}

} // namespace

Expected expected_blade(const Settings& settings, float time, uint32_t x, uint32_t y) {
    const glm::vec3 random = hash({x, y, kPositionSeed}), shape = hash({x, y, kShapeSeed});
    const glm::vec2 uv(random.x, random.y);
    const glm::vec2 ground = settings.centre + (uv - 0.5f) * settings.extent;
    const float growth = noise(uv * settings.noise_cells);
    const float height = settings.height.x + settings.height.y * growth;
    const float width = settings.width.x + settings.width.y * growth;

    const glm::vec2 wind = uv + time * settings.wind_strength;
    const float frequency = settings.wind_frequency.x + std::sin(time) * settings.wind_frequency.y;
    const float offset = hash({std::bit_cast<uint32_t>(uv.x), std::bit_cast<uint32_t>(uv.y), kShapeSeed}).x;

    Expected expected{};
    expected.blade.pos_bend = {ground.x, 0, ground.y, settings.bend.x + settings.bend.y * shape.x};
    expected.blade.size_pitch_animation = {height, width, shape.y * kTwoPi,
                                           (wind.x + wind.y) * frequency + offset};

    const float radius = std::max(height, width);
    const glm::vec3 root(settings.view * glm::vec4(ground.x, 0, ground.y, 1));
    const float distance = glm::length(root);
    const float side = std::abs(root.x) * settings.side_plane.x + root.z * settings.side_plane.y;
    const float top = std::abs(root.y) * settings.top_plane.x + root.z * settings.top_plane.y;
    const float inside_range = settings.cut_off - (distance - radius),
                inside_view = std::min(side, top) + radius;
    expected.visible = inside_range > 0 && inside_view > 0;
    expected.culling_margin = std::abs(std::min(inside_range, inside_view));
    expected.level = distance < settings.low_detail_from ? 0 : 1;
    expected.level_margin = std::abs(distance - settings.low_detail_from);
    return expected;
}

} // namespace wb::grass
