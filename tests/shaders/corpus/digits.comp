// SPDX-License-Identifier: MIT
// Decimal digits by do-while inside for, most significant first through an array.
// groups: 4 1 1
// features: do-while nested-loops array scratch
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint packed = 0u;
    uint total = 0u;
    for (uint k = 0u; k < 3u; ++k) {
        uint value = src.words[i * 3u + k] >> (k * 9u);
        uint digits[10];
        uint count = 0u;
        do {
            digits[count] = value % 10u;
            value /= 10u;
            ++count;
        } while (value != 0u);
        for (uint d = count; d > 0u; --d) {
            packed = packed * 31u + digits[d - 1u];
        }
        total += count;
    }
    dst.words[i] = packed;
    dst.words[256u + i] = total;
}
