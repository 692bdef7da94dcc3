// SPDX-License-Identifier: MIT
// Functions that give back several values through out and inout parameters, of vectors and array elements too.
// groups: 4 1 1
// features: out-parameter inout-parameter by-value array
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void divide(uint dividend, uint divisor, out uint quotient, out uint remainder) {
    quotient = dividend / divisor;
    remainder = dividend - quotient * divisor;
}

void rotate(inout uvec3 v, const uint by) {
    v = (v << by) | (v >> (32u - by));
}

uint step_and_count(inout uint state, inout uint count) {
    state ^= state << 13u;
    state ^= state >> 17u;
    state ^= state << 5u;
    ++count;
    return state & 0xffu;
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint quotient;
    uint remainder;
    divide(src.words[i], (i & 15u) + 3u, quotient, remainder);
    uvec3 v = uvec3(quotient, remainder, i);
    rotate(v, 5u + (i & 7u));
    uint table[4] = uint[4](1u, 2u, 3u, 4u);
    uint count = 0u;
    for (uint k = 0u; k < 5u; ++k) {
        table[k & 3u] += step_and_count(v.y, count);
    }
    divide(table[0], table[1], table[2], v.z);
    dst.words[4u * i] = v.x;
    dst.words[4u * i + 1u] = v.y + v.z;
    dst.words[4u * i + 2u] = table[0] ^ table[1] << 8u ^ table[2] << 16u ^ table[3] << 24u;
    dst.words[4u * i + 3u] = count;
}
