// SPDX-License-Identifier: MIT
// Compare and swap: a float sum of exact values and a largest pair, kept by loops that try again.
// groups: 2 1 1
// features: atomic do-while divergent-loop break
// output: uint 128
// counters: 8
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;
layout(set = 0, binding = 2, std430) buffer Counters { uint words[]; } counters;

void add_float(uint place, float value) {
    uint seen = counters.words[place];
    for (uint tries = 0u; tries < 100000u; ++tries) {
        uint wanted = floatBitsToUint(uintBitsToFloat(seen) + value);
        uint found = atomicCompSwap(counters.words[place], seen, wanted);
        if (found == seen) {
            break;
        }
        seen = found;
    }
}

void keep_largest(uint place, uint value) {
    uint seen;
    uint found = counters.words[place];
    do {
        seen = found;
        if (seen >= value) {
            break;
        }
        found = atomicCompSwap(counters.words[place], seen, value);
    } while (found != seen);
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint word = src.words[i];
    add_float(i & 3u, float(word >> 24u));
    keep_largest(4u + (i & 1u), word);
    dst.words[i] = word >> 24u;
}
