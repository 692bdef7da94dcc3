// SPDX-License-Identifier: MIT
// Every atomic on texels that all invocations of a column share, in an order that does not matter.
// groups: 8 1 1
// features: image-atomic
// input: uint 4096
// output: uint 512
// image: storage r32ui 2d 16x8
// image: storage r32i 2d 16x4
#version 460

layout(local_size_x = 64, local_size_y = 1) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;
layout(set = 0, binding = 3, r32ui) uniform uimage2D counts;
layout(set = 0, binding = 4, r32i) uniform iimage2D bounds;

void main() {
    int i = int(gl_GlobalInvocationID.x), x = i % 16;
    uint word = src.words[i];
    imageAtomicAdd(counts, ivec2(x, 0), word);
    imageAtomicAnd(counts, ivec2(x, 1), word | 0xffff0000u);
    imageAtomicOr(counts, ivec2(x, 2), word & 0x80018001u);
    imageAtomicXor(counts, ivec2(x, 3), word);
    imageAtomicMin(counts, ivec2(x, 4), word);
    imageAtomicMax(counts, ivec2(x, 5), word);
    imageAtomicMin(bounds, ivec2(x, 0), int(word));
    imageAtomicMax(bounds, ivec2(x, 1), int(word));
    imageAtomicCompSwap(counts, ivec2(x, 6), 1u + word, 7u);
    // One invocation each: the old values are known.
    uint old = i < 16 ? imageAtomicExchange(counts, ivec2(x, 7), word) : 0u;
    int before = i < 16 ? imageAtomicAdd(bounds, ivec2(x, 3), 5) : 0;
    dst.words[i] = old + uint(before);
}
