// SPDX-License-Identifier: MIT
// packHalf2x16 and its inverse, and the normalised packings: conversions that IEEE rounds.
// groups: 4 1 1
// features: packed-half
// input: float 1024
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { float words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    vec2 v = vec2(src.words[i], src.words[i + 256u]);
    vec2 exact = floor(v * 64.0) * (1.0 / 64.0);
    uint halves = packHalf2x16(exact);
    vec2 back = unpackHalf2x16(halves);
    dst.words[4u * i] = halves;
    dst.words[4u * i + 1u] = uint(back == exact);
    dst.words[4u * i + 2u] = floatBitsToUint(unpackHalf2x16(halves ^ 0x80000000u).y);
    dst.words[4u * i + 3u] = floatBitsToUint(back.x);
}
