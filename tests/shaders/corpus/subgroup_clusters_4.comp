// SPDX-License-Identifier: MIT
// Clustered reductions of 4 lanes against LDS.
// The first output of each invocation is 0: no operation was wrong.
// groups: 2 1 1
// features: subgroup shared barrier divergent-loop
// output: uint 512
#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_clustered : require

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
    uint sum = 0u, bits = 0u, ones = ~0u, flips = 0u, product = 1u, least = ~0u, most = 0u;
    uint first = lane & ~3u;
    for (uint k = first; k < first + 4u; ++k) {
        uint y = at(k);
        sum += y;
        product *= y;
        bits |= y;
        ones &= y;
        flips ^= y;
        least = min(least, y);
        most = max(most, y);
    }
    wrong |= uint(subgroupClusteredAdd(x, 4u) != sum) << 0;
    wrong |= uint(subgroupClusteredMul(x, 4u) != product) << 1;
    wrong |= uint(subgroupClusteredOr(x, 4u) != bits) << 2;
    wrong |= uint(subgroupClusteredAnd(x, 4u) != ones) << 3;
    wrong |= uint(subgroupClusteredXor(x, 4u) != flips) << 4;
    wrong |= uint(subgroupClusteredMin(x, 4u) != least) << 5;
    wrong |= uint(subgroupClusteredMax(x, 4u) != most) << 6;
    uint i = gl_WorkGroupID.x * 128u + base + lane;
    dst.words[2u * i] = wrong;
    dst.words[2u * i + 1u] = x;
}
