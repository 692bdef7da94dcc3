#version 450
#extension GL_GOOGLE_include_directive : require
#include "interface.glsl"
// Atomics whose result does not depend on their order.
void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint v = source[i];
    atomicAdd(result[v & 63], v >> 16);
    atomicXor(result[64 + (v & 31)], v);
    atomicMax(result[96 + (v & 15)], v);
    atomicOr(result[112 + (v & 3)], 1u << (v >> 27));
    if (atomicAdd(result[120], 1) == 0xffffffffu)
        result[121] = 1;
}
