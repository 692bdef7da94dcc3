// SPDX-License-Identifier: MIT
// Ballots and their bit operations against LDS.
// The first output of each invocation is 0: no operation was wrong.
// groups: 2 1 1
// features: subgroup shared barrier divergent-loop
// output: uint 512
#version 460
#extension GL_KHR_shader_subgroup_basic : require
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
    uint before = 0u, all = 0u, lowest = 0u, highest = 0u;
    for (uint k = size; k-- > 0u;) {
        if ((at(k) & 1u) == 0u) continue;
        before += uint(k < lane);
        all += 1u;
        lowest = k;
        highest = max(highest, k);
    }
    bool mine = (x & 1u) == 1u;
    uvec4 ballot = subgroupBallot(mine);
    wrong |= uint(subgroupBallotBitCount(ballot) != all);
    wrong |= uint(subgroupBallotExclusiveBitCount(ballot) != before) << 1;
    wrong |= uint(subgroupBallotInclusiveBitCount(ballot) != before + uint(mine)) << 2;
    wrong |= uint(all != 0u && subgroupBallotFindLSB(ballot) != lowest) << 3;
    wrong |= uint(all != 0u && subgroupBallotFindMSB(ballot) != highest) << 4;
    wrong |= uint(subgroupInverseBallot(ballot) != mine) << 5;
    wrong |= uint(subgroupBallotBitExtract(ballot, size - 1u) != ((at(size - 1u) & 1u) == 1u)) << 6;
    wrong |= uint(bitCount(gl_SubgroupLtMask.x) + bitCount(gl_SubgroupLtMask.y) != int(lane)) << 7;
    wrong |= uint(bitCount(gl_SubgroupGeMask.x) + bitCount(gl_SubgroupGeMask.y) != int(size - lane)) << 8;
    wrong |= uint(subgroupBallotBitCount(subgroupBallot(true)) != size) << 9;
    uint i = gl_WorkGroupID.x * 128u + base + lane;
    dst.words[2u * i] = wrong;
    dst.words[2u * i + 1u] = x;
}
