#version 450
#extension GL_GOOGLE_include_directive : require
#include "interface.glsl"
// A scan in shared memory over barriers, then a transposition.
shared uint lane_sum[64];
shared vec4 corner[4];
shared struct { uint low; uint high; } range_of_group;

void main()
{
    uint l = gl_LocalInvocationID.x, i = gl_GlobalInvocationID.x;
    lane_sum[l] = source[i] & 0xff;
    if (l < 4)
        corner[l] = vec4(l, l * 2, l * 3, source[i] & 15);
    if (l == 0) {
        range_of_group.low = 0xffffffffu;
        range_of_group.high = 0;
    }
    barrier();
    atomicMin(range_of_group.low, lane_sum[l]);
    atomicMax(range_of_group.high, lane_sum[l]);
    barrier();
    for (uint step = 1; step < 64; step <<= 1) {
        uint other = l >= step ? lane_sum[l - step] : 0;
        barrier();
        lane_sum[l] += other;
        barrier();
    }
    result[i * 4] = lane_sum[(l & 7) * 8 + (l >> 3)];
    result[i * 4 + 1] = uint(corner[l & 3].z) + uint(corner[(l + 1) & 3].w);
    result[i * 4 + 2] = range_of_group.low;
    result[i * 4 + 3] = range_of_group.high;
}
