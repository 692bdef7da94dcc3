// SPDX-License-Identifier: MIT
// A filter over halves in an array of pairs, with conversions to and from float.
// groups: 2 1 1
// features: float16 packed-half array
// input: float 1024
// output: float 256
// tolerance: relative 2e-2
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { float words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { float words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    f16vec2 taps[4];
    for (int k = 0; k < 4; ++k) {
        taps[k] = f16vec2(src.words[i + uint(k)], src.words[i + 16u + uint(k)]);
    }
    f16vec2 sum = taps[0] * float16_t(0.125) + taps[1] * float16_t(0.375);
    sum += taps[2] * float16_t(0.375) + taps[3] * float16_t(0.125);
    float16_t size = max(abs(sum.x), abs(sum.y));
    dst.words[2u * i] = float(sum.x) + float(size);
    dst.words[2u * i + 1u] = float(sum.y);
}
