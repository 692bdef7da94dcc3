// SPDX-License-Identifier: MIT
// 64 KB of LDS, all that a group may have, written and read at distances.
// groups: 2 1 1
// features: shared barrier
// output: uint 512
#version 460

layout(local_size_x = 256) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

const uint kWords = 16384u;
shared uint words[kWords];

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint local = gl_LocalInvocationID.x;
    for (uint k = local; k < kWords; k += 256u) {
        words[k] = k * 0x9e3779b9u + gl_WorkGroupID.x;
    }
    barrier();
    uint sum = 0u;
    for (uint k = 0u; k < 16u; ++k) {
        sum += words[(src.words[local] + k * 4099u) % kWords];
    }
    dst.words[i] = sum ^ words[kWords - 1u - local];
}
