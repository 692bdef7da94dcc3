// SPDX-License-Identifier: MIT
// A random number generator whose state is a global of the invocation.
// groups: 4 1 1
// features: private-global nested-calls
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

uint state;
uint calls;
uvec3 last;

uint next() {
    state = state * 747796405u + 2891336453u;
    ++calls;
    uint word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
    last = uvec3(word, last.xy);
    return word >> 22u ^ word;
}

uint below(uint limit) {
    uint word = next();
    while (word > 0xf0000000u) {
        word = next();
    }
    return word % limit;
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    state = src.words[i];
    calls = 0u;
    last = uvec3(1u, 2u, 3u);
    uint sum = 0u;
    for (uint k = 0u; k < 10u; ++k) {
        sum += below(100u);
    }
    dst.words[4u * i] = sum;
    dst.words[4u * i + 1u] = state;
    dst.words[4u * i + 2u] = calls;
    dst.words[4u * i + 3u] = last.x ^ last.y ^ last.z;
}
