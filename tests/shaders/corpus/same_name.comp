// SPDX-License-Identifier: MIT
// Variables of one name in nested and neighbouring blocks, and a parameter of that name.
// groups: 4 1 1
// features: same-name divergent-if
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

uint twice(uint x) {
    uint y = x + x;
    {
        uint x = y ^ 0xffu;
        y += x;
    }
    return y;
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint x = src.words[i];
    uint sum = 0u;
    if ((x & 1u) != 0u) {
        uint x = i * 3u;
        sum += x;
        for (uint x = 0u; x < 4u; ++x) {
            uint y = x * x;
            sum += y;
        }
    } else {
        float x = float(i) * 0.5;
        sum += uint(x);
        uvec2 y = uvec2(sum, i);
        sum += y.x * y.y;
    }
    {
        uint x = twice(sum);
        sum ^= x;
    }
    dst.words[i] = sum;
    dst.words[256u + i] = x;
}
