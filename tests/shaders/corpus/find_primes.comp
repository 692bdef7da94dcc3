// SPDX-License-Identifier: MIT
// Returns out of nested loops in a function that is called in a loop.
// groups: 2 1 1
// features: return-in-loop nested-loops early-return divergent-loop
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

uint smallest_factor(uint n) {
    if (n < 2u) {
        return 0u;
    }
    if ((n & 1u) == 0u) {
        return 2u;
    }
    for (uint d = 3u; d * d <= n; d += 2u) {
        if (n % d == 0u) {
            return d;
        }
    }
    return n;
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint primes = 0u;
    uint factors = 0u;
    for (uint k = 0u; k < 8u; ++k) {
        uint n = src.words[i * 8u + k & 1023u] % 2000u;
        uint factor = smallest_factor(n);
        if (factor == n && n != 0u) {
            ++primes;
        }
        factors += factor;
    }
    dst.words[i] = primes;
    dst.words[128u + i] = factors;
}
