// SPDX-License-Identifier: MIT
// Sums over nested loops that skip and stop early, with bounds from the data.
// groups: 4 1 1
// features: nested-loops continue break divergent-loop
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint limit = src.words[i] % 13u + 3u;
    uint sum = 0u;
    uint rounds = 0u;
    for (uint y = 0u; y < limit; ++y) {
        if (y % 3u == 1u) {
            continue;
        }
        for (uint x = y; x < 24u; ++x) {
            uint product = x * y + limit;
            if (product % 7u == 0u) {
                continue;
            }
            if (product > 150u) {
                break;
            }
            sum += product;
            ++rounds;
        }
        if (sum > 4000u) {
            break;
        }
    }
    dst.words[i] = sum;
    dst.words[256u + i] = rounds;
    dst.words[512u + i] = limit;
}
