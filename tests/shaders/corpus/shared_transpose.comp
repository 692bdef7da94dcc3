// SPDX-License-Identifier: MIT
// Transposes a tile through shared memory, in two dimensions, and a struct in shared memory.
// groups: 2 2 1
// features: shared barrier struct
#version 460

layout(local_size_x = 16, local_size_y = 16) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

struct Tile {
    uint rows[16][17];
    uint checks[16];
};

shared Tile tile;

void main() {
    uvec2 local = gl_LocalInvocationID.xy;
    uvec2 at = gl_WorkGroupID.xy * 16u + local;
    uint word = src.words[at.y * 32u + at.x];
    tile.rows[local.y][local.x] = word;
    if (local.x == 0u) {
        tile.checks[local.y] = word ^ 0xffffu;
    }
    barrier();
    uvec2 to = gl_WorkGroupID.yx * 16u + local;
    dst.words[to.y * 32u + to.x] = tile.rows[local.x][local.y] + tile.checks[local.x];
}
