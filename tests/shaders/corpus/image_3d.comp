// SPDX-License-Identifier: MIT
// Stores to a level of a three-dimensional image.
// groups: 3 3 10
// features: image-load image-store image-levels image-dimensions
// input: uint 4096
// output: uint 5760
// image: storage rgba8ui 3d 40x36x20 levels=4 base=1
#version 460

layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;
layout(set = 0, binding = 3, rgba8ui) uniform uimage3D volume;

void main() {
    ivec3 at = ivec3(gl_GlobalInvocationID);
    ivec3 size = imageSize(volume);
    int i = (at.z * 24 + at.y) * 24 + at.x;
    uvec4 texel = imageLoad(volume, at);
    dst.words[i] = texel.x + texel.y * 256u + texel.z * 65536u + texel.w * 16777216u;
    imageStore(volume, at, texel.wzyx + uvec4(1, 2, 3, 4) * uint(size.z));
}
