#version 450
#extension GL_KHR_shader_subgroup_arithmetic : require
// Workgroup ids in three dimensions, shared memory, a barrier, a loop, scratch and subgroup operations.
layout(local_size_x = 8, local_size_y = 4, local_size_z = 2) in;
layout(set = 0, binding = 0) buffer Out { uint out_data[]; };
layout(push_constant) uniform Push { uint count; uint bias; } push;
shared uint row[64];

uint mix_bits(uint x)
{
    for (int i = 0; i < 5; i++)
        x = (x ^ (x >> 7)) * 2654435761u + uint(i);
    return x;
}

void main()
{
    uint local = gl_LocalInvocationIndex;
    row[local] = mix_bits(local + gl_WorkGroupID.x * 64 + gl_WorkGroupID.y * 4096 + gl_WorkGroupID.z * 65536);
    barrier();
    uint table[16];
    for (uint i = 0; i < 16; i++)
        table[i] = row[(local + i * 5) & 63] + i;
    uint picked = table[row[local ^ 1] & 15];
    uint sum = subgroupAdd(picked & 0xff);
    uint group = gl_WorkGroupID.x + gl_NumWorkGroups.x * (gl_WorkGroupID.y + gl_NumWorkGroups.y * gl_WorkGroupID.z);
    out_data[group * 64 + local] = picked + sum + push.bias;
}
