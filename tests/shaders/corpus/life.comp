// SPDX-License-Identifier: MIT
// Conway's game on a torus of 32 × 32 cells in shared memory, sixteen generations.
// groups: 1 1 1
// features: shared barrier nested-loops continue bool
#version 460

layout(local_size_x = 32, local_size_y = 8) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

shared uint cells[2][32 * 32];

uint neighbours(uint plane, ivec2 at) {
    uint count = 0u;
    for (int y = -1; y <= 1; ++y) {
        for (int x = -1; x <= 1; ++x) {
            if (x == 0 && y == 0) {
                continue;
            }
            ivec2 other = (at + ivec2(x, y)) & 31;
            count += cells[plane][other.y * 32 + other.x];
        }
    }
    return count;
}

void main() {
    ivec2 local = ivec2(gl_LocalInvocationID.xy);
    for (int part = 0; part < 4; ++part) {
        int index = (local.y + 8 * part) * 32 + local.x;
        cells[0][index] = src.words[index] >> 31u;
    }
    barrier();
    for (uint generation = 0u; generation < 16u; ++generation) {
        uint from = generation & 1u;
        for (int part = 0; part < 4; ++part) {
            ivec2 at = ivec2(local.x, local.y + 8 * part);
            uint count = neighbours(from, at);
            bool alive = cells[from][at.y * 32 + at.x] != 0u;
            bool lives = count == 3u || (alive && count == 2u);
            cells[from ^ 1u][at.y * 32 + at.x] = uint(lives);
        }
        barrier();
    }
    for (int part = 0; part < 4; ++part) {
        int index = (local.y + 8 * part) * 32 + local.x;
        dst.words[index] = cells[0][index];
    }
}
