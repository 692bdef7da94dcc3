// SPDX-License-Identifier: MIT
// Shuffles of 8-, 16- and 64-bit types, doubles, halves, vectors and bools against LDS.
// The first output of each invocation is 0: no operation was wrong.
// groups: 2 1 1
// features: subgroup shared barrier
// output: uint 512
#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_quad : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_subgroup_extended_types_int8 : require
#extension GL_EXT_shader_subgroup_extended_types_int16 : require
#extension GL_EXT_shader_subgroup_extended_types_int64 : require
#extension GL_EXT_shader_subgroup_extended_types_float16 : require

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
    uint64_t wide = uint64_t(x) * 0x100000003ul;
    wrong |= uint(subgroupShuffleXor(wide, 5u) != uint64_t(at(lane ^ 5u)) * 0x100000003ul);
    wrong |= uint(subgroupShuffle(uint16_t(x), lane ^ 3u) != uint16_t(at(lane ^ 3u))) << 1;
    wrong |= uint(subgroupBroadcast(int8_t(x), 2u) != int8_t(at(2u))) << 2;
    wrong |= uint(subgroupQuadSwapDiagonal(double(int(x))) != double(int(at(lane ^ 3u)))) << 3;
    wrong |= uint(subgroupShuffle(float16_t(x & 1023u), size - 1u - lane) != float16_t(at(size - 1u - lane) & 1023u)) << 4;
    uvec4 vector = subgroupShuffleXor(uvec4(x, ~x, x >> 1, x << 1), 1u);
    wrong |= uint(vector != uvec4(at(lane ^ 1u), ~at(lane ^ 1u), at(lane ^ 1u) >> 1, at(lane ^ 1u) << 1)) << 5;
    wrong |= uint(subgroupShuffleXor((x & 1u) == 1u, 2u) != ((at(lane ^ 2u) & 1u) == 1u)) << 6;
    uint i = gl_WorkGroupID.x * 128u + base + lane;
    dst.words[2u * i] = wrong;
    dst.words[2u * i + 1u] = x;
}
