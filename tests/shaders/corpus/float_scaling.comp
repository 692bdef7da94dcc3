// SPDX-License-Identifier: MIT
// ldexp, frexp and exact powers of two.
// groups: 4 1 1
// features: double
// input: float 1024
// output: float 1024
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { float words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { float words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    float x = src.words[i];
    int exponent, wide_exponent;
    float mantissa = frexp(x, exponent);
    double wide = frexp(double(x) * 1024.0lf, wide_exponent);
    dst.words[4u * i] = mantissa;
    dst.words[4u * i + 1u] = float(exponent + 100 * wide_exponent);
    dst.words[4u * i + 2u] = ldexp(x, int(i & 15u) - 7);
    dst.words[4u * i + 3u] = float(ldexp(wide, 3));
}
