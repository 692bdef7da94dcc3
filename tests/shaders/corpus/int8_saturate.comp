// SPDX-License-Identifier: MIT
// Saturating byte arithmetic by comparison, with a byte parameter in and out.
// groups: 4 1 1
// features: int8 inout-parameter divergent-if
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void add_saturated(inout uint8_t value, uint8_t amount) {
    uint8_t sum = value + amount;
    if (sum < value) {
        sum = uint8_t(255);
    }
    value = sum;
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint word = src.words[i];
    uint8_t level = uint8_t(word);
    add_saturated(level, uint8_t(word >> 8u));
    uint8_t first = level;
    add_saturated(level, uint8_t(word >> 18u & 63u));
    i8vec2 pair = i8vec2(int8_t(word >> 16u), int8_t(word >> 24u));
    pair = pair - i8vec2(int8_t(1), int8_t(2));
    dst.words[i] = uint(first) | uint(level) << 8u | uint(uint8_t(pair.x)) << 16u | uint(uint8_t(pair.y)) << 24u;
    dst.words[256u + i] = uint(pair.x < pair.y);
}
