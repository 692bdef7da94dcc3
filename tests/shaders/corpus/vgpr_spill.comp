// SPDX-License-Identifier: MIT
// More live values than there are vector registers: a 320-word state, mixed with distant parts of itself over and over.
// groups: 1 1 1
// features: vgpr-spill array
// output: uint 64
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

#define REPEAT4(M, k) M((k)) M((k) + 1) M((k) + 2) M((k) + 3)
#define REPEAT16(M, k) REPEAT4(M, (k)) REPEAT4(M, (k) + 4) REPEAT4(M, (k) + 8) REPEAT4(M, (k) + 12)
#define REPEAT64(M, k) REPEAT16(M, (k)) REPEAT16(M, (k) + 16) REPEAT16(M, (k) + 32) REPEAT16(M, (k) + 48)
#define REPEAT320(M) REPEAT64(M, 0) REPEAT64(M, 64) REPEAT64(M, 128) REPEAT64(M, 192) REPEAT64(M, 256)
#define LOAD(k) v[k] = src.words[(i * 5u + uint(k) * 3u) & 1023u];
#define MIX(k) v[k] = v[k] * 5u + v[((k) * 7 + 160) % 320];
#define SUM(k) sum = (sum << 3u | sum >> 29u) ^ v[k];

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint v[320];
    REPEAT320(LOAD)
    uint sum = 0u;
    for (uint round = 0u; round < 3u + (i & 1u); ++round) {
        REPEAT320(MIX)
    }
    REPEAT320(SUM)
    dst.words[i] = sum;
}
