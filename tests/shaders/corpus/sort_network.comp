// SPDX-License-Identifier: MIT
// A sorting network of inout swaps.
// groups: 4 1 1
// features: inout-parameter inlined-twice nested-calls
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void order(inout uint a, inout uint b) {
    uint low = min(a, b);
    b = max(a, b);
    a = low;
}

void order_pairs(inout uvec4 v) {
    order(v.x, v.y);
    order(v.z, v.w);
}

void sort(inout uvec4 v) {
    order_pairs(v);
    v = v.xzyw;
    order_pairs(v);
    v = v.xzyw;
    order(v.y, v.z);
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    uvec4 v = uvec4(src.words[4u * i], src.words[4u * i + 1u], src.words[4u * i + 2u], src.words[4u * i + 3u]);
    sort(v);
    dst.words[4u * i] = v.x;
    dst.words[4u * i + 1u] = v.y;
    dst.words[4u * i + 2u] = v.z;
    dst.words[4u * i + 3u] = v.w;
}
