// SPDX-License-Identifier: MIT
// SHA-256 of a 32-byte message for each invocation, in loops, with the schedule in an array that is indexed by a variable.
// groups: 2 1 1
// features: array scratch nested-calls inlined-twice struct
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

const uint K[64] = uint[64](
    0x428a2f98u, 0x71374491u, 0xb5c0fbcfu, 0xe9b5dba5u, 0x3956c25bu, 0x59f111f1u, 0x923f82a4u, 0xab1c5ed5u,
    0xd807aa98u, 0x12835b01u, 0x243185beu, 0x550c7dc3u, 0x72be5d74u, 0x80deb1feu, 0x9bdc06a7u, 0xc19bf174u,
    0xe49b69c1u, 0xefbe4786u, 0x0fc19dc6u, 0x240ca1ccu, 0x2de92c6fu, 0x4a7484aau, 0x5cb0a9dcu, 0x76f988dau,
    0x983e5152u, 0xa831c66du, 0xb00327c8u, 0xbf597fc7u, 0xc6e00bf3u, 0xd5a79147u, 0x06ca6351u, 0x14292967u,
    0x27b70a85u, 0x2e1b2138u, 0x4d2c6dfcu, 0x53380d13u, 0x650a7354u, 0x766a0abbu, 0x81c2c92eu, 0x92722c85u,
    0xa2bfe8a1u, 0xa81a664bu, 0xc24b8b70u, 0xc76c51a3u, 0xd192e819u, 0xd6990624u, 0xf40e3585u, 0x106aa070u,
    0x19a4c116u, 0x1e376c08u, 0x2748774cu, 0x34b0bcb5u, 0x391c0cb3u, 0x4ed8aa4au, 0x5b9cca4fu, 0x682e6ff3u,
    0x748f82eeu, 0x78a5636fu, 0x84c87814u, 0x8cc70208u, 0x90befffau, 0xa4506cebu, 0xbef9a3f7u, 0xc67178f2u);

struct State {
    uint a;
    uint b;
    uint c;
    uint d;
    uint e;
    uint f;
    uint g;
    uint h;
};

uint rotate(uint x, const uint by) {
    return x >> by | x << (32u - by);
}

uint small_sigma0(uint x) {
    return rotate(x, 7u) ^ rotate(x, 18u) ^ x >> 3u;
}

uint small_sigma1(uint x) {
    return rotate(x, 17u) ^ rotate(x, 19u) ^ x >> 10u;
}

uint big_sigma0(uint x) {
    return rotate(x, 2u) ^ rotate(x, 13u) ^ rotate(x, 22u);
}

uint big_sigma1(uint x) {
    return rotate(x, 6u) ^ rotate(x, 11u) ^ rotate(x, 25u);
}

uint choose(uint x, uint y, uint z) {
    return (x & y) ^ (~x & z);
}

uint majority(uint x, uint y, uint z) {
    return (x & y) ^ (x & z) ^ (y & z);
}

State compress(State state, uint schedule[64]) {
    State first = state;
    for (uint round = 0u; round < 64u; ++round) {
        uint chosen = choose(state.e, state.f, state.g);
        uint t1 = state.h + big_sigma1(state.e) + chosen + K[round] + schedule[round];
        uint t2 = big_sigma0(state.a) + majority(state.a, state.b, state.c);
        state.h = state.g;
        state.g = state.f;
        state.f = state.e;
        state.e = state.d + t1;
        state.d = state.c;
        state.c = state.b;
        state.b = state.a;
        state.a = t1 + t2;
    }
    state.a += first.a;
    state.b += first.b;
    state.c += first.c;
    state.d += first.d;
    state.e += first.e;
    state.f += first.f;
    state.g += first.g;
    state.h += first.h;
    return state;
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint schedule[64];
    for (uint k = 0u; k < 8u; ++k) {
        schedule[k] = src.words[8u * i + k];
        schedule[8u + k] = 0u;
    }
    schedule[8] = 0x80000000u;
    schedule[15] = 256u;
    for (uint k = 16u; k < 64u; ++k) {
        uint near = small_sigma1(schedule[k - 2u]);
        uint far = small_sigma0(schedule[k - 15u]);
        schedule[k] = near + schedule[k - 7u] + far + schedule[k - 16u];
    }
    State state = State(0x6a09e667u, 0xbb67ae85u, 0x3c6ef372u, 0xa54ff53au, 0x510e527fu, 0x9b05688cu, 0x1f83d9abu, 0x5be0cd19u);
    state = compress(state, schedule);
    dst.words[8u * i] = state.a;
    dst.words[8u * i + 1u] = state.b;
    dst.words[8u * i + 2u] = state.c;
    dst.words[8u * i + 3u] = state.d;
    dst.words[8u * i + 4u] = state.e;
    dst.words[8u * i + 5u] = state.f;
    dst.words[8u * i + 6u] = state.g;
    dst.words[8u * i + 7u] = state.h;
}
