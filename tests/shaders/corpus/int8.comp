// SPDX-License-Identifier: MIT
// Bytes: signed, unsigned, in vectors, in loops.
// groups: 4 1 1
// features: int8 nested-loops
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    u8vec4 sum = u8vec4(uint8_t(0));
    int8_t lowest = int8_t(127);
    for (uint k = 0u; k < 6u; ++k) {
        uint word = src.words[(i + k * 41u) & 1023u];
        u8vec4 bytes = u8vec4(uint8_t(word), uint8_t(word >> 8u), uint8_t(word >> 16u), uint8_t(word >> 24u));
        sum += bytes * uint8_t(3);
        for (int c = 0; c < 4; ++c) {
            lowest = min(lowest, int8_t(bytes[c]));
        }
    }
    dst.words[i] = uint(sum.x) | uint(sum.y) << 8u | uint(sum.z) << 16u | uint(sum.w) << 24u;
    dst.words[256u + i] = uint(int(lowest));
}
