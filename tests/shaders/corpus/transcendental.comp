// SPDX-License-Identifier: MIT
// Functions that drivers compute to a stated precision.
// groups: 4 1 1
// features: divergent-if
// input: float 1024
// output: float 1024
// tolerance: relative 1e-3
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { float words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { float words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    float x = src.words[i] * 0.75;
    float y = abs(src.words[i + 256u]) + 0.125;
    float wave = sin(x) + cos(x * 0.5);
    float power = exp2(x) + log2(y);
    float root = sqrt(y) * inversesqrt(y + 1.0);
    float angle = atan(x, y);
    if (x > 0.0) {
        power = pow(y, 1.5);
    }
    dst.words[4u * i] = wave;
    dst.words[4u * i + 1u] = power;
    dst.words[4u * i + 2u] = root + x / y;
    dst.words[4u * i + 3u] = angle;
}
