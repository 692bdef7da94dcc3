// SPDX-License-Identifier: MIT
// Halves to and from integers of 8, 16 and 32 bits and floats, in either half of a register.
// groups: 4 1 1
// features: float16 int16 int8
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint a = src.words[i], b = src.words[i + 256u], c = src.words[i + 512u];
    int16_t small = int16_t(a) >> 5s;
    uint16_t positive = uint16_t(b & 0x7ffu);
    float16_t x = float16_t(small), y = float16_t(positive);
    dst.words[4u * i] = uint(float16BitsToUint16(x)) | uint(float16BitsToUint16(y)) << 16;
    dst.words[4u * i + 1u] = uint(int(x)) ^ uint(int16_t(y)) << 16;
    dst.words[4u * i + 2u] = floatBitsToUint(float(x) * 0.5);
    dst.words[4u * i + 3u] = uint(float16BitsToUint16(float16_t(float(int(b) >> 20)))) | uint(uint8_t(y * float16_t(0.0625))) << 16;
}
