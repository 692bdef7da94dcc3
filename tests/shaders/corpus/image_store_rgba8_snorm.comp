// SPDX-License-Identifier: MIT
// Loads every texel of a rgba8_snorm image and stores it, its channels rotated, into another.
// groups: 5 3 1
// features: image-load image-store
// input: uint 4096
// output: float 4096
// tolerance: ulp 1
// image: storage rgba8_snorm 2d 37x21
// image: storage rgba8_snorm 2d 37x21
#version 460

layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { float words[]; } dst;
layout(set = 0, binding = 3, rgba8_snorm) readonly uniform image2D from;
layout(set = 0, binding = 4, rgba8_snorm) writeonly uniform image2D to;

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(at, imageSize(from)))) return;
    vec4 value = imageLoad(from, at);
    vec4 words = value;
    int i = 4 * (at.y * 37 + at.x);
    for (int k = 0; k < 4; ++k) dst.words[i + k] = words[k];
    imageStore(to, ivec2(36, 20) - at, value.yzwx);
}
