#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_vote : require
#include "interface.glsl"
// Subgroup operations, some under divergence.
void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint v = source[i];
    uint scan = subgroupExclusiveAdd(v & 0xffff);
    uint odd = 0;
    if ((v & 1) != 0)
        odd = subgroupAdd(1) + subgroupBallotBitCount(subgroupBallot((v & 2) != 0));
    uint other = subgroupShuffle(v, (gl_SubgroupInvocationID + 5) & 31);
    uint smallest = subgroupMin(v) ^ subgroupBroadcastFirst(v);
    result[i * 4] = scan;
    result[i * 4 + 1] = odd;
    result[i * 4 + 2] = other ^ smallest;
    result[i * 4 + 3] = (subgroupAny(v > 0xf0000000u) ? 1 : 0) + (subgroupAllEqual(v >> 31) ? 2 : 0);
}
