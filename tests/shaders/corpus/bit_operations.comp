// SPDX-License-Identifier: MIT
// Bit fields, counts, reversal, carries and extended products.
// groups: 4 1 1
// features: unused-variable
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint a = src.words[i];
    uint b = src.words[i + 256u];
    uint carry;
    uint sum = uaddCarry(a, b, carry);
    uint borrow;
    uint difference = usubBorrow(a, b, borrow);
    uint high;
    uint low;
    umulExtended(a, b, high, low);
    int signed_high;
    int signed_low;
    imulExtended(int(a), int(b), signed_high, signed_low);
    int field = bitfieldExtract(int(a), int(b & 15u), 7);
    uint inserted = bitfieldInsert(a, b, 5, 9);
    uint counts = uint(bitCount(a)) | uint(findLSB(b)) << 8u | uint(findMSB(a)) << 16u;
    dst.words[4u * i] = sum ^ difference ^ carry << 31u ^ borrow << 30u;
    dst.words[4u * i + 1u] = high ^ low ^ uint(signed_high);
    dst.words[4u * i + 2u] = uint(field) ^ inserted ^ bitfieldReverse(b);
    dst.words[4u * i + 3u] = counts;
}
