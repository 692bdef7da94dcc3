// SPDX-License-Identifier: MIT
// Groups of 75 invocations, no multiple of a subgroup: lanes that are off from the start.
// groups: 3 1 1
// features: shared barrier divergent-loop
// output: uint 225
#version 460

layout(local_size_x = 25, local_size_y = 3) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

shared uint words[75];

void main() {
    uint local = gl_LocalInvocationIndex;
    words[local] = src.words[gl_WorkGroupID.x * 75u + local];
    barrier();
    uint sum = 0u;
    for (uint k = 0u; k < 75u; k += local % 7u + 1u) {
        sum += words[k];
    }
    dst.words[gl_WorkGroupID.x * 75u + local] = sum;
}
