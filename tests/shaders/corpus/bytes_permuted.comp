// SPDX-License-Identifier: MIT
// Bytes picked, spread and swapped: what compilers make byte permutes and packs of.
// groups: 4 1 1
// features: int8 packed-half
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint a = src.words[i], b = src.words[i + 256u], c = src.words[i + 512u];
    u8vec4 bytes = unpack8(a);
    u16vec2 halves = unpack16(b);
    dst.words[4u * i] = pack32(bytes.wzyx);
    dst.words[4u * i + 1u] = pack32(u16vec2(halves.y, uint16_t(a)));
    dst.words[4u * i + 2u] = (a & 0xff00ff00u) | (b & 0x00ff00ffu);
    dst.words[4u * i + 3u] = (a >> 8 & 0xffu) << 24 | (b & 0xffu) << 8 | (a >> 24) << 16 | (c >> 16 & 0xffu);
}
