// SPDX-License-Identifier: MIT
// Calls six deep, each frame with variables of its own.
// groups: 4 1 1
// features: nested-calls out-parameter divergent-if
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

uint leaf(uint x) {
    uint square = x * x;
    return square >> 3u ^ x;
}

uint fourth(uint x, out bool odd) {
    uint below = leaf(x + 4u);
    odd = (below & 1u) != 0u;
    return below + x;
}

uint third(uint x) {
    bool odd;
    uint value = fourth(x * 3u, odd);
    if (odd) {
        value = leaf(value);
    }
    return value;
}

uint second(uint x) {
    uint left = third(x);
    uint right = third(x ^ left);
    return left - right;
}

uint first(uint x, uint rounds) {
    uint value = x;
    for (uint k = 0u; k < rounds; ++k) {
        uint step = second(value + k);
        value ^= step;
    }
    return value;
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint word = src.words[i];
    dst.words[i] = first(word, 1u + (i & 3u));
    dst.words[256u + i] = second(word);
}
