// SPDX-License-Identifier: MIT
// Invocations that leave main at different places.
// groups: 4 1 1
// features: early-return return-in-loop divergent-if
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint word = src.words[i];
    if (word % 11u == 0u) {
        return;
    }
    dst.words[i] = word % 11u;
    for (uint k = 0u; k < 20u; ++k) {
        word = word * 747796405u + 2891336453u;
        if (word >> 28u == 3u) {
            dst.words[256u + i] = k;
            return;
        }
    }
    dst.words[512u + i] = word;
}
