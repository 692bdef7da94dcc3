// SPDX-License-Identifier: MIT
#version 460
// Adds `value` to words[first + the workgroup's number in 8 x 8 x 8], once for each of the 64 invocations; with
// `copy` it stores the word at `from` there instead, so that a wrong order of commands shows.
layout(local_size_x = 64) in;
layout(binding = 0) buffer Words {
    uint words[];
};
layout(push_constant) uniform Constants {
    uint first, value, copy, from;
};

void main() {
    uint at = first + gl_WorkGroupID.x + 8 * gl_WorkGroupID.y + 64 * gl_WorkGroupID.z;
    if (copy == 0)
        atomicAdd(words[at], value);
    else if (gl_LocalInvocationIndex == 0)
        words[at] = words[from] + value;
}
