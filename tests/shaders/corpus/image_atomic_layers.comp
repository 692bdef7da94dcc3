// SPDX-License-Identifier: MIT
// A histogram in a volume and one in the layers of an array.
// groups: 8 1 1
// features: image-atomic image-dimensions
// input: uint 4096
// output: uint 512
// image: storage r32ui 3d 8x4x3
// image: storage r32i 2darray 16x2 layers=3 levels=2 base=1
#version 460

layout(local_size_x = 64, local_size_y = 1) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;
layout(set = 0, binding = 3, r32ui) uniform uimage3D volume;
layout(set = 0, binding = 4, r32i) uniform iimage2DArray layers;

void main() {
    uint word = src.words[gl_GlobalInvocationID.x];
    imageAtomicAdd(volume, ivec3(word % 8u, word / 8u % 4u, word / 32u % 3u), 1u);
    imageAtomicMax(layers, ivec3(word / 128u % 8u, 0, word / 1024u % 3u), int(word >> 4));
    dst.words[gl_GlobalInvocationID.x] = word;
}
