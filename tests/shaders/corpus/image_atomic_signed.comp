// SPDX-License-Identifier: MIT
// Atomics of every kind on a signed image, whose order does not show.
// groups: 4 1 1
// features: image-atomic
// output: uint 256
// image: storage r32i 2d 16x64
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

layout(set = 0, binding = 3, r32i) uniform iimage2D image;

void main() {
    uint i = gl_GlobalInvocationID.x;
    int word = int(src.words[i]);
    ivec2 at = ivec2(i & 7u, 0);
    imageAtomicAdd(image, at, word);
    imageAtomicMin(image, at + ivec2(0, 1), word);
    imageAtomicMax(image, at + ivec2(0, 2), word);
    imageAtomicAnd(image, at + ivec2(0, 3), word);
    imageAtomicOr(image, at + ivec2(0, 4), word);
    imageAtomicXor(image, at + ivec2(0, 5), word);
    imageAtomicExchange(image, ivec2(i & 7u, 6 + int(i >> 3)), word);
    dst.words[i] = uint(imageAtomicCompSwap(image, ivec2(8, int(i & 31u)), 0x7fffffff, word) != 0x7fffffff);
}
