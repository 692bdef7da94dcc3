// SPDX-License-Identifier: MIT
// Fetches texels of all levels of a three-dimensional image with several blocks.
// groups: 8 4 1
// features: image-load image-levels image-dimensions
// input: uint 4096
// output: uint 8192
// image: sampled r16ui 3d 80x48x40 levels=7
#version 460

layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;
layout(set = 0, binding = 3) uniform usampler3D volume;

void main() {
    uint i = gl_GlobalInvocationID.y * 64u + gl_GlobalInvocationID.x;
    for (uint k = 0u; k < 4u; ++k) {
        uint bits = src.words[(i * 4u + k) & 4095u];
        int level = int(bits >> 28) % 7;
        ivec3 size = max(ivec3(80, 48, 40) >> level, 1);
        ivec3 at = ivec3(bits & 255u, bits >> 8 & 255u, bits >> 16 & 255u) % size;
        dst.words[i * 4u + k] = texelFetch(volume, at, level).x;
    }
}
