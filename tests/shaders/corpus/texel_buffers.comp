// SPDX-License-Identifier: MIT
// Texel buffers: reads of several formats, writes and atomics, and reads beyond their ends.
// groups: 4 1 1
// features: image-load image-store
// image: sampled rgba8 buffer 64
// image: sampled rg32ui buffer 128
// image: storage r32ui buffer 768
// image: storage rgba16i buffer 256
// image: storage r32f buffer 32
#version 460
#extension GL_EXT_samplerless_texture_functions : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

layout(set = 0, binding = 3) uniform textureBuffer colors;
layout(set = 0, binding = 4) uniform utextureBuffer words16;
layout(set = 0, binding = 5, r32ui) uniform uimageBuffer words;
layout(set = 0, binding = 6, rgba16i) uniform writeonly iimageBuffer vectors;
layout(set = 0, binding = 7, r32f) uniform readonly imageBuffer floats;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint word = src.words[i];
    vec4 color = texelFetch(colors, int(word & 63u));
    uvec4 pair = texelFetch(words16, int(word >> 6 & 127u));
    uint before = imageLoad(words, int(256u + (word >> 13 & 31u))).x;
    imageAtomicAdd(words, int(word >> 18 & 15u), word);
    imageStore(words, int(512u + i), uvec4(before));
    imageStore(vectors, int(i), ivec4(word & 0xfffu, -int(i), pair.x & 255u, 7));
    dst.words[4u * i] = uint(color.x * 255.0 + 0.5) | uint(color.w * 255.0 + 0.5) << 8 | uint(textureSize(colors)) << 16;
    dst.words[4u * i + 1u] = pair.x ^ pair.y << 16;
    dst.words[4u * i + 2u] = before + uint(imageSize(words));
    dst.words[4u * i + 3u] = floatBitsToUint(imageLoad(floats, int(i & 31u)).x) & 0x7f800000u;
}
