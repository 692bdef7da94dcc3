#version 460
#extension GL_EXT_buffer_reference : require
// What goes wrong with a pointer that the program passes: mode 0 reads through it, 1 writes, 2 never ends.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Results { uint word[]; } results;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Words { uint at[]; };
layout(push_constant) uniform Push { Words words; uint index; uint mode; } push;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint value = 3u * i;
    results.word[i] = value;
    if (i == 70u) {
        if (push.mode == 0u)
            value += push.words.at[push.index]; //@read
        if (push.mode == 1u)
            push.words.at[push.index] = value; //@write
    }
    while (push.mode == 2u)
        results.word[i] += value | 1u; //@turn
    results.word[i] += value; //@after
}
