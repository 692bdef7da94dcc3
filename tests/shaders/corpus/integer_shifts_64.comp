// SPDX-License-Identifier: MIT
// Shifts, rotations and comparisons of 64 bits by amounts that vary.
// groups: 4 1 1
// features: int64 by-value
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

uint fold(uint64_t x) {
    return uint(x) ^ uint(x >> 32);
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint64_t a = uint64_t(src.words[i + 0u]) << 32 | src.words[i + 256u], b = uint64_t(src.words[i + 512u]) << 32 | src.words[i + 768u];
    uint64_t amount = b & uint64_t(63);
    int64_t c = int64_t(a), d = int64_t(b);
    dst.words[4u * i] = fold((a << amount) ^ (a >> amount));
    dst.words[4u * i + 1u] = fold(uint64_t(c >> int64_t(amount)));
    dst.words[4u * i + 2u] = uint(a < b) | uint(c < d) << 1 | uint(a <= b) << 2 | uint(c >= d) << 3 | uint(a == (b & a)) << 4;
    dst.words[4u * i + 3u] = fold((a << amount) | (a >> ((uint64_t(0) - amount) & uint64_t(63))));
}
