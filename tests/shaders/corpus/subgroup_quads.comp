// SPDX-License-Identifier: MIT
// Quad operations against LDS.
// The first output of each invocation is 0: no operation was wrong.
// groups: 2 1 1
// features: subgroup shared barrier
// output: uint 512
#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_quad : require

layout(local_size_x = 128) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

shared uint values[128];
uint base, lane;

uint at(uint k) {
    return values[base + k];
}

void main() {
    base = gl_SubgroupID * gl_SubgroupSize;
    lane = gl_SubgroupInvocationID;
    uint x = src.words[gl_WorkGroupID.x * 128u + base + lane];
    values[base + lane] = x;
    barrier();
    uint wrong = 0u, size = gl_SubgroupSize;
    wrong |= uint(subgroupQuadSwapHorizontal(x) != at(lane ^ 1u));
    wrong |= uint(subgroupQuadSwapVertical(x) != at(lane ^ 2u)) << 1;
    wrong |= uint(subgroupQuadSwapDiagonal(x) != at(lane ^ 3u)) << 2;
    wrong |= uint(subgroupQuadBroadcast(x, 0u) != at((lane & ~3u) + 0u)) << 3;
    wrong |= uint(subgroupQuadBroadcast(x, 1u) != at((lane & ~3u) + 1u)) << 4;
    wrong |= uint(subgroupQuadBroadcast(x, 2u) != at((lane & ~3u) + 2u)) << 5;
    wrong |= uint(subgroupQuadBroadcast(x, 3u) != at((lane & ~3u) + 3u)) << 6;
    uint i = gl_WorkGroupID.x * 128u + base + lane;
    dst.words[2u * i] = wrong;
    dst.words[2u * i + 1u] = x;
}
