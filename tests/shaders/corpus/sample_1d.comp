// SPDX-License-Identifier: MIT
// One dimension, and layers of it.
// groups: 4 4 1
// features: image-sample image-dimensions image-levels
// input: uint 4096
// output: float 4096
// tolerance: relative 1e-5
// image: sampled rgba32f 1darray 64 layers=5 levels=3
// sampler: linear mip-linear wrap=mirror
#version 460

layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { float words[]; } dst;
layout(set = 0, binding = 3) uniform sampler1DArray image;

void main() {
    uint i = gl_GlobalInvocationID.y * 32u + gl_GlobalInvocationID.x;
    uint a = src.words[i], b = src.words[i + 1024u], c = src.words[i + 2048u];
    // Positions whose weights of linear filtering are whole 256ths at every level.
    vec3 at = (vec3(a % 2048u, b % 32u, c % 32u) / 8.0 - vec3(96.0, 1.5, 1.5)) / vec3(64, 1, 1);
    vec4 texel = textureLod(image, vec2(at.x, float(b % 8u) - 1.0), float(c >> 30));
    for (int k = 0; k < 4; ++k) dst.words[4u * i + uint(k)] = texel[k];
}
