// SPDX-License-Identifier: MIT
// Floats to and from 32- and 64-bit integers and doubles, in range.
// groups: 4 1 1
// features: int64 double
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint a = src.words[i], b = src.words[i + 256u], c = src.words[i + 512u];
    float x = float(int(a)), y = float(b);
    precise double d = double(int(a)) + double(b) * 0.25lf;
    dst.words[4u * i] = floatBitsToUint(x);
    dst.words[4u * i + 1u] = floatBitsToUint(y) ^ uint(int(x * 0.5));
    dst.words[4u * i + 2u] = floatBitsToUint(float(d)) + uint(int(trunc(d * 0.25lf)));
    dst.words[4u * i + 3u] = uint(int64_t(x) >> 3) ^ uint(uint64_t(y) >> 1) ^ unpackDouble2x32(d).x;
}
