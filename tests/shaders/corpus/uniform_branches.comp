// SPDX-License-Identifier: MIT
// Branches on values that are the same for all invocations.
// groups: 4 1 1
// features: switch nested-loops
// output: uint 256
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint key = src.words[gl_WorkGroupID.x];
    uint result = i;
    for (uint k = 0u; k < (key & 7u) + 1u; ++k) {
        switch (key >> k * 3u & 3u) {
        case 0u:
            result += src.words[k];
            break;
        case 1u:
            result ^= src.words[k + 16u];
        case 2u:
            result = result << 1 | result >> 31;
            break;
        default:
            for (uint n = 0u; n < k; ++n) {
                result = result * 3u + src.words[n];
            }
        }
    }
    dst.words[i] = result;
}
