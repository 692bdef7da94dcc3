// SPDX-License-Identifier: MIT
// More uniform values than there are scalar registers, alive over a divergent loop.
// groups: 2 1 1
// features: sgpr-spill divergent-loop array
// output: uint 256
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

#define REPEAT4(M, k) M((k)) M((k) + 1) M((k) + 2) M((k) + 3)
#define REPEAT16(M, k) REPEAT4(M, (k)) REPEAT4(M, (k) + 4) REPEAT4(M, (k) + 8) REPEAT4(M, (k) + 12)
#define REPEAT160(M)                                                                                           \
    REPEAT16(M, 0) REPEAT16(M, 16) REPEAT16(M, 32) REPEAT16(M, 48) REPEAT16(M, 64)                             \
    REPEAT16(M, 80) REPEAT16(M, 96) REPEAT16(M, 112) REPEAT16(M, 128) REPEAT16(M, 144)
#define LOAD(k) s[k] = src.words[gl_WorkGroupID.x * 160u + uint(k)] * (2u * uint(k) + 1u);
#define USE(k) sum = sum * 3u + s[k];
#define USE_AGAIN(k) again = (again ^ s[159 - (k)]) + sum;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint s[160];
    REPEAT160(LOAD)
    uint sum = i;
    uint rounds = 1u + src.words[i] % 3u;
    for (uint round = 0u; round < rounds; ++round) {
        REPEAT160(USE)
    }
    uint again = sum;
    REPEAT160(USE_AGAIN)
    dst.words[2u * i] = sum;
    dst.words[2u * i + 1u] = again;
}
