// SPDX-License-Identifier: MIT
// High halves of products, carries and borrows.
// groups: 4 1 1
// features: by-value
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint a = src.words[i], b = src.words[i + 256u], c = src.words[i + 512u];
    uint high, low, carry, borrow;
    umulExtended(a, b, high, low);
    int signed_high, signed_low;
    imulExtended(int(a), int(c), signed_high, signed_low);
    uint sum = uaddCarry(a, b, carry), difference = usubBorrow(a, b, borrow);
    dst.words[4u * i] = high ^ low;
    dst.words[4u * i + 1u] = uint(signed_high) + uint(signed_low);
    dst.words[4u * i + 2u] = sum + carry;
    dst.words[4u * i + 3u] = difference ^ borrow;
}
