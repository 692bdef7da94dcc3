// SPDX-License-Identifier: MIT
// A basic block of several thousand operations, entered and left by branches that have to reach over it.
// groups: 2 1 1
// features: big-block divergent-loop
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

#define STEP(k)                                   \
    a = a * 1664525u + 1013904223u + uint(k);     \
    b ^= a >> (uint(k) & 15u);                    \
    c += b * (2u * uint(k) + 1u);                 \
    d = (d << 5u | d >> 27u) ^ c;
#define STEP4(k) STEP(k) STEP(k + 1) STEP(k + 2) STEP(k + 3)
#define STEP16(k) STEP4(k) STEP4(k + 4) STEP4(k + 8) STEP4(k + 12)
#define STEP64(k) STEP16(k) STEP16(k + 16) STEP16(k + 32) STEP16(k + 48)

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint a = src.words[i];
    uint b = src.words[i + 128u];
    uint c = i;
    uint d = a ^ b;
    uint rounds = 1u + (i & 1u);
    for (uint k = 0u; k < rounds; ++k) {
        if ((a & 7u) == 5u) {
            d += 3u;
            continue;
        }
        STEP64(0)
        STEP64(64)
        STEP64(128)
        STEP64(192)
        STEP64(256)
        STEP64(320)
        STEP64(384)
        STEP64(448)
    }
    dst.words[4u * i] = a;
    dst.words[4u * i + 1u] = b;
    dst.words[4u * i + 2u] = c;
    dst.words[4u * i + 3u] = d;
}
