// SPDX-License-Identifier: MIT
// The level of detail of explicit derivatives along the axes.
// groups: 4 4 1
// features: image-sample image-levels
// input: uint 4096
// output: float 4096
// tolerance: relative 1e-2
// image: sampled rgba32f 2d 32x16 levels=6
// sampler: linear mip-linear
#version 460

layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { float words[]; } dst;
layout(set = 0, binding = 3) uniform sampler2D image;

void main() {
    uint i = gl_GlobalInvocationID.y * 32u + gl_GlobalInvocationID.x;
    uint a = src.words[i], b = src.words[i + 1024u], c = src.words[i + 2048u];
    // Positions whose weights of linear filtering are whole 256ths at every level.
    vec3 at = (vec3(a % 1024u, b % 512u, c % 32u) / 8.0 - vec3(48.0, 24.0, 1.5)) / vec3(32, 16, 1);
    float size = exp2(float(c >> 29) - 1.0);
    vec4 texel = textureGrad(image, at.xy, vec2(size / 32.0, 0.0), vec2(0.0, size / 16.0));
    for (int k = 0; k < 4; ++k) dst.words[4u * i + uint(k)] = texel[k];
}
