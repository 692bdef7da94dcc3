// SPDX-License-Identifier: MIT
// Reductions and scans of int64_t in subgroups of any size against loops over LDS, with all lanes and with some.
// The first output of each invocation is 0: no operation was wrong.
// groups: 2 1 1
// features: subgroup shared barrier divergent-if divergent-loop
// output: uint 512
#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_subgroup_extended_types_int64 : require

layout(local_size_x = 128) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

shared int64_t values[128];
bool every;

int64_t value_of(uint word) {
    return int64_t(word) * 0x100000003l - 77l;
}
int64_t joinAdd(int64_t a, int64_t b) {
    return int64_t(a + b);
}
int64_t joinMin(int64_t a, int64_t b) {
    return int64_t(min(a, b));
}
int64_t joinMax(int64_t a, int64_t b) {
    return int64_t(max(a, b));
}
int64_t joinAnd(int64_t a, int64_t b) {
    return int64_t(a & b);
}
int64_t joinOr(int64_t a, int64_t b) {
    return int64_t(a | b);
}
int64_t joinXor(int64_t a, int64_t b) {
    return int64_t(a ^ b);
}
int64_t joinMul(int64_t a, int64_t b) {
    return int64_t(a * b);
}
bool takes_part(uint local) {
    return every || (src.words[gl_WorkGroupID.x * 128u + local] & 4u) != 0u;
}

// The lanes that take part, joined one after another.
#define CHECK(operation, bit) \
    { \
        int64_t all = x, upto = x, below = x; \
        bool before = false; \
        for (uint k = 0u; k < gl_SubgroupSize; ++k) { \
            if (k == lane || !takes_part(base + k)) continue; \
            int64_t other = values[base + k]; \
            all = join##operation(all, other); \
            if (k > lane) continue; \
            upto = join##operation(upto, other); \
            below = before ? join##operation(below, other) : other; \
            before = true; \
        } \
        wrong |= uint(subgroup##operation(x) != all) << bit; \
        wrong |= uint(subgroupInclusive##operation(x) != upto) << (bit + 8); \
        int64_t exclusive = subgroupExclusive##operation(x); \
        wrong |= uint(before && exclusive != below) << (bit + 16); \
    }

void main() {
    // The invocations in the order of their subgroups.
    uint base = gl_SubgroupID * gl_SubgroupSize, lane = gl_SubgroupInvocationID;
    uint word = src.words[gl_WorkGroupID.x * 128u + base + lane];
    int64_t x = value_of(word);
    values[base + lane] = x;
    barrier();
    uint wrong = 0u;
    every = true;
    CHECK(Add, 0)
    CHECK(Min, 1)
    CHECK(Max, 2)
    CHECK(And, 3)
    CHECK(Or, 4)
    CHECK(Xor, 5)
    CHECK(Mul, 6)
    every = false;
    if (takes_part(base + lane)) {
        CHECK(Add, 0)
        CHECK(Min, 1)
        CHECK(Max, 2)
        CHECK(And, 3)
        CHECK(Or, 4)
        CHECK(Xor, 5)
        CHECK(Mul, 6)
    }
    uint i = gl_WorkGroupID.x * 128u + base + lane;
    dst.words[2u * i] = wrong;
    dst.words[2u * i + 1u] = word;
}
