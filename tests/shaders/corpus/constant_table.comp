// SPDX-License-Identifier: MIT
// Constant arrays indexed by each invocation: tables of bytes, words and 64-bit words in the constant data.
// groups: 4 1 1
// features: array int64
// output: uint 1024
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

const uint64_t kWide[8] = uint64_t[8](1ul, 0xa5ce538419094f34ul, 3ul, 5ul, 0x100000000ul, 7ul, 11ul, 0xffffffffffffffful);
const uint kWords[16] = uint[16](3u, 1u, 4u, 1u, 5u, 9u, 2u, 6u, 5u, 3u, 5u, 8u, 9u, 7u, 9u, 3u);
const vec4 kVectors[4] = vec4[4](vec4(0.5), vec4(1.0, 2.0, 3.0, 4.0), vec4(-8.0), vec4(0.25, 0.0, -1.0, 16.0));

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint word = src.words[i];
    uint64_t wide = kWide[word & 7u];
    vec4 vector = kVectors[word >> 12u & 3u];
    dst.words[4u * i] = uint(wide) ^ uint(wide >> 32);
    dst.words[4u * i + 1u] = kWords[word >> 3u & 15u] * 16u + kWords[word >> 7u & 15u];
    dst.words[4u * i + 2u] = floatBitsToUint(vector[word >> 14u & 3u]);
    dst.words[4u * i + 3u] = uint(uint8_t(kWords[i & 15u]));
}
