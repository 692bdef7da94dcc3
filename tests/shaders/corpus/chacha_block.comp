// SPDX-License-Identifier: MIT
// ChaCha20's block function written out: one basic block of some two thousand operations.
// groups: 2 1 1
// features: big-block array inlined-twice
// output: uint 2048
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

#define QUARTER(a, b, c, d)   \
    v[a] += v[b];             \
    v[d] = turn(v[d] ^ v[a], 16u); \
    v[c] += v[d];             \
    v[b] = turn(v[b] ^ v[c], 12u); \
    v[a] += v[b];             \
    v[d] = turn(v[d] ^ v[a], 8u);  \
    v[c] += v[d];             \
    v[b] = turn(v[b] ^ v[c], 7u);
#define DOUBLE_ROUND        \
    QUARTER(0, 4, 8, 12)    \
    QUARTER(1, 5, 9, 13)    \
    QUARTER(2, 6, 10, 14)   \
    QUARTER(3, 7, 11, 15)   \
    QUARTER(0, 5, 10, 15)   \
    QUARTER(1, 6, 11, 12)   \
    QUARTER(2, 7, 8, 13)    \
    QUARTER(3, 4, 9, 14)

uint turn(uint x, const uint by) {
    return x << by | x >> (32u - by);
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint first[16];
    first[0] = 0x61707865u;
    first[1] = 0x3320646eu;
    first[2] = 0x79622d32u;
    first[3] = 0x6b206574u;
    first[4] = src.words[0];
    first[5] = src.words[1];
    first[6] = src.words[2];
    first[7] = src.words[3];
    first[8] = src.words[4];
    first[9] = src.words[5];
    first[10] = src.words[6];
    first[11] = src.words[7];
    first[12] = i;
    first[13] = src.words[i];
    first[14] = src.words[i + 128u];
    first[15] = src.words[i + 256u];
    uint v[16] = first;
    DOUBLE_ROUND
    DOUBLE_ROUND
    DOUBLE_ROUND
    DOUBLE_ROUND
    DOUBLE_ROUND
    DOUBLE_ROUND
    DOUBLE_ROUND
    DOUBLE_ROUND
    DOUBLE_ROUND
    DOUBLE_ROUND
    dst.words[16u * i] = v[0] + first[0];
    dst.words[16u * i + 1u] = v[1] + first[1];
    dst.words[16u * i + 2u] = v[2] + first[2];
    dst.words[16u * i + 3u] = v[3] + first[3];
    dst.words[16u * i + 4u] = v[4] + first[4];
    dst.words[16u * i + 5u] = v[5] + first[5];
    dst.words[16u * i + 6u] = v[6] + first[6];
    dst.words[16u * i + 7u] = v[7] + first[7];
    dst.words[16u * i + 8u] = v[8] + first[8];
    dst.words[16u * i + 9u] = v[9] + first[9];
    dst.words[16u * i + 10u] = v[10] + first[10];
    dst.words[16u * i + 11u] = v[11] + first[11];
    dst.words[16u * i + 12u] = v[12] + first[12];
    dst.words[16u * i + 13u] = v[13] + first[13];
    dst.words[16u * i + 14u] = v[14] + first[14];
    dst.words[16u * i + 15u] = v[15] + first[15];
}
