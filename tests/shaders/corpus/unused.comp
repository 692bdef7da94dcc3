// SPDX-License-Identifier: MIT
// Variables that are written and never read, of every kind.
// groups: 4 1 1
// features: unused-variable struct array matrix
#version 460

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

struct Unused {
    uint word;
    vec3 point;
};

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint word = src.words[i];
    uint never_read = word * 3u;
    vec4 color = vec4(float(word), 1.0, 0.5, float(i));
    mat2 rotation = mat2(0.0, 1.0, -1.0, 0.0);
    bool odd = (word & 1u) != 0u;
    uint history[4];
    Unused whole = Unused(word, vec3(1.0));
    for (uint k = 0u; k < 4u; ++k) {
        history[k] = never_read + k;
        whole.word += k;
        if (odd) {
            color.x += 1.0;
        }
    }
    uint kept = word ^ i;
    never_read = kept;
    dst.words[i] = kept;
}
