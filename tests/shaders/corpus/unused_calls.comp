// SPDX-License-Identifier: MIT
// Results that are thrown away, next to those that are used.
// groups: 4 1 1
// features: unused-variable out-parameter nested-calls
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

uint weigh(uint value, out uint unused_high) {
    uint unused_local = value * 77u;
    unused_high = value >> 16u;
    unused_local += unused_high;
    return value & 0xffffu;
}

uint both(uint a, uint b) {
    uint high_a;
    uint high_b;
    uint low = weigh(a, high_a) + weigh(b, high_b);
    uint never = high_a * high_b;
    never ^= low;
    return low;
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint ignored = both(i, 3u);
    uint used = both(src.words[i], i);
    both(used, ignored);
    dst.words[i] = used;
}
