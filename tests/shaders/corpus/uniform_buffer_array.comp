// SPDX-License-Identifier: MIT
// An array of uniform buffers whose index differs from lane to lane.
// groups: 4 1 1
// features: array
// output: uint 256
// image: sampled rgba32ui uniform 16 array=4
// image: sampled rgba32ui uniform 16
// image: sampled rgba32ui uniform 16
// image: sampled rgba32ui uniform 16
#version 460
#extension GL_EXT_nonuniform_qualifier : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

layout(set = 0, binding = 3, std140) uniform Table { uvec4 rows[16]; } tables[4];

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint word = src.words[i];
    uvec4 row = tables[nonuniformEXT(word & 3u)].rows[word >> 2 & 15u];
    dst.words[i] = row.x ^ row[word >> 6 & 3u] + tables[gl_WorkGroupID.x].rows[3].w;
}
