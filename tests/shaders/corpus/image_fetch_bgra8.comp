// SPDX-License-Identifier: MIT
// Fetches every texel of every level of a bgra8 image.
// groups: 6 5 1
// features: image-load image-levels
// input: uint 4096
// output: float 38400
// tolerance: ulp 1
// image: sampled bgra8 2d 32x24 levels=5
#version 460

layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { float words[]; } dst;
layout(set = 0, binding = 3) uniform sampler2D image;

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    int i = 4 * (at.y * 48 + at.x);
    for (int level = 0; level < textureQueryLevels(image); ++level) {
        if (any(greaterThanEqual(at, textureSize(image, level)))) return;
        vec4 texel = texelFetch(image, at, level);
        for (int k = 0; k < 4; ++k) dst.words[level * 7680 + i + k] = texel[k];
    }
}
