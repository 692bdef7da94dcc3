// SPDX-License-Identifier: MIT
// Many lane masks alive at once: booleans computed early and used late.
// groups: 2 1 1
// features: sgpr-spill bool array divergent-if
// output: uint 256
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

#define REPEAT4(M, k) M((k)) M((k) + 1) M((k) + 2) M((k) + 3)
#define REPEAT16(M, k) REPEAT4(M, (k)) REPEAT4(M, (k) + 4) REPEAT4(M, (k) + 8) REPEAT4(M, (k) + 12)
#define REPEAT96(M) \
    REPEAT16(M, 0) REPEAT16(M, 16) REPEAT16(M, 32) REPEAT16(M, 48) REPEAT16(M, 64) REPEAT16(M, 80)
#define TEST(k) flags[k] = src.words[(i * 3u + uint(k) * 29u) & 1023u] > 0x60000000u;
#define USE(k)             \
    if (flags[k]) {        \
        sum = sum * 3u + uint(k); \
    }
#define USE_AGAIN(k) again = again * 2u ^ (flags[95 - (k)] && flags[k] ? sum : uint(k));

void main() {
    uint i = gl_GlobalInvocationID.x;
    bool flags[96];
    REPEAT96(TEST)
    uint sum = i;
    for (uint round = 0u; round < 1u + (i & 1u); ++round) {
        REPEAT96(USE)
    }
    uint again = sum;
    REPEAT96(USE_AGAIN)
    dst.words[2u * i] = sum;
    dst.words[2u * i + 1u] = again;
}
