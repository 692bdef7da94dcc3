// SPDX-License-Identifier: MIT
// A 16-bit checksum with carries, in loops, and 16-bit halves of packed words.
// groups: 4 1 1
// features: int16 packed-half nested-loops
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint16_t a = 1us;
    uint16_t b = 0us;
    u16vec2 lanes = u16vec2(0us);
    for (uint k = 0u; k < 8u; ++k) {
        uint word = src.words[(i * 3u + k) & 1023u];
        for (uint byte = 0u; byte < 4u; ++byte) {
            a = uint16_t((uint(a) + (word >> (8u * byte) & 255u)) % 65521u);
            b = uint16_t((uint(b) + uint(a)) % 65521u);
        }
        u16vec2 halves = u16vec2(word & 0xffffu, word >> 16u);
        lanes = max(lanes, halves) - (halves >> u16vec2(4us));
    }
    dst.words[i] = uint(b) << 16u | uint(a);
    dst.words[256u + i] = uint(lanes.y) << 16u | uint(lanes.x);
}
