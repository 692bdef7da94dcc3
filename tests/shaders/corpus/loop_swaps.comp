// SPDX-License-Identifier: MIT
// Loops whose variables change places, and that leave at several points.
// groups: 4 1 1
// features: nested-loops break continue
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint a = src.words[i], b = src.words[i + 256u], c = src.words[i + 512u];
    uint rounds = a & 15u;
    for (uint k = 0u; k < rounds; ++k) {
        uint t = a;
        a = b;
        b = c;
        c = t + k;
        if ((c & 7u) == 3u) continue;
        for (uint n = 0u; n < 4u; ++n) {
            uint s = b;
            b = c ^ n;
            c = s;
            if ((s >> n & 1u) != 0u) break;
        }
        if ((a & 0x3fu) == 9u) break;
    }
    dst.words[4u * i] = a;
    dst.words[4u * i + 1u] = b;
    dst.words[4u * i + 2u] = c;
    dst.words[4u * i + 3u] = rounds;
}
