// SPDX-License-Identifier: MIT
#version 450
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Values { uint values[]; };
layout(push_constant) uniform Constants { uint count; };

void main() {
    uint index = gl_GlobalInvocationID.x;
    if (index < count) values[index] = index * 3;
}
