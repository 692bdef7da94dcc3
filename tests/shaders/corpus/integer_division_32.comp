// SPDX-License-Identifier: MIT
// Division and remainder of 32 bits, signed by positive numbers and unsigned, by variables and by constants.
// groups: 4 1 1
// features: by-value
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint a = uint(src.words[i + 0u]), b = (uint(src.words[i + 512u])) | uint(1);
    int c = int(a), d = int(b >> uint(1)) | int(1);
    dst.words[4u * i] = uint(a / b);
    dst.words[4u * i + 1u] = uint(a % b + a / uint(10));
    dst.words[4u * i + 2u] = uint(uint(c / d + c / int(7)));
    dst.words[4u * i + 3u] = uint(uint(int(a >> uint(1)) % d) ^ a % uint(3));
}
