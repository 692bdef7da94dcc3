// SPDX-License-Identifier: MIT
// The same with floats of whole numbers in vectors, and with divergent branches while values are spilled.
// groups: 1 1 1
// features: vgpr-spill divergent-if divergent-loop array
// output: float 64
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { float words[]; } dst;

#define REPEAT4(M, k) M((k)) M((k) + 1) M((k) + 2) M((k) + 3)
#define REPEAT16(M, k) REPEAT4(M, (k)) REPEAT4(M, (k) + 4) REPEAT4(M, (k) + 8) REPEAT4(M, (k) + 12)
#define REPEAT80(M) REPEAT16(M, 0) REPEAT16(M, 16) REPEAT16(M, 32) REPEAT16(M, 48) REPEAT16(M, 64)
#define LOAD(k) v[k] = vec4(uvec4(src.words[(i + uint(k) * 11u) & 1023u]) >> uvec4(0u, 8u, 16u, 24u) & 15u);
#define MIX(k) v[k] = v[k].yzwx + v[((k) * 3 + 40) % 80];
#define HALVE(k) v[k] = floor(v[k] * 0.5);
#define SUM(k) sum += v[k] * float((k) % 5);

void main() {
    uint i = gl_GlobalInvocationID.x;
    vec4 v[80];
    REPEAT80(LOAD)
    for (uint round = 0u; round < 2u + (i & 3u); ++round) {
        REPEAT80(MIX)
        if ((i + round) % 3u != 0u) {
            REPEAT80(HALVE)
        }
    }
    vec4 sum = vec4(0.0);
    REPEAT80(SUM)
    dst.words[i] = sum.x + sum.y + sum.z + sum.w;
}
