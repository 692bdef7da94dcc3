#version 460
// A workgroup of three dimensions.
layout(local_size_x = 4, local_size_y = 4, local_size_z = 4) in;
layout(set = 0, binding = 0) buffer Results { uint word[]; } results;

void main() {
    uvec3 at = gl_GlobalInvocationID;
    uint value = at.z * 100u + at.y * 10u + at.x;
    results.word[gl_WorkGroupID.x * 64u + gl_LocalInvocationIndex] = value; //@layers
}
