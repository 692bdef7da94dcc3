// SPDX-License-Identifier: MIT
// Sums of a workgroup from subgroup sums: the same for every subgroup size.
// groups: 4 1 1
// features: subgroup shared barrier atomic
// output: uint 16
#version 460
#extension GL_KHR_shader_subgroup_arithmetic : require

layout(local_size_x = 128) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

shared uint sum;
shared uint bits;
shared uint largest;

void main() {
    uint local = gl_LocalInvocationID.x;
    if (local == 0u) {
        sum = 0u;
        bits = 0u;
        largest = 0u;
    }
    barrier();
    uint word = src.words[gl_GlobalInvocationID.x];
    uint part = subgroupAdd(word);
    uint any_bits = subgroupXor(word);
    uint most = subgroupMax(word);
    if (subgroupElect()) {
        atomicAdd(sum, part);
        atomicXor(bits, any_bits);
        atomicMax(largest, most);
    }
    barrier();
    if (local == 0u) {
        dst.words[4u * gl_WorkGroupID.x] = sum;
        dst.words[4u * gl_WorkGroupID.x + 1u] = bits;
        dst.words[4u * gl_WorkGroupID.x + 2u] = largest;
    }
}
