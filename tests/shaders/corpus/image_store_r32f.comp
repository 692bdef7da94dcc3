// SPDX-License-Identifier: MIT
// Loads every texel of a r32f image and stores it, its channels rotated, into another.
// groups: 5 3 1
// features: image-load image-store
// input: uint 4096
// output: float 4096
// image: storage r32f 2d 37x21
// image: storage r32f 2d 37x21
#version 460

layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { float words[]; } dst;
layout(set = 0, binding = 3, r32f) readonly uniform image2D from;
layout(set = 0, binding = 4, r32f) writeonly uniform image2D to;

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(at, imageSize(from)))) return;
    vec4 value = imageLoad(from, at);
    vec4 words = value;
    int i = 4 * (at.y * 37 + at.x);
    for (int k = 0; k < 4; ++k) dst.words[i + k] = words[k];
    imageStore(to, ivec2(36, 20) - at, value);
}
