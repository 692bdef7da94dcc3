#version 450
// Functions in functions, in loops, with out and inout parameters and several returns.
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Words { uint words[]; };

uint mix_bits(uint x, inout uint seed) {
    uint r = x * 747796405u + seed;
    if ((r & 1u) != 0u) {
        uint odd = r >> 3;
        seed += odd;
        return odd;
    }
    seed ^= r;
    return r ^ x;
}

void split(in uint value, out uint low, out uint high) {
    low = value & 0xffffu;
    high = value >> 16;
}

uint twice(uint a, uint b) {
    uint seed = b;
    uint first = mix_bits(a, seed);
    uint second = mix_bits(first, seed);
    return first + second + seed;
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint total = 0;
    for (uint k = 0; k < 4; k++) {
        uint x = k + i;
        total += twice(x, total);
    }
    uint low;
    uint high;
    split(total, low, high);
    if (low > high) {
        uint swap = low;
        low = high;
        high = swap;
    }
    words[i] = low * 65536u + high;
}
