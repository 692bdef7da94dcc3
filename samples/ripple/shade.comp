// SPDX-License-Identifier: MIT
// The picture of the water: its slope catches the light.
#version 450
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0, std430) readonly buffer Basin {
    uvec2 size;
    uint tick;
}
basin;
layout(set = 0, binding = 1, std430) readonly buffer Heights {
    float height[];
};
layout(set = 0, binding = 2, rgba8) writeonly uniform image2D picture;

float height_at(ivec2 at) {
    ivec2 inside = clamp(at, ivec2(0), ivec2(basin.size) - 1);
    return height[((basin.tick + 2) % 3 * basin.size.y + uint(inside.y)) * basin.size.x + uint(inside.x)];
}

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(at, ivec2(basin.size)))) return;
    vec2 slope = vec2(height_at(at + ivec2(1, 0)) - height_at(at - ivec2(1, 0)),
                      height_at(at + ivec2(0, 1)) - height_at(at - ivec2(0, 1)));
    float light = clamp(0.5 + slope.x + 0.5 * slope.y, 0.0, 1.0);
    // Still water is (0.2, 0.4, 0.6).
    vec3 colour = mix(vec3(0.0, 0.2, 0.4), vec3(0.4, 0.6, 0.8), light);
    // The window's images are B8G8R8A8, which gets the same bytes.
    imageStore(picture, at, vec4(colour.bgr, 1.0));
}
