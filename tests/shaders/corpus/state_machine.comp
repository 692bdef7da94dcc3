// SPDX-License-Identifier: MIT
// Counts comments and strings in a stream of characters: a switch in a loop, with fallthrough, a default that returns.
// groups: 2 1 1
// features: switch fallthrough default-return return-in-loop struct
// output: uint 512
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

struct Counts {
    uint comments;
    uint strings;
    uint depth;
    uint stopped_at;
};

Counts scan(uint first) {
    Counts counts = Counts(0u, 0u, 0u, 0u);
    uint state = 0u;
    for (uint k = 0u; k < 48u; ++k) {
        uint character = src.words[(first + k) & 1023u] % 6u;
        switch (state) {
        case 0u:
            if (character == 0u) {
                state = 1u;
            } else if (character == 1u) {
                state = 2u;
            } else if (character == 2u) {
                ++counts.depth;
            }
            break;
        case 1u:
            if (character == 0u) {
                ++counts.comments;
                state = 0u;
            }
            break;
        case 2u:
            if (character == 5u) {
                state = 3u;
                break;
            }
        case 3u:
            if (character == 1u) {
                ++counts.strings;
                state = 0u;
            } else if (character == 4u && state == 3u) {
                state = 4u;
            }
            break;
        default:
            counts.stopped_at = k;
            return counts;
        }
    }
    counts.stopped_at = 48u;
    return counts;
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    Counts counts = scan(i * 11u);
    dst.words[4u * i] = counts.comments;
    dst.words[4u * i + 1u] = counts.strings;
    dst.words[4u * i + 2u] = counts.depth;
    dst.words[4u * i + 3u] = counts.stopped_at;
}
