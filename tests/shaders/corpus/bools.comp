// SPDX-License-Identifier: MIT
// Booleans and vectors of them: stored, combined, chosen by.
// groups: 4 1 1
// features: bool bvec divergent-if
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uvec4 v = uvec4(src.words[4u * i], src.words[4u * i + 1u], src.words[4u * i + 2u], src.words[4u * i + 3u]);
    bool odd = (v.x & 1u) != 0u;
    bool large = v.y > 0x80000000u;
    bool both = odd && large;
    bool differ = odd != large;
    bvec4 above = greaterThan(v, v.wzyx);
    bvec4 even = equal(v & 1u, uvec4(0u));
    bvec4 chosen = both ? above : even;
    uint score = 0u;
    if (any(above)) {
        score += 1u;
    }
    if (all(even)) {
        score += 2u;
    }
    if (differ || !chosen.z) {
        score += 4u;
    }
    uvec4 picked = mix(v, v.yxwz, chosen);
    chosen.y = differ;
    dst.words[4u * i] = score;
    dst.words[4u * i + 1u] = picked.x ^ picked.z;
    dst.words[4u * i + 2u] = uint(both) | uint(differ) << 1u | uint(chosen.x) << 2u | uint(chosen.y) << 3u;
    dst.words[4u * i + 3u] = picked.y + picked.w;
}
