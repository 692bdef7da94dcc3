#version 460
// Samples an image and asks whether its memory is there, which the simulated device does not model.
#extension GL_ARB_sparse_texture2 : require
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Results { uint word[]; } results;
layout(set = 0, binding = 1) uniform sampler2D image;

void main() {
    uint i = gl_GlobalInvocationID.x; //@before
    vec4 texel;
    int residency = sparseTextureARB(image, vec2(0.5), texel); //@sample
    results.word[i] = floatBitsToUint(texel.x) + i + uint(residency);
}
