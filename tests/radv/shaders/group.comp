#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
// Shared memory, barriers, atomics, subgroup operations, module-scope variables.
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };
layout(set = 0, binding = 1) buffer Count { uint count; };

struct Cell {
    uint key;
    vec2 where;
};
shared Cell cells[64];
shared uint lowest;
uint calls = 0u;

uint rotate(uint value) {
    calls++;
    return (value << 7) | (value >> 25);
}

void main() {
    uint local = gl_LocalInvocationIndex;
    uint i = gl_WorkGroupID.x * 64u + local;
    if (local == 0u)
        lowest = 0xffffffffu;
    barrier();
    uint key = rotate(i * 2654435761u);
    cells[local].key = key;
    cells[local].where = vec2(gl_LocalInvocationID.xy);
    atomicMin(lowest, key);
    barrier();
    Cell mate = cells[63u - local];
    uint sum = subgroupAdd(mate.key & 15u);
    uvec4 odd = subgroupBallot((mate.key & 1u) != 0u);
    uint neighbour = subgroupShuffleXor(key, 1u);
    uint before = atomicAdd(count, 1u);
    if (rotate(neighbour) > lowest)
        sum += uint(mate.where.x * 8.0);
    words[i] = sum + odd.x + neighbour + before + calls;
}
