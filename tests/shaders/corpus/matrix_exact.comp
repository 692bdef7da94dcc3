// SPDX-License-Identifier: MIT
// Integer-valued matrices, so that every order of the sums gives the same bits; columns chosen by index.
// groups: 4 1 1
// features: matrix array nested-loops scratch
// output: float 1024
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { float words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    mat3 m[4];
    for (uint k = 0u; k < 4u; ++k) {
        uint bits = src.words[4u * i + k];
        for (uint column = 0u; column < 3u; ++column) {
            for (uint row = 0u; row < 3u; ++row) {
                m[k][column][row] = float(int(bits >> (3u * (3u * column + row)) & 7u) - 3);
            }
        }
    }
    mat3 product = m[0] * m[1] * m[2] * m[3];
    mat2x3 part = mat2x3(product[2], product[0]);
    vec3 v = m[i & 3u][i % 3u];
    vec2 w = v * part;
    dst.words[4u * i] = product[0][0] + 2.0 * product[1][1];
    dst.words[4u * i + 1u] = product[2][1];
    dst.words[4u * i + 2u] = w.x;
    dst.words[4u * i + 3u] = w.y;
}
