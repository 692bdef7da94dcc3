// SPDX-License-Identifier: MIT
// Loads every texel of a rgba32ui image and stores it, its channels rotated, into another.
// groups: 5 3 1
// features: image-load image-store
// input: uint 4096
// output: uint 4096
// image: storage rgba32ui 2d 37x21
// image: storage rgba32ui 2d 37x21
#version 460

layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;
layout(set = 0, binding = 3, rgba32ui) readonly uniform uimage2D from;
layout(set = 0, binding = 4, rgba32ui) writeonly uniform uimage2D to;

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(at, imageSize(from)))) return;
    uvec4 value = imageLoad(from, at);
    uvec4 words = value;
    int i = 4 * (at.y * 37 + at.x);
    for (int k = 0; k < 4; ++k) dst.words[i + k] = words[k];
    imageStore(to, ivec2(36, 20) - at, value.yzwx);
}
