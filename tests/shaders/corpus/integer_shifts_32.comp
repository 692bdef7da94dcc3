// SPDX-License-Identifier: MIT
// Shifts, rotations and comparisons of 32 bits by amounts that vary.
// groups: 4 1 1
// features: by-value
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint a = uint(src.words[i + 0u]), b = uint(src.words[i + 512u]);
    uint amount = b & uint(31);
    int c = int(a), d = int(b);
    dst.words[4u * i] = uint((a << amount) ^ (a >> amount));
    dst.words[4u * i + 1u] = uint(uint(c >> int(amount)));
    dst.words[4u * i + 2u] = uint(a < b) | uint(c < d) << 1 | uint(a <= b) << 2 | uint(c >= d) << 3 | uint(a == (b & a)) << 4;
    dst.words[4u * i + 3u] = uint((a << amount) | (a >> ((uint(0) - amount) & uint(31))));
}
