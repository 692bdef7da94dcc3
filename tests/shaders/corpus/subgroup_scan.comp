// SPDX-License-Identifier: MIT
// Prefix sums of a workgroup from subgroup scans and the totals of the subgroups before.
// groups: 2 1 1
// features: subgroup shared barrier divergent-loop
#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require

layout(local_size_x = 256) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

shared uint totals[256];

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint value = src.words[i] >> 16u;
    uint inclusive = subgroupInclusiveAdd(value);
    uint exclusive = subgroupExclusiveAdd(value);
    uint least = subgroupInclusiveMin(value);
    uint in_loop = 0u;
    for (uint k = 0u; k < (value & 7u); ++k) {
        uvec4 active_lanes = subgroupBallot(true);
        in_loop += subgroupBallotBitExtract(active_lanes, gl_SubgroupInvocationID) ? 1u : 100u;
    }
    if (gl_SubgroupInvocationID == gl_SubgroupSize - 1u) {
        totals[gl_SubgroupID] = inclusive;
    }
    barrier();
    uint before = 0u;
    for (uint s = 0u; s < gl_SubgroupID; ++s) {
        before += totals[s];
    }
    bool right = inclusive - exclusive == value && least <= value && in_loop == (value & 7u);
    dst.words[i] = gl_LocalInvocationID.x == gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID
                       ? before + inclusive
                       : 0u;
    dst.words[512u + i] = uint(right);
}
