// SPDX-License-Identifier: MIT
// Fields of bits taken out and put in at places that vary, and reversed and counted bits.
// groups: 4 1 1
// features: by-value
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint a = src.words[i], b = src.words[i + 256u], c = src.words[i + 512u];
    int offset = int(c & 31u), count = int(min(c >> 5 & 31u, 32u - (c & 31u)));
    dst.words[4u * i] = bitfieldExtract(a, offset, count);
    dst.words[4u * i + 1u] = uint(bitfieldExtract(int(a), offset, count));
    dst.words[4u * i + 2u] = bitfieldInsert(a, b, offset, count);
    dst.words[4u * i + 3u] = uint(bitCount(a) + findLSB(b) * 64 + findMSB(a) * 4096) + uint(findMSB(int(b)) << 20) + bitfieldReverse(c);
}
