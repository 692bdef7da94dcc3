// SPDX-License-Identifier: MIT
// Products of numbers that fit in 24 and in 16 bits, and sums of products.
// groups: 4 1 1
// features: by-value
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint a = src.words[i], b = src.words[i + 256u], c = src.words[i + 512u];
    dst.words[4u * i] = (a & 0xffffffu) * (b & 0xffffffu);
    dst.words[4u * i + 1u] = uint((int(a) >> 8) * (int(b) >> 8));
    dst.words[4u * i + 2u] = (a & 0xffffu) * (b & 0xffffu) + c;
    dst.words[4u * i + 3u] = (a & 0xffffffu) * (b >> 8) + (c << 3) + (a ^ b ^ c) + ((a & b) | c);
}
