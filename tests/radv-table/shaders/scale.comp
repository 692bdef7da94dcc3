#version 450
// Every kind of descriptor that the tests decode, push constants and specialisation constants.
layout(local_size_x_id = 0, local_size_y = 1, local_size_z = 1) in;
layout(constant_id = 1) const uint factor = 3;
layout(constant_id = 2) const double offset = 0.0;
layout(set = 0, binding = 0) buffer Out { uint out_data[]; };
layout(set = 0, binding = 1) readonly buffer In { uint in_data[]; } inputs[2];
layout(set = 0, binding = 3) uniform Block { uint addend; uint other; } block;
layout(push_constant) uniform Push { uint count; uint bias; } push;

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= push.count)
        return;
    uint value = inputs[0].in_data[i] * factor + inputs[1].in_data[i] + block.addend;
    out_data[i] = value + push.bias + uint(offset);
}
