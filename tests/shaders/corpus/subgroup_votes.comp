// SPDX-License-Identifier: MIT
// Votes and elections, uniform and not, against LDS.
// The first output of each invocation is 0: no operation was wrong.
// groups: 2 1 1
// features: subgroup shared barrier divergent-if divergent-loop
// output: uint 512
#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_ballot : require

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
    bool all_odd = true, any_big = false, same = true;
    for (uint k = 0u; k < size; ++k) {
        all_odd = all_odd && (at(k) & 1u) == 1u;
        any_big = any_big || at(k) > 0xf8000000u;
        same = same && at(k) == x;
    }
    wrong |= uint(subgroupAll((x & 1u) == 1u) != all_odd);
    wrong |= uint(subgroupAny(x > 0xf8000000u) != any_big) << 1;
    wrong |= uint(subgroupAllEqual(x) != same) << 2;
    wrong |= uint(!subgroupAllEqual(base)) << 3;
    wrong |= uint(subgroupElect() != (lane == 0u)) << 4;
    if ((x & 2u) != 0u) {
        uint first = 0u;
        while ((at(first) & 2u) == 0u) {
            ++first;
        }
        wrong |= uint(subgroupElect() != (lane == first)) << 5;
        wrong |= uint(subgroupBroadcastFirst(x) != at(first)) << 6;
        wrong |= uint(!subgroupAll((x & 2u) != 0u)) << 7;
        wrong |= uint(subgroupAny((x & 2u) == 0u)) << 8;
    }
    uint i = gl_WorkGroupID.x * 128u + base + lane;
    dst.words[2u * i] = wrong;
    dst.words[2u * i + 1u] = x;
}
