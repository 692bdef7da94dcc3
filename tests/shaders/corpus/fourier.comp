// SPDX-License-Identifier: MIT
// A fast Fourier transform of 64 complex numbers in shared memory, forwards and backwards; gives the input back.
// groups: 4 1 1
// features: shared barrier struct inlined-twice by-value
// input: float 1024
// output: float 1024
// tolerance: relative 1e-4
#version 460

layout(local_size_x = 32) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { float words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { float words[]; } dst;

const uint SIZE = 64u;
const uint STAGES = 6u;
const float PI = 3.14159265359;

struct Complex {
    float re;
    float im;
};

shared Complex values[SIZE];

Complex add(const Complex a, const Complex b) {
    return Complex(a.re + b.re, a.im + b.im);
}

Complex subtract(const Complex a, const Complex b) {
    return Complex(a.re - b.re, a.im - b.im);
}

Complex multiply(const Complex a, const Complex b) {
    float re = a.re * b.re - a.im * b.im;
    float im = a.re * b.im + a.im * b.re;
    return Complex(re, im);
}

Complex twiddle(uint index, uint size, float sign) {
    float angle = sign * 2.0 * PI * float(index) / float(size);
    return Complex(cos(angle), sin(angle));
}

uint reversed(uint index) {
    return bitfieldReverse(index) >> (32u - STAGES);
}

void reorder(uint local) {
    Complex first = values[reversed(local)];
    Complex second = values[reversed(local + SIZE / 2u)];
    barrier();
    values[local] = first;
    values[local + SIZE / 2u] = second;
    barrier();
}

void transform(uint local, float sign) {
    reorder(local);
    for (uint stage = 1u; stage <= STAGES; ++stage) {
        uint span = 1u << stage;
        uint half_span = span >> 1u;
        uint block = local / half_span;
        uint place = local % half_span;
        uint low = block * span + place;
        uint high = low + half_span;
        Complex a = values[low];
        Complex b = multiply(values[high], twiddle(place, span, sign));
        values[low] = add(a, b);
        values[high] = subtract(a, b);
        barrier();
    }
}

float power_of(const Complex value) {
    return (value.re * value.re + value.im * value.im) / float(SIZE * SIZE);
}

void main() {
    uint local = gl_LocalInvocationID.x;
    uint base = gl_WorkGroupID.x * SIZE;
    uint other = local + SIZE / 2u;
    values[local] = Complex(src.words[base + local], src.words[base + local + 256u]);
    values[other] = Complex(src.words[base + other], src.words[base + other + 256u]);
    barrier();
    transform(local, -1.0);
    float low_power = power_of(values[local]);
    float high_power = power_of(values[other]);
    barrier();
    transform(local, 1.0);
    float scale = 1.0 / float(SIZE);
    Complex back = values[local];
    back.re *= scale;
    back.im *= scale;
    Complex other_back = values[other];
    other_back.re *= scale;
    uint at = 4u * (base + local);
    dst.words[at] = low_power;
    dst.words[at + 1u] = high_power;
    dst.words[at + 2u] = back.re;
    dst.words[at + 3u] = other_back.re + back.im;
}
