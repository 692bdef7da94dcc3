#version 450
// A dynamic buffer and a uniform texel buffer.
layout(local_size_x = 64) in;
layout(set = 1, binding = 0) buffer Out { uint out_data[]; };
layout(set = 1, binding = 2) uniform usamplerBuffer texels;

void main()
{
    out_data[gl_GlobalInvocationID.x] = texelFetch(texels, int(gl_GlobalInvocationID.x)).x + 1;
}
