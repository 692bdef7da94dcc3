// SPDX-License-Identifier: MIT
#include "sim/isa/cube_map.h"

#include <algorithm>
#include <cmath>

namespace wb::sim {

namespace {

/// For each face (+X -X +Y -Y +Z -Z): which axis it looks along, and the axis and sign of s and t.
struct FaceAxes {
    uint8_t major;
    int8_t major_sign;
    uint8_t s;
    int8_t s_sign;
    uint8_t t;
    int8_t t_sign;
};
constexpr FaceAxes kFaces[6] = {
    {0, 1, 2, -1, 1, -1}, {0, -1, 2, 1, 1, -1}, {1, 1, 0, 1, 2, 1},
    {1, -1, 0, 1, 2, -1}, {2, 1, 0, 1, 1, -1},  {2, -1, 0, -1, 1, -1},
};

} // namespace

CubeTexel cube_neighbour(uint32_t face, int64_t x, int64_t y, uint32_t size) {
    const FaceAxes& from = kFaces[face % 6];
    // Twice the position in texels, the face's centre at 0: exact integers. Half the cube's edge is `size`.
    const int64_t half = size;
    int64_t at[3];
    at[from.major] = from.major_sign * half;
    at[from.s] = from.s_sign * (2 * x + 1 - half);
    at[from.t] = from.t_sign * (2 * y + 1 - half);
    unsigned major = from.major;
    for (unsigned axis = 0; axis < 3; ++axis)
        if (std::abs(at[axis]) > std::abs(at[major])) major = axis;
    uint32_t next = 2 * major + (at[major] < 0);
    const FaceAxes& to = kFaces[next];
    // The point was carried past the edge by half a texel; the texel of the next face at that edge is meant.
    const double scale = double(half) / double(std::abs(at[major]));
    const auto texel = [&](uint8_t axis, int8_t sign) {
        const double position = (double(sign) * double(at[axis]) * scale + double(half)) / 2;
        return uint32_t(std::clamp<int64_t>(int64_t(std::floor(position)), 0, size - 1));
    };
    return {next, texel(to.s, to.s_sign), texel(to.t, to.t_sign)};
}

} // namespace wb::sim
