// SPDX-License-Identifier: MIT
// 16-bit integers, alone and in pairs.
// groups: 4 1 1
// features: int16 packed-half divergent-if
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types_int16 : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint word = src.words[i];
    int16_t a = int16_t(word & 0xffffu);
    uint16_t b = uint16_t(word >> 16u);
    int16_t sum = a + int16_t(b);
    uint16_t product = b * uint16_t(a);
    u16vec2 pair = u16vec2(product, b) + u16vec2(7us, 9us);
    pair = pair << u16vec2(3us, 1us);
    i16vec2 least = min(i16vec2(a, sum), i16vec2(sum, int16_t(-5s)));
    if (sum < int16_t(0s)) {
        least.x -= int16_t(100s);
    }
    dst.words[4u * i] = uint(int(sum));
    dst.words[4u * i + 1u] = uint(product) | uint(b) << 16u;
    dst.words[4u * i + 2u] = uint(pair.x) | uint(pair.y) << 16u;
    dst.words[4u * i + 3u] = uint(int(least.x)) ^ uint(int(least.y)) << 16u;
}
