// SPDX-License-Identifier: MIT
// Shifts, rotations and comparisons of 16 bits by amounts that vary.
// groups: 4 1 1
// features: int16 by-value
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint16_t a = uint16_t(src.words[i + 0u]), b = uint16_t(src.words[i + 512u]);
    uint16_t amount = b & uint16_t(15);
    int16_t c = int16_t(a), d = int16_t(b);
    dst.words[4u * i] = uint((a << amount) ^ (a >> amount));
    dst.words[4u * i + 1u] = uint(uint16_t(c >> int16_t(amount)));
    dst.words[4u * i + 2u] = uint(a < b) | uint(c < d) << 1 | uint(a <= b) << 2 | uint(c >= d) << 3 | uint(a == (b & a)) << 4;
    dst.words[4u * i + 3u] = uint((a << amount) | (a >> ((uint16_t(0) - amount) & uint16_t(15))));
}
