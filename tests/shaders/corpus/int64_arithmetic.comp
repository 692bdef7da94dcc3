// SPDX-License-Identifier: MIT
// 64-bit sums, products, shifts, comparisons.
// groups: 4 1 1
// features: int64 divergent-if
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint64_t a = uint64_t(src.words[2u * i]) << 32 | src.words[2u * i + 1u];
    int64_t b = int64_t(a) >> (src.words[i] & 63u);
    uint64_t product = a * uint64_t(b) + 0x123456789abcdefUL;
    int64_t difference = b - int64_t(product);
    if (difference < 0L) {
        difference = -difference;
    }
    uint64_t mixed = (a ^ product) & ~(uint64_t(difference) << 7);
    uint64_t low = min(a, product);
    dst.words[4u * i] = uint(product >> 32);
    dst.words[4u * i + 1u] = uint(product);
    dst.words[4u * i + 2u] = uint(mixed ^ mixed >> 32);
    dst.words[4u * i + 3u] = uint(low >> 16) + uint(difference);
}
