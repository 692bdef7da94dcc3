#version 450
#extension GL_GOOGLE_include_directive : require
#include "interface.glsl"
// Loops, switches and returns that lanes take differently.
uint collatz(uint x)
{
    uint steps = 0;
    while (x != 1) {
        if ((x & 1) == 0) {
            x >>= 1;
            steps++;
            continue;
        }
        x = 3 * x + 1;
        if (++steps > 200)
            return 0xffffffffu;
    }
    return steps;
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    uint value = source[i] % 1000 + 1;
    uint kind = source[i] >> 28;
    uint out_value = 0;
    switch (kind & 7) {
    case 0:
        out_value = 17;
    case 1: // falls through from 0
        out_value += value;
        break;
    case 2:
        for (uint j = 0; j < value % 13; j++) {
            for (uint k = 0; k < j; k++) {
                if (k * j == 12)
                    break;
                out_value = out_value * 3 + k;
            }
        }
        break;
    case 5:
        result[i * 4] = 5;
        return;
    default:
        do {
            out_value ^= value * 31;
            value -= value > 5 ? 5 : value;
        } while (value > 2);
        break;
    }
    result[i * 4] = collatz(out_value % 500 + 1);
    result[i * 4 + 1] = out_value;
}
