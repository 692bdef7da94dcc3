#version 460
// Samples an image; "refused" makes it one that the simulated device does not model.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Results { uint word[]; } results;
layout(set = 0, binding = 1) uniform sampler2D image;

void main() {
    uint i = gl_GlobalInvocationID.x; //@before
    vec4 texel = textureLod(image, vec2(0.5), 0); //@sample
    results.word[i] = floatBitsToUint(texel.x) + i;
}
