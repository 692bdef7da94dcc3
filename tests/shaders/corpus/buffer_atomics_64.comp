// SPDX-License-Identifier: MIT
// 64-bit atomics of a buffer; the order of compare-and-swap does not show.
// groups: 4 1 1
// features: atomic int64
// output: uint 256
// counters: 14
#version 460
#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

layout(set = 0, binding = 2, std430) buffer Wide { uint64_t words[]; } wide;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint64_t word = uint64_t(src.words[i]) << 20 ^ src.words[i + 256u];
    atomicAdd(wide.words[0], word);
    atomicMax(wide.words[1], word);
    atomicOr(wide.words[2], word & 0x2222222222222222ul);
    atomicXor(wide.words[3], word);
    uint64_t seen = atomicAdd(wide.words[4], 0x100000001ul);
    // Adds by compare-and-swap.
    uint64_t old = 0ul, expected;
    do {
        expected = old;
        old = atomicCompSwap(wide.words[5], expected, expected + word);
    } while (old != expected);
    atomicExchange(wide.words[6], 0x123456789abcdeful);
    dst.words[i] = uint(uint(seen) == uint(seen >> 32)) + uint(seen < 0x10000000100ul);
}
