// SPDX-License-Identifier: MIT
// A sieve in an array of booleans, flags that survive divergent loops, a bvec as parameter.
// groups: 1 1 1
// features: bool bvec array scratch divergent-loop inout-parameter
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void mark(inout bvec3 seen, uint value) {
    seen.x = seen.x || value % 3u == 0u;
    seen.y = seen.y || value % 5u == 0u;
    seen.z = seen.z != (value % 7u == 0u);
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    bool composite[64];
    for (int k = 0; k < 64; ++k) {
        composite[k] = k < 2;
    }
    uint limit = 16u + src.words[i] % 48u;
    for (uint p = 2u; p * p < limit; ++p) {
        if (composite[p]) {
            continue;
        }
        for (uint m = p * p; m < limit; m += p) {
            composite[m] = true;
        }
    }
    bvec3 seen = bvec3(false);
    bool last = false;
    uint count = 0u;
    for (uint k = 0u; k < limit; ++k) {
        if (!composite[k]) {
            ++count;
            mark(seen, k + limit);
        }
        last = composite[k];
    }
    dst.words[i] = count;
    dst.words[64u + i] = uint(seen.x) | uint(seen.y) << 1u | uint(seen.z) << 2u | uint(last) << 3u;
}
