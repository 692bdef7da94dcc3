// SPDX-License-Identifier: MIT
// Every atomic of LDS on 32-bit words; results are used where their order does not show.
// groups: 2 1 1
// features: shared barrier atomic
// output: uint 512
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

shared uint words[8];
shared int signed_words[2];
shared uint slots[64];

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint local = gl_LocalInvocationID.x, word = src.words[i];
    if (local < 8u) words[local] = local == 1u || local == 4u ? ~0u : 0u;
    if (local < 2u) signed_words[local] = 0;
    slots[local] = 0u;
    barrier();
    atomicAdd(words[0], word);
    atomicMin(words[1], word);
    atomicMax(words[2], word);
    atomicOr(words[3], word & 0x11111111u);
    atomicAnd(words[4], word | 0x0ffffff0u);
    atomicXor(words[5], word);
    atomicMin(signed_words[0], int(word));
    atomicMax(signed_words[1], int(word));
    uint ticket = atomicAdd(words[6], 1u);
    atomicExchange(slots[ticket], ticket + 1u);
    atomicCompSwap(words[7], 0u, 77u);
    barrier();
    dst.words[4u * i] = slots[local];
    dst.words[4u * i + 1u] = words[local & 7u];
    dst.words[4u * i + 2u] = uint(signed_words[local & 1u]);
    dst.words[4u * i + 3u] = ticket < 64u ? 1u : 0u;
}
