// SPDX-License-Identifier: MIT
// Loads and stores a linear image beside an optimal one of several blocks.
// groups: 13 7 1
// features: image-load image-store
// input: uint 4096
// output: uint 5824
// image: storage rgba8 2d 100x50 linear
// image: storage rgba8 2d 600x400
#version 460

layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;
layout(set = 0, binding = 3, rgba8) uniform image2D small;
layout(set = 0, binding = 4, rgba8) uniform image2D large;

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    vec4 a = imageLoad(small, at);
    vec4 b = imageLoad(large, at * 6);
    dst.words[at.y * 104 + at.x] = packUnorm4x8(a) ^ packUnorm4x8(b);
    imageStore(small, at, b);
    imageStore(large, at * 6, a);
}
