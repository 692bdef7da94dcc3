#version 450
#extension GL_GOOGLE_include_directive : require
#include "interface.glsl"
// More values alive than there are registers.
void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint bank[160];
    for (uint j = 0; j < 160; j++)
        bank[j] = source[(i + j * 37) & 1023] * (j + 1);
    uint sum = 0;
    for (uint round = 0; round < 4; round++) {
        for (uint j = 0; j < 160; j++)
            bank[j] += bank[(j + 1 + round) % 160] >> 3;
        sum += bank[round * 7];
    }
    uint picked = bank[source[i] % 160];
    result[i * 4] = sum;
    result[i * 4 + 1] = picked;
    uint all = 0;
    for (uint j = 0; j < 160; j++)
        all ^= bank[j] << (j & 7);
    result[i * 4 + 2] = all;
    result[i * 4 + 3] = push.seed + push.count;
}
