// SPDX-License-Identifier: MIT
// An array of structs of mixed members in a buffer, read and written by member with computed indices.
// groups: 4 1 1
// features: struct nested-struct array
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

struct Inner {
    uint a;
    vec3 b;
    uint c[3];
};
struct Outer {
    uvec2 first;
    Inner inner[2];
    mat2 last;
};
layout(set = 0, binding = 0, std430) readonly buffer Structs { Outer structs[]; } structs;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint word = src.words[i], at = word % 24u;
    Outer outer = structs.structs[at];
    Inner inner = structs.structs[(at + 1u) % 24u].inner[word >> 7 & 1u];
    dst.words[4u * i] = outer.first.y ^ inner.a;
    dst.words[4u * i + 1u] = floatBitsToUint(outer.inner[word >> 3 & 1u].b.z) + inner.c[word % 3u];
    dst.words[4u * i + 2u] = floatBitsToUint(outer.last[word >> 9 & 1u].y);
    dst.words[4u * i + 3u] = inner.c[2] ^ floatBitsToUint(inner.b[word % 3u]);
}
