// SPDX-License-Identifier: MIT
// Loads outside an image give zero and stores there do nothing.
// groups: 4 3 1
// features: image-load image-store
// input: uint 4096
// output: uint 768
// image: storage r32ui 2d 20x12
// image: sampled rgba8 2d 20x12 levels=2
#version 460

layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;
layout(set = 0, binding = 3, r32ui) uniform uimage2D image;
layout(set = 0, binding = 4) uniform sampler2D other;

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy) - 6;
    bool inside = all(greaterThanEqual(at, ivec2(0))) && all(lessThan(at, ivec2(20, 12)));
    uint word = imageLoad(image, at).x;
    dst.words[(at.y + 6) * 32 + at.x + 6] = inside ? word : word + 1u;
    if (!inside) imageStore(image, at, uvec4(77));
}
