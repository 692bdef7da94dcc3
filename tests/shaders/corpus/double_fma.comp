// SPDX-License-Identifier: MIT
// Double precision sums of products with fma, vectors and a matrix; compared as floats.
// groups: 1 1 1
// features: double matrix
// input: float 1024
// output: float 256
// tolerance: ulp 1
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { float words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { float words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    dvec3 a = dvec3(src.words[3u * i], src.words[3u * i + 1u], src.words[3u * i + 2u]);
    dmat2 m = dmat2(a.x, a.y, a.z, 1.5LF);
    dvec2 v = m * a.xy;
    double f = fma(a.x, a.y, a.z);
    double root = sqrt(abs(f) + 1.0LF);
    double quotient = a.x / (abs(a.y) + 1.0LF);
    dst.words[4u * i] = float(v.x + v.y);
    dst.words[4u * i + 1u] = float(f);
    dst.words[4u * i + 2u] = float(root);
    dst.words[4u * i + 3u] = float(quotient);
}
