// SPDX-License-Identifier: MIT
// Shuffles and broadcasts, checked against shared memory by place in the subgroup.
// groups: 2 1 1
// features: subgroup shared barrier array
// output: uint 256
#version 460
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#extension GL_KHR_shader_subgroup_ballot : require

layout(local_size_x = 128) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

shared uint table[128 * 2];

uint place(uint invocation) {
    return gl_SubgroupID * gl_SubgroupSize + invocation;
}

void main() {
    uint word = src.words[gl_GlobalInvocationID.x];
    uint lane = gl_SubgroupInvocationID;
    table[place(lane)] = word;
    barrier();
    uint right = 0u;
    if (subgroupShuffleXor(word, 3u) == table[place(lane ^ 3u)]) {
        right |= 1u;
    }
    uint other = (lane * 5u + 1u) & (gl_SubgroupSize - 1u);
    if (subgroupShuffle(word, other) == table[place(other)]) {
        right |= 2u;
    }
    uint above = subgroupShuffleUp(word, 2u);
    if (lane < 2u || above == table[place(lane - 2u)]) {
        right |= 4u;
    }
    uint below = subgroupShuffleDown(word, 1u);
    if (lane + 1u >= gl_SubgroupSize || below == table[place(lane + 1u)]) {
        right |= 8u;
    }
    if (subgroupBroadcast(word, 5u) == table[place(5u)] && subgroupBroadcastFirst(word) == table[place(0u)]) {
        right |= 16u;
    }
    dst.words[gl_GlobalInvocationID.x] = right;
}
