// SPDX-License-Identifier: MIT
// Minimum, maximum, clamping and rounding of floats of all three widths.
// groups: 4 1 1
// features: float16 double
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint a = src.words[i], b = src.words[i + 256u], c = src.words[i + 512u];
    float x = float(int(a) >> 8) * 0.0078125, y = float(int(b) >> 8) * 0.0078125, z = float(int(c) >> 8) * 0.5;
    float16_t hx = float16_t(int(a) >> 22) * float16_t(0.25), hy = float16_t(int(b) >> 22) * float16_t(0.25), hz = float16_t(int(c) >> 22);
    double dx = double(int(a)) * 0.0625lf, dy = double(int(b)) * 0.0625lf, dz = double(int(c)) * 0.125lf;
    float most = max(max(x, y), z), least = min(min(x, y), z), middle = clamp(x, min(y, z), max(y, z));
    dst.words[4u * i] = floatBitsToUint(most) ^ floatBitsToUint(least);
    dst.words[4u * i + 1u] = floatBitsToUint(middle) + floatBitsToUint(roundEven(x) + floor(y));
    dst.words[4u * i + 2u] = uint(float16BitsToUint16(max(min(hx, hy), hz))) | uint(float16BitsToUint16(floor(hx) + ceil(hy))) << 16;
    dst.words[4u * i + 3u] = unpackDouble2x32(min(max(dx, dy), dz)).y ^ unpackDouble2x32(floor(dx) + trunc(dy) + roundEven(dz)).y;
}
