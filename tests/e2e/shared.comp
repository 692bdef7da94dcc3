// SPDX-License-Identifier: MIT
// All of the shared memory and all of the invocations that a workgroup may have: each word is written by one invocation and read by
// another one.
#version 450
layout(local_size_x = 1024) in;
layout(set = 0, binding = 0) buffer Values { uint values[]; };

const uint kWords = 16384;
shared uint words[kWords];

void main() {
    uint me = gl_LocalInvocationID.x, group = gl_WorkGroupID.x;
    for (uint i = 0; i < 16; ++i) {
        uint number = me * 16 + i;
        words[number * 5 % kWords] = group << 24 | number;
    }
    barrier();
    for (uint i = 0; i < 16; ++i) {
        uint at = i * 1024 + me;
        values[group * kWords + at] = words[at ^ 0x3ff0];
    }
}
