// SPDX-License-Identifier: MIT
// Private arrays of bytes, 16-bit words and vectors indexed at run time.
// groups: 4 1 1
// features: scratch array int8 int16
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint word = src.words[i];
    uint8_t bytes[64];
    uint16_t halves[32];
    vec3 vectors[16];
    for (uint k = 0u; k < 64u; ++k) {
        bytes[k] = uint8_t(word >> (k & 24u));
        halves[k & 31u] = uint16_t(word + k);
        vectors[k & 15u] = vec3(float(k), float(k * 2u), -1.0);
    }
    bytes[word & 63u] = uint8_t(255);
    halves[word >> 8 & 31u] += uint16_t(bytes[word >> 4 & 63u]);
    vectors[word >> 28].z = 7.0;
    dst.words[4u * i] = uint(bytes[word >> 10 & 63u]);
    dst.words[4u * i + 1u] = uint(halves[word >> 15 & 31u]);
    dst.words[4u * i + 2u] = floatBitsToUint(vectors[word >> 20 & 15u].y);
    dst.words[4u * i + 3u] = floatBitsToUint(vectors[word >> 24 & 15u].z);
}
