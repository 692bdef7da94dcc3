// SPDX-License-Identifier: MIT
// Uniform buffers: constant, uniform and computed indices, vectors and matrices.
// groups: 4 1 1
// features: matrix array
// image: sampled rgba32ui uniform 64
// image: sampled rgba32ui uniform 6
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

layout(set = 0, binding = 3, std140) uniform Table { uvec4 rows[64]; } table;
layout(set = 0, binding = 4, std140) uniform Small { mat3 turn; float scale; ivec3 steps[2]; } small;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint word = src.words[i];
    uvec4 row = table.rows[word & 63u];
    dst.words[4u * i] = row[word >> 6 & 3u] ^ table.rows[5].z;
    dst.words[4u * i + 1u] = table.rows[gl_WorkGroupID.x].y + uint(small.steps[word >> 8 & 1u].y);
    dst.words[4u * i + 2u] = floatBitsToUint(small.turn[1].z) ^ floatBitsToUint(small.turn[word % 3u][word >> 9 & 1u]);
    dst.words[4u * i + 3u] = floatBitsToUint(small.scale);
}
