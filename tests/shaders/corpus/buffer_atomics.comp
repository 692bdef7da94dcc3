// SPDX-License-Identifier: MIT
// Every 32-bit atomic of a buffer, with results where their order does not show.
// groups: 4 1 1
// features: atomic
// counters: 16
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;
layout(set = 0, binding = 2, std430) buffer Counters { uint words[]; } counters;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint word = src.words[i];
    atomicAdd(counters.words[0], word);
    atomicMax(counters.words[1], word);
    atomicMin(counters.words[2], word);
    atomicOr(counters.words[3], word & 0x44444444u);
    atomicAnd(counters.words[4], word);
    atomicXor(counters.words[5], word);
    uint ticket = atomicAdd(counters.words[6], 1u);
    dst.words[ticket] = ticket * 3u;
    uint bit = 1u << (i & 31u);
    dst.words[256u + i] = atomicOr(counters.words[8u + i / 32u], bit) & bit;
    dst.words[512u + i] = atomicExchange(dst.words[768u + i], word);
}
