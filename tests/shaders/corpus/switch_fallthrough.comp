// SPDX-License-Identifier: MIT
// Cases that fall into the next, as in Duff's device.
// groups: 4 1 1
// features: switch fallthrough break
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint word = src.words[i];
    uint result = 1u;
    switch (word & 7u) {
    case 7u:
        result += word >> 28u;
    case 6u:
        result *= 3u;
    case 5u:
        result ^= 0x55u;
        break;
    case 4u:
    case 3u:
        result += 1000u;
    case 2u:
        result <<= 2u;
        break;
    case 1u:
        result = word;
        break;
    default:
        result = ~word;
    }
    dst.words[i] = result;
}
