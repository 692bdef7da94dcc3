// SPDX-License-Identifier: MIT
// Steps until the Collatz sequence of each number ends: loops of very different lengths side by side.
// groups: 4 1 1
// features: do-while divergent-loop break
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint start = src.words[i] % 5000u + 1u;
    uint n = start;
    uint steps = 0u;
    uint highest = n;
    do {
        if (n == 1u) {
            break;
        }
        if ((n & 1u) == 0u) {
            n >>= 1u;
        } else {
            n = 3u * n + 1u;
        }
        highest = max(highest, n);
        ++steps;
    } while (steps < 300u);
    dst.words[4u * i] = start;
    dst.words[4u * i + 1u] = steps;
    dst.words[4u * i + 2u] = highest;
    dst.words[4u * i + 3u] = n;
}
