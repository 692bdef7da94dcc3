// SPDX-License-Identifier: MIT
// Half precision, alone and in packed pairs; products and sums that are exact in eleven bits.
// groups: 4 1 1
// features: float16 packed-half
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint word = src.words[i];
    float16_t a = float16_t(int(word & 31u) - 16);
    float16_t b = float16_t(int(word >> 5u & 31u) - 16);
    f16vec2 pair = f16vec2(a, b);
    f16vec2 product = pair * pair.yx;
    f16vec2 sum = product + pair;
    f16vec2 low = min(sum, f16vec2(a * float16_t(0.5), b));
    bool less = sum.x < low.y;
    float16_t last = less ? sum.x - low.x : abs(low.y);
    dst.words[4u * i] = packFloat2x16(product);
    dst.words[4u * i + 1u] = packFloat2x16(sum);
    dst.words[4u * i + 2u] = packFloat2x16(low);
    dst.words[4u * i + 3u] = uint(int(last * float16_t(2.0)));
}
