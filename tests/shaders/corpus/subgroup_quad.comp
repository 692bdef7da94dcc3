// SPDX-License-Identifier: MIT
// Quads and clusters of four: results that do not depend on the subgroup's size.
// groups: 4 1 1
// features: subgroup by-value
#version 460
#extension GL_KHR_shader_subgroup_quad : require
#extension GL_KHR_shader_subgroup_clustered : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

uint spread(uint a, uint b) {
    return max(a, b) - min(a, b);
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint word = src.words[i];
    uint across = subgroupQuadSwapHorizontal(word);
    uint down = subgroupQuadSwapVertical(word);
    uint diagonal = subgroupQuadSwapDiagonal(word);
    uint second = subgroupQuadBroadcast(word, 1u);
    uint sum = subgroupClusteredAdd(word >> 8u, 4u);
    uint most = subgroupClusteredMax(word, 4u);
    dst.words[4u * i] = spread(word, across) ^ second;
    dst.words[4u * i + 1u] = spread(down, diagonal);
    dst.words[4u * i + 2u] = sum;
    dst.words[4u * i + 3u] = most;
}
