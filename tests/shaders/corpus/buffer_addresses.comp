// SPDX-License-Identifier: MIT
// Buffers found by their addresses alone: loads, stores and atomics through pointers, with offsets.
// groups: 4 1 1
// features: int64 atomic
// output: uint 529
// push: addresses
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

layout(buffer_reference, std430, buffer_reference_align = 4) buffer Words { uint words[]; };
layout(push_constant) uniform Push { Words input_words; Words output_words; } push;

void main() {
    uint i = gl_GlobalInvocationID.x;
    Words rows = push.input_words;
    uint word = rows.words[i * 4u & 1023u];
    Words moved = Words(uint64_t(push.input_words) + uint64_t(word & 1020u));
    push.output_words.words[i] = moved.words[1] ^ word;
    atomicAdd(push.output_words.words[512u + (word & 15u)], word);
    if ((word & 1u) != 0u) {
        atomicMax(push.output_words.words[528], word);
    }
    dst.words[256u + i] = rows.words[1023u - i];
}
