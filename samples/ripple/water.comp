// SPDX-License-Identifier: MIT
// One step of a water surface: each point is drawn towards its neighbours' mean, and goes on as it moved.
#version 450
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0, std430) readonly buffer Basin {
    uvec2 size;
    uint tick;
    float damping;
    vec2 drop;         // where a drop falls in this step, in points
    float drop_radius; // 0 = none falls
}
basin;
// Three surfaces: the one before, the present one and the next one take turns.
layout(set = 0, binding = 1, std430) buffer Heights {
    float height[];
};

uint place(uint turn, ivec2 at) {
    ivec2 inside = clamp(at, ivec2(0), ivec2(basin.size) - 1);
    return ((basin.tick + turn) % 3 * basin.size.y + uint(inside.y)) * basin.size.x + uint(inside.x);
}

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(at, ivec2(basin.size)))) return;
    float before = height[place(0, at)];
    float now = height[place(1, at)];
    float around = height[place(1, at + ivec2(1, 0))] + height[place(1, at - ivec2(1, 0))] +
                   height[place(1, at + ivec2(0, 1))] + height[place(1, at - ivec2(0, 1))];
    float next = (now + now - before + 0.25 * (around - 4.0 * now)) * basin.damping;
    float away = distance(vec2(at), basin.drop);
    if (away < basin.drop_radius) next -= 1.0 - away / basin.drop_radius;
    height[place(2, at)] = next;
}
