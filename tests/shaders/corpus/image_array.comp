// SPDX-License-Identifier: MIT
// An array of images, and one of textures, whose index differs from lane to lane.
// groups: 4 1 1
// features: image-load image-store array
// output: uint 512
// image: storage r32ui 2d 16x8 array=4
// image: storage r32ui 2d 16x8
// image: storage r32ui 2d 16x8
// image: storage r32ui 2d 16x8
// image: sampled rgba8ui 2d 8x8 array=3
// image: sampled rgba8ui 2d 8x8
// image: sampled rgba8ui 2d 9x8
#version 460
#extension GL_EXT_nonuniform_qualifier : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

layout(set = 0, binding = 3, r32ui) uniform uimage2D images[4];
layout(set = 0, binding = 4) uniform usampler2D textures[3];

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint word = src.words[i];
    uint which = word & 3u;
    uint value = imageLoad(images[nonuniformEXT(which)], ivec2(word >> 2 & 7u, word >> 5 & 7u)).x;
    imageStore(images[nonuniformEXT(i & 3u)], ivec2(8u + (i >> 2 & 7u), i >> 5), uvec4(word));
    uvec4 texel = texelFetch(textures[nonuniformEXT(word % 3u)], ivec2(word >> 8 & 7u, word >> 11 & 7u), 0);
    dst.words[2u * i] = value;
    dst.words[2u * i + 1u] = texel.x + texel.y * 256u + uint(textureSize(textures[nonuniformEXT(i % 3u)], 0).x);
}
