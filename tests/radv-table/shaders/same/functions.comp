#version 450
#extension GL_GOOGLE_include_directive : require
#include "interface.glsl"
// Functions with in, out and inout parameters, called twice and nested, and a global variable.
uint calls = 0;

uint hash(uint state)
{
    calls++;
    state = state * 747796405u + 2891336453u;
    uint word = ((state >> ((state >> 28) + 4)) ^ state) * 277803737u;
    return (word >> 22) ^ word;
}

bool split(in uvec2 pair, out uint low, inout uint total)
{
    low = min(pair.x, pair.y);
    total += max(pair.x, pair.y);
    if (low > 0x40000000u)
        return true;
    low = hash(low);
    return false;
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint total = 1, low;
    uvec2 pair = uvec2(source[i], hash(source[i]));
    bool first = split(pair, low, total);
    pair.y = low;
    uint low_again;
    bool second = split(pair.yx, low_again, total);
    precise float ratio = float(low & 0xffff) / float((total & 0xff) + 1);
    result[i * 4] = total;
    result[i * 4 + 1] = low ^ low_again;
    result[i * 4 + 2] = (first ? 1 : 0) + (second ? 2 : 0) + calls * 4;
    result[i * 4 + 3] = floatBitsToUint(ratio);
}
