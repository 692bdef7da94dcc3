// SPDX-License-Identifier: MIT
// A function whose every case returns, default included, and a switch inside a loop.
// groups: 4 1 1
// features: switch fallthrough default-return early-return continue
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

int apply(uint operation, int a, int b) {
    switch (operation) {
    case 0u:
        return a + b;
    case 1u:
        return a - b;
    case 2u:
    case 3u:
        if (b == 0) {
            return a;
        }
        return operation == 2u ? a * b : a ^ b;
    default:
        return min(a, b);
    }
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    int value = int(i);
    uint skipped = 0u;
    for (uint k = 0u; k < 16u; ++k) {
        uint word = src.words[(i * 5u + k * 37u) & 1023u];
        switch (word >> 29u) {
        case 7u:
            ++skipped;
            continue;
        case 6u:
            value = -value;
        default:
            value = apply(word & 7u, value, int(word >> 8u) & 0xffff);
        }
    }
    dst.words[i] = uint(value);
    dst.words[256u + i] = skipped;
}
