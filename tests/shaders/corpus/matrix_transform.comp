// SPDX-License-Identifier: MIT
// Rotation, scale and translation by 4 × 4 matrices; transposed and multiplied from both sides.
// groups: 2 1 1
// features: matrix by-value
// input: float 1024
// output: float 1024
// tolerance: relative 1e-4
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { float words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { float words[]; } dst;

mat4 translation(const vec3 by) {
    return mat4(vec4(1, 0, 0, 0), vec4(0, 1, 0, 0), vec4(0, 0, 1, 0), vec4(by, 1));
}

mat4 rotation(float c, float s) {
    return mat4(vec4(c, s, 0, 0), vec4(-s, c, 0, 0), vec4(0, 0, 1, 0), vec4(0, 0, 0, 1));
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    vec4 a = vec4(src.words[4u * i], src.words[4u * i + 1u], src.words[4u * i + 2u], src.words[4u * i + 3u]);
    mat4 m = translation(a.xyz) * rotation(0.6, 0.8);
    mat3 upper = mat3(m);
    vec4 p = m * vec4(a.yzx, 1.0);
    vec3 q = upper * a.xyz + a.xyz * transpose(upper);
    m[3].x += 1.0;
    m[1] = p;
    vec4 r = m * vec4(q, a.w);
    dst.words[8u * i] = p.x;
    dst.words[8u * i + 1u] = p.y;
    dst.words[8u * i + 2u] = p.z;
    dst.words[8u * i + 3u] = q.x;
    dst.words[8u * i + 4u] = q.y;
    dst.words[8u * i + 5u] = r.x;
    dst.words[8u * i + 6u] = r.y;
    dst.words[8u * i + 7u] = determinant(upper);
}
