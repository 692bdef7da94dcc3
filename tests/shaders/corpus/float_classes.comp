// SPDX-License-Identifier: MIT
// Tests for NaN, infinities and zeros, and comparisons with them.
// groups: 4 1 1
// features: bvec divergent-if
// output: uint 256
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

const uint kValues[8] = uint[8](0x7f800000u, 0xff800000u, 0x7fc00000u, 0u, 0x80000000u, 0x3f800000u, 0xbf800000u, 0x7f7fffffu);

void main() {
    uint i = gl_GlobalInvocationID.x;
    float a = uintBitsToFloat(kValues[src.words[i] & 7u]), b = uintBitsToFloat(kValues[src.words[i] >> 3 & 7u]);
    uint bits = uint(isnan(a)) | uint(isinf(b)) << 1;
    if (!isnan(a) && !isnan(b)) {
        bits |= uint(a < b) << 2 | uint(a == b) << 3 | uint(a >= b) << 4 | uint(a != b) << 5;
        bvec2 signs = lessThan(vec2(a, b), vec2(b, 1.0));
        bits |= uint(signs.x) << 6 | uint(signs.y) << 7;
    }
    dst.words[i] = bits;
}
