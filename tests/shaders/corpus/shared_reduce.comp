// SPDX-License-Identifier: MIT
// Sum, least and greatest of a workgroup by a tree in shared memory.
// groups: 4 1 1
// features: shared barrier divergent-if
// output: uint 16
#version 460

layout(local_size_x = 128) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

shared uint sums[128];
shared uvec2 bounds[128];

void main() {
    uint local = gl_LocalInvocationID.x;
    uint word = src.words[gl_GlobalInvocationID.x];
    sums[local] = word;
    bounds[local] = uvec2(word);
    barrier();
    for (uint width = 64u; width > 0u; width >>= 1u) {
        if (local < width) {
            sums[local] += sums[local + width];
            uvec2 other = bounds[local + width];
            bounds[local] = uvec2(min(bounds[local].x, other.x), max(bounds[local].y, other.y));
        }
        barrier();
    }
    if (local == 0u) {
        dst.words[4u * gl_WorkGroupID.x] = sums[0];
        dst.words[4u * gl_WorkGroupID.x + 1u] = bounds[0].x;
        dst.words[4u * gl_WorkGroupID.x + 2u] = bounds[0].y;
    }
}
