// SPDX-License-Identifier: MIT
// Push constants of several types, uniform branches and loops over them.
// groups: 2 1 1
// features: divergent-if array
// push: 5 0x11 -3 1.5 0.25 -2.0 8.0 12 34 56 78
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;
layout(push_constant) uniform PushConstants {
    uint rounds;
    uint flags;
    int offset;
    float scale;
    vec3 weights_and_pad;
    uint table[4];
} pc;

void main() {
    uint i = gl_GlobalInvocationID.x;
    int value = int(src.words[i] >> 20u) + pc.offset;
    for (uint k = 0u; k < pc.rounds; ++k) {
        value += int(pc.table[k & 3u]);
        if ((pc.flags & (1u << k)) != 0u) {
            value *= 3;
        }
    }
    precise float scaled = float(value) * pc.scale;
    dst.words[4u * i] = uint(value);
    dst.words[4u * i + 1u] = floatBitsToUint(scaled);
    dst.words[4u * i + 2u] = pc.table[gl_WorkGroupID.x & 3u];
    dst.words[4u * i + 3u] = uint(int(pc.weights_and_pad.x * 4.0));
}
