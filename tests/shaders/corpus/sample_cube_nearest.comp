// SPDX-License-Identifier: MIT
// Faces of a cube; positions at the middle of texels.
// groups: 4 4 1
// features: image-sample image-dimensions
// input: uint 4096
// output: float 4096
// image: sampled rgba32f cube 16x16 layers=6 levels=2
// sampler: nearest
#version 460

layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { float words[]; } dst;
layout(set = 0, binding = 3) uniform samplerCube image;

void main() {
    uint i = gl_GlobalInvocationID.y * 32u + gl_GlobalInvocationID.x;
    uint a = src.words[i], b = src.words[i + 1024u], c = src.words[i + 2048u];
    // Positions whose weights of linear filtering are whole 256ths at every level.
    vec3 at = (vec3(a % 512u, b % 512u, c % 32u) / 8.0 - vec3(24.0, 24.0, 1.5)) / vec3(16, 16, 1);
    float u = (float(b % 16u) + 0.5) / 8.0 - 1.0, v = (float(c % 16u) + 0.5) / 8.0 - 1.0;
    vec3 faces[6] = vec3[](vec3(1, u, v), vec3(-1, u, v), vec3(u, 1, v), vec3(u, -1, v), vec3(u, v, 1), vec3(u, v, -1));
    vec4 texel = textureLod(image, faces[a % 6u], 0.0);
    for (int k = 0; k < 4; ++k) dst.words[4u * i + uint(k)] = texel[k];
}
