// SPDX-License-Identifier: MIT
// Division and remainder of 8 bits, signed by positive numbers and unsigned, by variables and by constants.
// groups: 4 1 1
// features: int8 by-value
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint8_t a = uint8_t(src.words[i + 0u]), b = (uint8_t(src.words[i + 512u])) | uint8_t(1);
    int8_t c = int8_t(a), d = int8_t(b >> uint8_t(1)) | int8_t(1);
    dst.words[4u * i] = uint(a / b);
    dst.words[4u * i + 1u] = uint(a % b + a / uint8_t(10));
    dst.words[4u * i + 2u] = uint(uint8_t(c / d + c / int8_t(7)));
    dst.words[4u * i + 3u] = uint(uint8_t(int8_t(a >> uint8_t(1)) % d) ^ a % uint8_t(3));
}
