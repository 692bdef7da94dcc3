// SPDX-License-Identifier: MIT
// Horner's rule in double precision; only IEEE operations, so exact.
// groups: 2 1 1
// features: double array
// input: float 1024
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { float words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    double x = double(src.words[i]);
    precise double sum = 0.0LF;
    for (uint k = 0u; k < 6u; ++k) {
        sum = sum * x;
        sum = sum + double(src.words[(i + 17u * k) & 1023u]);
    }
    dvec2 pair = dvec2(sum, -x);
    double largest = max(pair.x, pair.y);
    int whole = int(clamp(largest, -1.0e6LF, 1.0e6LF));
    uvec2 bits = unpackDouble2x32(sum);
    dst.words[4u * i] = bits.x;
    dst.words[4u * i + 1u] = bits.y;
    dst.words[4u * i + 2u] = floatBitsToUint(float(largest));
    dst.words[4u * i + 3u] = uint(whole);
}
