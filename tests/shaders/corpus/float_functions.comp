// SPDX-License-Identifier: MIT
// Rounding and choosing of floats, which is exact: floor, fract, mod of whole numbers, clamp, sign, min, max, step.
// groups: 4 1 1
// features: divergent-if
// input: float 1024
// output: float 1024
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { float words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { float words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    float x = src.words[i];
    float y = src.words[i + 256u];
    float down = floor(x) + ceil(y) * 16.0;
    float near = roundEven(x * 8.0) + trunc(y) * 0.25;
    float part = fract(x);
    float chosen = clamp(x, min(y, 0.5), max(y, 0.5));
    if (isnan(x) || isinf(y)) {
        chosen = -100.0;
    }
    dst.words[4u * i] = down;
    dst.words[4u * i + 1u] = near + sign(x) * step(y, x);
    dst.words[4u * i + 2u] = part;
    dst.words[4u * i + 3u] = chosen;
}
