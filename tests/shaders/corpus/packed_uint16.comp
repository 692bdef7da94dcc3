// SPDX-License-Identifier: MIT
// Pairs of uint16_t: what compilers make packed instructions of.
// groups: 4 1 1
// features: int16 packed-half
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

u16vec2 load(uint at) {
    uint word = src.words[at];
    return unpack16(word);
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    u16vec2 a = load(i), b = load(i + 256u), c = load(i + 512u);
    dst.words[4u * i] = uint(pack32(a * b + c));
    dst.words[4u * i + 1u] = uint(pack32(min(a, b) - max(b, c)));
    dst.words[4u * i + 2u] = uint(pack32((a << (b & u16vec2(15))) ^ (c >> (a.yx & u16vec2(15)))));
    dst.words[4u * i + 3u] = uint(pack32(clamp(a, min(b, c), max(b, c)) + a.yx));
}
