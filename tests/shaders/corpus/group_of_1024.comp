// SPDX-License-Identifier: MIT
// Groups of 1,024 invocations in three dimensions, with a barrier between a write and a read of LDS.
// groups: 2 1 1
// features: shared barrier
// output: uint 2048
#version 460

layout(local_size_x = 16, local_size_y = 16, local_size_z = 4) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

shared uint words[1024];

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint local = gl_LocalInvocationIndex;
    words[local] = src.words[local] ^ gl_LocalInvocationID.x << 8 ^ gl_LocalInvocationID.z;
    barrier();
    dst.words[gl_WorkGroupID.x * 1024u + local] = words[1023u - local] + words[local * 37u & 1023u] + (i & 15u);
}
