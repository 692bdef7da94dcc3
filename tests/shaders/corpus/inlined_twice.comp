// SPDX-License-Identifier: MIT
// One function called from two places and from a loop; its variables exist once per call.
// groups: 4 1 1
// features: inlined-twice by-value early-return
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

uint mix_words(uint a, uint b) {
    uint high = a >> 16u;
    uint low = b & 0xffffu;
    uint product = high * low;
    if (product == 0u) {
        return a ^ b;
    }
    uint rotated = product << (a & 15u) | product >> (16u + (b & 15u));
    return rotated + a;
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint first = mix_words(src.words[i], i);
    uint second = mix_words(first, src.words[1023u - i]);
    uint third = second;
    for (uint k = 0u; k < 3u; ++k) {
        third = mix_words(third, k + first);
    }
    dst.words[4u * i] = first;
    dst.words[4u * i + 1u] = second;
    dst.words[4u * i + 2u] = third;
    dst.words[4u * i + 3u] = mix_words(mix_words(first, second), mix_words(second, third));
}
