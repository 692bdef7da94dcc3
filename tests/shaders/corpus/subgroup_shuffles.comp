// SPDX-License-Identifier: MIT
// Shuffles of all kinds against LDS.
// The first output of each invocation is 0: no operation was wrong.
// groups: 2 1 1
// features: subgroup shared barrier
// output: uint 512
#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
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
    wrong |= uint(subgroupShuffle(x, size - 1u - lane) != at(size - 1u - lane));
    wrong |= uint(subgroupShuffle(x, (lane * 5u + 3u) % size) != at((lane * 5u + 3u) % size)) << 1;
    for (uint mask = 1u; mask < size; mask *= 2u) {
        wrong |= uint(subgroupShuffleXor(x, mask) != at(lane ^ mask)) << 2;
    }
    uint up = subgroupShuffleUp(x, 3u), down = subgroupShuffleDown(x, 2u);
    wrong |= uint(lane >= 3u && up != at(lane - 3u)) << 3;
    wrong |= uint(lane + 2u < size && down != at(lane + 2u)) << 4;
    wrong |= uint(subgroupBroadcast(x, 5u) != at(5u)) << 5;
    wrong |= uint(subgroupBroadcastFirst(x) != at(0u)) << 6;
    uint i = gl_WorkGroupID.x * 128u + base + lane;
    dst.words[2u * i] = wrong;
    dst.words[2u * i + 1u] = x;
}
