// SPDX-License-Identifier: MIT
// Linear filtering in three dimensions.
// groups: 4 4 1
// features: image-sample image-dimensions image-levels
// input: uint 4096
// output: float 4096
// tolerance: relative 1e-5
// image: sampled rgba32f 3d 16x8x4 levels=3
// sampler: linear mip-linear wrap=repeat
#version 460

layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { float words[]; } dst;
layout(set = 0, binding = 3) uniform sampler3D image;

void main() {
    uint i = gl_GlobalInvocationID.y * 32u + gl_GlobalInvocationID.x;
    uint a = src.words[i], b = src.words[i + 1024u], c = src.words[i + 2048u];
    // Positions whose weights of linear filtering are whole 256ths at every level.
    vec3 at = (vec3(a % 512u, b % 256u, c % 128u) / 8.0 - vec3(24.0, 12.0, 6.0)) / vec3(16, 8, 4);
    vec4 texel = textureLod(image, at, float(a >> 30));
    for (int k = 0; k < 4; ++k) dst.words[4u * i + uint(k)] = texel[k];
}
