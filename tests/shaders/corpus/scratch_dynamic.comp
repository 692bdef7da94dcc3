// SPDX-License-Identifier: MIT
// A private array of 128 words indexed at run time: scratch memory, with loops that write and read it.
// groups: 4 1 1
// features: scratch array nested-loops
// output: uint 256
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint words[128];
    for (uint k = 0u; k < 128u; ++k) {
        words[k] = k * i;
    }
    for (uint round = 0u; round < 3u; ++round) {
        for (uint k = 0u; k < 16u; ++k) {
            uint at = (src.words[i] >> k) & 127u;
            words[at] += words[(at + 64u) & 127u] ^ round;
        }
    }
    uint sum = 0u;
    for (uint k = 0u; k < 128u; k += 3u) {
        sum = sum * 5u + words[k];
    }
    dst.words[i] = sum;
}
