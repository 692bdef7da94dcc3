// SPDX-License-Identifier: MIT
// Stores to one-dimensional images, plain and layered, and reads what other invocations will not write.
// groups: 5 1 1
// features: image-load image-store image-dimensions
// input: uint 4096
// output: uint 320
// image: storage r32ui 1d 300
// image: storage r32ui 1darray 70 layers=4
#version 460

layout(local_size_x = 64, local_size_y = 1) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;
layout(set = 0, binding = 3, r32ui) uniform uimage1D line;
layout(set = 0, binding = 4, r32ui) uniform uimage1DArray lines;

void main() {
    int i = int(gl_GlobalInvocationID.x);
    uint old = i < 300 ? imageLoad(line, i).x : 0u;
    imageStore(line, i, uvec4(old ^ src.words[i]));
    ivec2 at = ivec2(i % 70, i / 70);
    uint other = imageLoad(lines, at).x;
    imageStore(lines, at, uvec4(other + old));
    dst.words[i] = old + 3u * other + uint(imageSize(lines).y);
}
