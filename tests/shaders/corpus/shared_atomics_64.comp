// SPDX-License-Identifier: MIT
// 64-bit atomics of LDS.
// groups: 2 1 1
// features: shared barrier atomic int64
// output: uint 256
#version 460
#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

shared uint64_t words[6];

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint local = gl_LocalInvocationID.x;
    uint64_t word = uint64_t(src.words[i]) << 17 ^ src.words[i + 128u];
    if (local < 6u) words[local] = local == 1u || local == 4u ? ~0ul : 0ul;
    barrier();
    atomicAdd(words[0], word);
    atomicMin(words[1], word);
    atomicMax(words[2], word);
    atomicOr(words[3], word & 0x1111111111111111ul);
    atomicAnd(words[4], word | 0xffffff0ul);
    atomicXor(words[5], word);
    barrier();
    uint64_t value = words[local % 6u];
    dst.words[2u * i] = uint(value);
    dst.words[2u * i + 1u] = uint(value >> 32);
}
