// SPDX-License-Identifier: MIT
// A histogram with atomics in shared memory, then added to the counters.
// groups: 2 2 1
// features: shared barrier atomic divergent-loop
// output: uint 256
// counters: 64
#version 460

layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;
layout(set = 0, binding = 2, std430) buffer Counters { uint words[]; } counters;

shared uint histogram[32];
shared uint largest;

void main() {
    uint local = gl_LocalInvocationIndex;
    uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    if (local < 32u) {
        histogram[local] = 0u;
    }
    if (local == 0u) {
        largest = 0u;
    }
    barrier();
    uint count = 1u + (local & 3u);
    for (uint k = 0u; k < count; ++k) {
        uint word = src.words[group * 256u + local * 4u + k];
        atomicAdd(histogram[word & 31u], 1u);
        atomicMax(largest, word);
    }
    barrier();
    if (local < 32u) {
        atomicAdd(counters.words[local], histogram[local]);
        atomicXor(counters.words[32u + local], histogram[local] << group);
        dst.words[group * 33u + local] = histogram[local];
    }
    if (local == 0u) {
        dst.words[group * 33u + 32u] = largest;
    }
}
