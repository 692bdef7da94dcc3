// SPDX-License-Identifier: MIT
// LDS of bytes, 16-bit, 64-bit, 96-bit and 128-bit words, written and read at other places.
// groups: 4 1 1
// features: shared barrier int8 int16 int64
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

shared uint8_t bytes[64];
shared uint16_t halves[64];
shared uint64_t wide[64];
shared uvec4 vectors[64];
shared uvec3 triples[64];

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint local = gl_LocalInvocationID.x, word = src.words[i], at = word >> 26;
    bytes[local] = uint8_t(word);
    halves[local] = uint16_t(word >> 3);
    wide[local] = uint64_t(word) * 0x100000007ul;
    vectors[local] = uvec4(word, word ^ 1u, word + 2u, ~word);
    triples[local] = uvec3(word >> 1, word >> 2, word >> 3);
    barrier();
    dst.words[4u * i] = uint(bytes[at]) | uint(halves[63u - at]) << 8;
    dst.words[4u * i + 1u] = uint(wide[at] >> 20);
    dst.words[4u * i + 2u] = vectors[at].y ^ vectors[at].w;
    dst.words[4u * i + 3u] = triples[at].x + triples[at].z;
}
