// SPDX-License-Identifier: MIT
// Built-in ids in three dimensions.
// groups: 3 2 2
// features: divergent-if array
#version 460

layout(local_size_x = 4, local_size_y = 4, local_size_z = 2) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void main() {
    uvec3 size = gl_NumWorkGroups * gl_WorkGroupSize;
    uvec3 at = gl_GlobalInvocationID;
    uint index = (at.z * size.y + at.y) * size.x + at.x;
    uint value = gl_LocalInvocationIndex;
    if (gl_WorkGroupID == uvec3(2u, 1u, 0u)) {
        value |= 0x1000u;
    }
    if (all(equal(at, gl_WorkGroupID * gl_WorkGroupSize + gl_LocalInvocationID))) {
        value |= 0x2000u;
    }
    uint local[3] = uint[3](gl_LocalInvocationID.x, gl_LocalInvocationID.y, gl_LocalInvocationID.z);
    dst.words[2u * index] = value << 16u | local[index % 3u];
    dst.words[2u * index + 1u] = src.words[index] + gl_WorkGroupID.y;
}
