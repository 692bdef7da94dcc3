// SPDX-License-Identifier: MIT
// Stores to every layer of an array and a cube, at the second level.
// groups: 5 2 6
// features: image-load image-store image-levels image-dimensions
// input: uint 4096
// output: uint 3840
// image: storage rg16 2darray 70x33 layers=5 levels=3 base=1
// image: storage r32i cube 16x16 layers=6 levels=2 base=1
#version 460

layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;
layout(set = 0, binding = 3, rg16) uniform image2DArray layers;
layout(set = 0, binding = 4, r32i) uniform iimageCube cube;

void main() {
    ivec3 at = ivec3(gl_GlobalInvocationID);
    vec4 texel = imageLoad(layers, at);
    int side = imageLoad(cube, at).x;
    int i = (at.z * 16 + at.y) * 40 + at.x;
    dst.words[i] = packUnorm2x16(texel.xy) + uint(side) * 5u;
    imageStore(layers, at, texel.yxzw);
    imageStore(cube, at, ivec4(~side));
}
