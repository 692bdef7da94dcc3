// SPDX-License-Identifier: MIT
// 64-bit and wide arithmetic on values that are the same for all invocations: the scalar unit.
// groups: 4 1 1
// features: int64
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint group = gl_WorkGroupID.x;
    uint64_t a = uint64_t(src.words[group]) << 32 | src.words[group + 4u];
    uint64_t b = uint64_t(src.words[group + 8u]) << 32 | src.words[group + 12u];
    uint64_t c = a * b + (a >> (uint(b) & 63u)) - (b << (uint(a) & 31u));
    int64_t d = int64_t(a) >> (uint(b) & 63u);
    uint bits = uint(bitCount(uint(a)) + findMSB(uint(b)) * 64);
    bool less = a < b, equal = (a & 15ul) == (b & 15ul);
    uint64_t e = less ? c ^ ~a : c & b;
    dst.words[4u * i] = uint(e) + i;
    dst.words[4u * i + 1u] = uint(e >> 32) ^ uint(equal);
    dst.words[4u * i + 2u] = uint(d) ^ uint(d >> 32);
    dst.words[4u * i + 3u] = bits + uint(max(int(a), int(b))) + min(uint(a >> 32), uint(b >> 32)) + uint(abs(int(a >> 40)));
}
