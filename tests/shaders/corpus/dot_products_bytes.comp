// SPDX-License-Identifier: MIT
// Dot products of vectors of bytes and of 16-bit numbers.
// groups: 4 1 1
// features: int8 int16
#version 460
#extension GL_EXT_spirv_intrinsics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

spirv_instruction(extensions = ["SPV_KHR_integer_dot_product"], capabilities = [6019, 6017], id = 4450)
int signed_dot(i8vec4 a, i8vec4 b);
spirv_instruction(extensions = ["SPV_KHR_integer_dot_product"], capabilities = [6019, 6016], id = 4451)
uint unsigned_dot(u16vec2 a, u16vec2 b);
spirv_instruction(extensions = ["SPV_KHR_integer_dot_product"], capabilities = [6019, 6016], id = 4450)
int signed_halves(i16vec2 a, i16vec2 b);

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint a = src.words[i], b = src.words[i + 256u], c = src.words[i + 512u];
    dst.words[4u * i] = uint(signed_dot(unpack8(int(a)), unpack8(int(b))));
    dst.words[4u * i + 1u] = unsigned_dot(unpack16(a), unpack16(b));
    dst.words[4u * i + 2u] = uint(signed_halves(unpack16(int(a)), unpack16(int(b))));
    dst.words[4u * i + 3u] = uint(signed_dot(unpack8(int(a ^ b)), unpack8(0x01020304))) + c;
}
