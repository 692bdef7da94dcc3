// SPDX-License-Identifier: MIT
// Prefix sums over a workgroup, Hillis and Steele's way, with two barriers a step.
// groups: 2 1 1
// features: shared barrier divergent-if nested-loops
// output: uint 512
#version 460

layout(local_size_x = 256) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

shared uint scan[256];

void main() {
    uint local = gl_LocalInvocationID.x;
    uint i = gl_GlobalInvocationID.x;
    uint carry = 0u;
    for (uint part = 0u; part < 2u; ++part) {
        scan[local] = src.words[part * 512u + i] >> 20u;
        barrier();
        for (uint by = 1u; by < 256u; by <<= 1u) {
            uint below = 0u;
            if (local >= by) {
                below = scan[local - by];
            }
            barrier();
            scan[local] += below;
            barrier();
        }
        carry += scan[255];
        dst.words[i] = scan[local] + carry * (part + 1u);
        barrier();
    }
}
