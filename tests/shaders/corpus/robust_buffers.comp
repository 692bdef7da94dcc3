// SPDX-License-Identifier: MIT
// Buffer accesses beyond the end with robust access: reads give zero, writes and atomics are dropped.
// groups: 4 1 1
// features: atomic
// robust
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint word = src.words[i];
    uint beyond = 1024u + (word & 0xffffu);
    uint got = src.words[beyond] + src.words[0x10000000u + i];
    dst.words[1024u + 4u * i] = word;
    atomicAdd(dst.words[5000u + i], 1u);
    dst.words[4u * i] = got;
    dst.words[4u * i + 1u] = src.words[min(word, 2000u)];
    dst.words[4u * i + 2u] = src.words[1023u - i];
    dst.words[4u * i + 3u] = dst.words[1100u + i] + word;
}
