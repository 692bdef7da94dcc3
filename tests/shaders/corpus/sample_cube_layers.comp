// SPDX-License-Identifier: MIT
// Layers of cubes.
// groups: 4 4 1
// features: image-sample image-dimensions
// input: uint 4096
// output: float 4096
// tolerance: relative 4e-2
// image: sampled rgba32f cubearray 8x8 layers=18
// sampler: linear
#version 460

layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { float words[]; } dst;
layout(set = 0, binding = 3) uniform samplerCubeArray image;

void main() {
    uint i = gl_GlobalInvocationID.y * 32u + gl_GlobalInvocationID.x;
    uint a = src.words[i], b = src.words[i + 1024u], c = src.words[i + 2048u];
    // Positions in 256ths of a texel, so that the weights of linear filtering are exact.
    vec3 at = (vec3(a % 16384u, b % 16384u, c % 1024u) / 256.0 - vec3(24.0, 24.0, 1.5)) / vec3(16, 16, 1);
    vec3 direction = vec3(int(a & 1023u), int(b & 1023u), int(c & 1023u)) - 511.5;
    vec4 texel = textureLod(image, vec4(direction, float(a >> 30)), 0.0);
    for (int k = 0; k < 4; ++k) dst.words[4u * i + uint(k)] = texel[k];
}
