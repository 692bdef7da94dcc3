#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_buffer_reference_uvec2 : require
// One invocation writes where nothing is mapped.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Results { uint word[]; } results;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Word { uint value; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    results.word[i] = 1u;
    if (i == 70u) {
        Word nowhere = Word(uvec2(0x1230u, 0xffff8fffu));
        nowhere.value = i; //@fault
    }
    results.word[i] += i; //@after
}
