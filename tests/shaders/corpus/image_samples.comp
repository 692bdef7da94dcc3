// SPDX-License-Identifier: MIT
// A multisampled image: every sample written, then read by other invocations.
// groups: 4 1 1
// features: image-load image-store barrier
// image: storage r32ui 2d 8x32 samples=4
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

layout(set = 0, binding = 3, r32ui) uniform uimage2DMS image;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint local = gl_LocalInvocationID.x, word = src.words[i];
    ivec2 at = ivec2(local & 7u, gl_WorkGroupID.x * 8u + (local >> 3));
    for (int k = 0; k < 4; ++k) {
        imageStore(image, at, k, uvec4(word + uint(k) * 0x1000u));
    }
    memoryBarrierImage();
    barrier();
    ivec2 other = ivec2(word & 7u, gl_WorkGroupID.x * 8u + (word >> 3 & 7u));
    dst.words[4u * i] = imageLoad(image, other, 0).x;
    dst.words[4u * i + 1u] = imageLoad(image, other, 3).x;
    dst.words[4u * i + 2u] = imageLoad(image, at.xy, int(word >> 6 & 3u)).x;
    dst.words[4u * i + 3u] = uint(imageSamples(image)) * 1000u + uint(imageSize(image).y);
}
