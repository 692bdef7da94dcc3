// SPDX-License-Identifier: MIT
// Pairs of halves: sums, products, choices, swaps. Each operation rounds once.
// groups: 4 1 1
// features: float16 packed-half
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

f16vec2 load(uint at) {
    // Exponents of -7 to 8: no zeros, denormals, infinities or NaN.
    uint word = src.words[at];
    return unpackFloat2x16(word & 0xbfffbfffu | 0x20002000u);
}
uint bits(f16vec2 x) {
    return packFloat2x16(x);
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    f16vec2 a = load(i), b = load(i + 256u);
    precise f16vec2 sum = a + b.yx;
    precise f16vec2 difference = a - b * f16vec2(2.0);
    precise f16vec2 product = a * f16vec2(0.5, -2.0);
    dst.words[4u * i] = bits(sum) ^ bits(product);
    dst.words[4u * i + 1u] = bits(difference);
    dst.words[4u * i + 2u] = bits(min(a, b)) + bits(max(abs(a), -b));
    dst.words[4u * i + 3u] = bits(floor(a)) ^ bits(trunc(b)) ^ bits(f16vec2(a.x < b.y ? a.x : b.x, a.y));
}
