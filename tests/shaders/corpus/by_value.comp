// SPDX-License-Identifier: MIT
// Parameters by value that the function changes: scalars, vectors, structs, arrays, const and not.
// groups: 4 1 1
// features: by-value struct array same-name
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

struct Pair {
    uint first;
    uvec2 rest;
};

uint scalar(uint value, const uint factor) {
    value = value * factor + 1u;
    value ^= value >> 3u;
    return value;
}

uvec2 vector(uvec2 value, const uvec2 added) {
    value.x += added.y;
    value = value.yx;
    return value;
}

uint structure(Pair value, const Pair other) {
    value.first += other.rest.x;
    value.rest.y = value.first ^ other.first;
    return value.rest.y + value.rest.x;
}

uint elements(uint value[4], const uint start) {
    for (uint k = 1u; k < 4u; ++k) {
        value[k] += value[k - 1u] + start;
    }
    return value[3];
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint value = src.words[i];
    uint a = scalar(value, 5u);
    uvec2 b = vector(uvec2(value, a), uvec2(i));
    Pair pair = Pair(a, b);
    uint c = structure(pair, Pair(value, uvec2(i, 9u)));
    uint four[4] = uint[4](a, b.x, b.y, c);
    uint d = elements(four, i);
    dst.words[4u * i] = a ^ value;
    dst.words[4u * i + 1u] = b.x + b.y * 3u;
    dst.words[4u * i + 2u] = c + pair.first;
    dst.words[4u * i + 3u] = d - four[3];
}
