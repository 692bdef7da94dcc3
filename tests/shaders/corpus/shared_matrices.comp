// SPDX-License-Identifier: MIT
// Matrices and structs in LDS, written by one invocation and read by another, by column.
// groups: 4 1 1
// features: shared barrier matrix struct
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

struct Item {
    mat3 turn;
    vec2 move;
    uint tag;
};
shared Item items[64];

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint local = gl_LocalInvocationID.x, word = src.words[i], at = word >> 26;
    items[local].turn = mat3(float(local), 1.0, 2.0, 3.0, float(word & 15u), 5.0, 6.0, 7.0, 8.0);
    items[local].move = vec2(float(word & 255u), -1.0);
    items[local].tag = word;
    barrier();
    vec3 turned = items[at].turn * vec3(1.0, 2.0, 3.0);
    dst.words[4u * i] = floatBitsToUint(turned.x + turned.y);
    dst.words[4u * i + 1u] = floatBitsToUint(items[at].turn[word % 3u].y);
    dst.words[4u * i + 2u] = floatBitsToUint(items[63u - at].move.x);
    dst.words[4u * i + 3u] = items[at].tag ^ floatBitsToUint(determinant(mat2(items[at].move, items[local].move)));
}
