// SPDX-License-Identifier: MIT
// Division and remainder in 64 bits, and vectors of them in a loop.
// groups: 2 1 1
// features: int64 divergent-loop
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    u64vec2 v = u64vec2(uint64_t(src.words[2u * i]) << 24 | 5u, uint64_t(src.words[2u * i + 1u]) | 1u);
    uint64_t quotient = v.x / v.y;
    uint64_t rest = v.x % v.y;
    uint steps = 0u;
    uint64_t a = v.x;
    uint64_t b = v.y;
    while (b != 0UL && steps < 64u) {
        uint64_t t = a % b;
        a = b;
        b = t;
        ++steps;
    }
    int64_t s = -int64_t(v.x >> 3) / int64_t((v.y >> 4) + 1UL);
    dst.words[4u * i] = uint(quotient);
    dst.words[4u * i + 1u] = uint(rest) ^ uint(rest >> 32);
    dst.words[4u * i + 2u] = uint(a);
    dst.words[4u * i + 3u] = steps << 24u ^ uint(s);
}
