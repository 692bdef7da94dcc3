// SPDX-License-Identifier: MIT
// Dot products of four bytes in a word, also added to a sum that saturates.
// groups: 4 1 1
// features: by-value
#version 460
#extension GL_EXT_spirv_intrinsics : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

// OpSDot, OpUDot, OpSUDot, OpSDotAccSat, OpUDotAccSat and OpSUDotAccSat; the format is PackedVectorFormat4x8Bit, 0.
spirv_instruction(extensions = ["SPV_KHR_integer_dot_product"], capabilities = [6019, 6018], id = 4450)
int signed_dot(uint a, uint b, spirv_literal int format);
spirv_instruction(extensions = ["SPV_KHR_integer_dot_product"], capabilities = [6019, 6018], id = 4451)
uint unsigned_dot(uint a, uint b, spirv_literal int format);
spirv_instruction(extensions = ["SPV_KHR_integer_dot_product"], capabilities = [6019, 6018], id = 4452)
int mixed_dot(uint a, uint b, spirv_literal int format);
spirv_instruction(extensions = ["SPV_KHR_integer_dot_product"], capabilities = [6019, 6018], id = 4453)
int signed_sum(uint a, uint b, int sum, spirv_literal int format);
spirv_instruction(extensions = ["SPV_KHR_integer_dot_product"], capabilities = [6019, 6018], id = 4454)
uint unsigned_sum(uint a, uint b, uint sum, spirv_literal int format);
spirv_instruction(extensions = ["SPV_KHR_integer_dot_product"], capabilities = [6019, 6018], id = 4455)
int mixed_sum(uint a, uint b, int sum, spirv_literal int format);

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint a = src.words[i], b = src.words[i + 256u], c = src.words[i + 512u];
    dst.words[4u * i] = uint(signed_dot(a, b, 0)) + unsigned_dot(a, b, 0);
    dst.words[4u * i + 1u] = uint(mixed_dot(a, b, 0)) ^ uint(signed_sum(a, b, int(c), 0));
    dst.words[4u * i + 2u] = unsigned_sum(a, b, (c & 0xffffu) | 0xffff0000u, 0);
    dst.words[4u * i + 3u] = uint(mixed_sum(a, b, int(0x7fff8000u | c & 0x7fffu), 0)) ^ uint(signed_sum(b, c, int(0x80000000u | a & 0x3fffu), 0));
}
