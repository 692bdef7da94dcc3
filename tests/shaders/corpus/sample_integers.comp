// SPDX-License-Identifier: MIT
// Nearest texels of integers.
// groups: 4 4 1
// features: image-sample
// input: uint 4096
// output: float 4096
// image: sampled rgba8ui 2d 32x16 levels=4
// sampler: nearest wrap=border int-white
#version 460

layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { float words[]; } dst;
layout(set = 0, binding = 3) uniform usampler2D image;

void main() {
    uint i = gl_GlobalInvocationID.y * 32u + gl_GlobalInvocationID.x;
    uint a = src.words[i], b = src.words[i + 1024u], c = src.words[i + 2048u];
    // Positions whose weights of linear filtering are whole 256ths at every level.
    vec3 at = (vec3(a % 1024u, b % 512u, c % 32u) / 8.0 - vec3(48.0, 24.0, 1.5)) / vec3(32, 16, 1);
    vec4 texel = vec4(textureLod(image, at.xy, float(c >> 30)));
    for (int k = 0; k < 4; ++k) dst.words[4u * i + uint(k)] = texel[k];
}
