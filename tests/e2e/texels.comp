// SPDX-License-Identifier: MIT
#version 460
#extension GL_EXT_samplerless_texture_functions : require
// Invocation i samples at place i, or with `from_buffer` gets texel i of a texel buffer.
layout(local_size_x = 64) in;

layout(binding = 0) uniform sampler2D image;
layout(binding = 1) uniform textureBuffer texels;
layout(binding = 2) readonly buffer Places {
    vec2 places[];
};
layout(binding = 3) writeonly buffer Results {
    vec4 results[];
};
layout(push_constant) uniform Constants {
    uint count, from_buffer;
};

void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i >= count) return;
    results[i] = from_buffer != 0 ? texelFetch(texels, int(i)) : textureLod(image, places[i], 0);
}
