// SPDX-License-Identifier: MIT
// Compaction by ballots: counts and ranks of chosen invocations, compared with the same counted in shared memory.
// groups: 2 1 1
// features: subgroup shared barrier bool divergent-if
// output: uint 256
#version 460
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_vote : require

layout(local_size_x = 128) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

shared uint chosen[128];
shared uint subgroups[128];

void main() {
    uint local = gl_LocalInvocationID.x;
    uint word = src.words[gl_GlobalInvocationID.x];
    bool take = word % 3u == 0u;
    chosen[local] = uint(take);
    subgroups[local] = gl_SubgroupID << 16u | gl_SubgroupInvocationID;
    barrier();
    uvec4 ballot = subgroupBallot(take);
    uint count = subgroupBallotBitCount(ballot);
    uint rank = subgroupBallotExclusiveBitCount(ballot);
    uint expected_count = 0u;
    uint expected_rank = 0u;
    for (uint k = 0u; k < 128u; ++k) {
        if (subgroups[k] >> 16u != gl_SubgroupID || chosen[k] == 0u) {
            continue;
        }
        ++expected_count;
        if ((subgroups[k] & 0xffffu) < gl_SubgroupInvocationID) {
            ++expected_rank;
        }
    }
    bool any_take = subgroupAny(take);
    bool all_take = subgroupAll(take);
    uint right = 0u;
    if (count == expected_count && rank == expected_rank) {
        right |= 1u;
    }
    if (any_take == (expected_count > 0u)) {
        right |= 2u;
    }
    if (all_take == (expected_count == gl_SubgroupSize)) {
        right |= 4u;
    }
    if (subgroupInverseBallot(ballot) == take) {
        right |= 8u;
    }
    dst.words[gl_GlobalInvocationID.x] = right << 16u | word % 3u;
}
