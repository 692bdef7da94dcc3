// SPDX-License-Identifier: MIT
// Every integer atomic on buffer memory; results do not depend on the order.
// groups: 4 1 1
// features: atomic divergent-if
// output: uint 258
// counters: 16
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;
layout(set = 0, binding = 2, std430) buffer Counters { uint words[]; } counters;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint word = src.words[i];
    uint before = atomicAdd(counters.words[0], word & 0xffu);
    atomicMin(dst.words[256], word >> 1u);
    atomicMax(counters.words[2], word);
    atomicOr(counters.words[3], 1u << (word & 31u));
    atomicXor(counters.words[4], word);
    atomicAnd(dst.words[257], word | 0x0f0f0f0fu);
    if ((word & 3u) == 0u) {
        atomicAdd(counters.words[6], 1u);
    }
    uint ticket = atomicAdd(counters.words[7], 1u);
    atomicAdd(counters.words[8], ticket * ticket);
    atomicAdd(counters.words[9 + (i & 3u)], word >> 5u);
    uint old = atomicExchange(dst.words[i], word);
    dst.words[i] = old ^ word ^ uint(before > 0xff0000u);
}
