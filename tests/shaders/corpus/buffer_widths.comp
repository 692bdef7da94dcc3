// SPDX-License-Identifier: MIT
// Loads and stores of a buffer in bytes, 16-bit, 64-bit and 128-bit words.
// groups: 4 1 1
// features: int8 int16 int64
// output: uint 1280
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

layout(set = 0, binding = 0, std430) readonly buffer Bytes { uint8_t words[]; } bytes;
layout(set = 0, binding = 0, std430) readonly buffer Halves { int16_t words[]; } halves;
layout(set = 0, binding = 0, std430) readonly buffer Wide { uint64_t words[]; } wide;
layout(set = 0, binding = 0, std430) readonly buffer Vectors { uvec4 words[]; } vectors;
layout(set = 0, binding = 1, std430) buffer OutBytes { uint8_t words[]; } out_bytes;
layout(set = 0, binding = 1, std430) buffer OutHalves { uint16_t words[]; } out_halves;
layout(set = 0, binding = 1, std430) buffer OutWide { u64vec2 words[]; } out_wide;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint at = src.words[i];
    out_bytes.words[i] = bytes.words[at & 4095u];
    out_halves.words[128u + i] = uint16_t(halves.words[at >> 3 & 2047u]) + uint16_t(int8_t(bytes.words[at >> 5 & 4095u]));
    uint64_t value = wide.words[at >> 7 & 511u];
    uvec4 vector = vectors.words[at >> 11 & 255u];
    out_wide.words[64u + i] = u64vec2(value, uint64_t(vector.x) << 32 | (vector.y ^ vector.w));
}
