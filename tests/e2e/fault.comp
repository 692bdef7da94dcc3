// SPDX-License-Identifier: MIT
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require
// Reads or writes at an address, or goes on for ever.
layout(local_size_x = 1) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Word {
    uint value;
};
layout(binding = 0) volatile buffer Words {
    uint words[];
};
layout(push_constant) uniform Constants {
    uvec2 address;
    uint mode; // 0: load, 1: store, 2: endless
};

void main() {
    words[0] = 1;
    if (mode == 0) words[1] = Word(address).value + 7;
    if (mode == 1) Word(address).value = 5;
    if (mode == 2)
        while (words[2] == 0)
            words[3]++;
    words[4] = 1;
}
