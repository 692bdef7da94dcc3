// SPDX-License-Identifier: MIT
// Multiplies and reduces 128-bit numbers in four words, with carries through 64 bits: modular powers by squaring.
// groups: 2 1 1
// features: int64 array scratch nested-loops inout-parameter out-parameter nested-calls early-return
#version 460
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

layout(local_size_x = 64) in;
layout(set = 0, binding = 0, std430) readonly buffer Input { uint words[]; } src;
layout(set = 0, binding = 1, std430) buffer Output { uint words[]; } dst;

const uint WORDS = 4u;

struct Number {
    uint words[WORDS];
};

Number zero() {
    Number number;
    for (uint k = 0u; k < WORDS; ++k) {
        number.words[k] = 0u;
    }
    return number;
}

int compare(const Number a, const Number b) {
    for (int k = int(WORDS) - 1; k >= 0; --k) {
        if (a.words[k] > b.words[k]) {
            return 1;
        }
        if (a.words[k] < b.words[k]) {
            return -1;
        }
    }
    return 0;
}

bool add(inout Number a, const Number b) {
    uint64_t carry = 0UL;
    for (uint k = 0u; k < WORDS; ++k) {
        uint64_t sum = uint64_t(a.words[k]) + uint64_t(b.words[k]) + carry;
        a.words[k] = uint(sum);
        carry = sum >> 32;
    }
    return carry != 0UL;
}

void subtract(inout Number a, const Number b) {
    int64_t borrow = 0L;
    for (uint k = 0u; k < WORDS; ++k) {
        int64_t difference = int64_t(a.words[k]) - int64_t(b.words[k]) + borrow;
        a.words[k] = uint(difference);
        borrow = difference >> 32;
    }
}

void double_modulo(inout Number a, const Number modulus) {
    Number copy = a;
    bool carry = add(a, copy);
    if (carry || compare(a, modulus) >= 0) {
        subtract(a, modulus);
    }
}

void add_modulo(inout Number a, const Number b, const Number modulus) {
    bool carry = add(a, b);
    if (carry || compare(a, modulus) >= 0) {
        subtract(a, modulus);
    }
}

bool bit_of(const Number number, uint index) {
    return (number.words[index >> 5u] >> (index & 31u) & 1u) != 0u;
}

Number multiply_modulo(const Number a, const Number b, const Number modulus) {
    Number product = zero();
    for (int bit = 40; bit >= 0; --bit) {
        double_modulo(product, modulus);
        if (bit_of(b, uint(bit))) {
            add_modulo(product, a, modulus);
        }
    }
    return product;
}

void divide_small(const Number a, uint divisor, out Number quotient, out uint rest) {
    uint64_t remainder = 0UL;
    quotient = zero();
    for (int k = int(WORDS) - 1; k >= 0; --k) {
        uint64_t part = remainder << 32 | uint64_t(a.words[k]);
        quotient.words[k] = uint(part / uint64_t(divisor));
        remainder = part % uint64_t(divisor);
    }
    rest = uint(remainder);
}

void main() {
    uint i = gl_GlobalInvocationID.x;
    Number modulus = zero();
    Number a = zero();
    Number b = zero();
    for (uint k = 0u; k < WORDS; ++k) {
        modulus.words[k] = src.words[(4u * i + k) & 1023u] | 1u;
        a.words[k] = src.words[(4u * i + k + 512u) & 1023u];
    }
    modulus.words[3] |= 0x80000000u;
    b.words[0] = src.words[i];
    b.words[1] = src.words[i + 1u] & 0xffu;
    if (compare(a, modulus) >= 0) {
        subtract(a, modulus);
    }
    Number product = multiply_modulo(a, b, modulus);
    Number quotient;
    uint rest;
    divide_small(product, 10007u, quotient, rest);
    dst.words[4u * i] = product.words[0] ^ product.words[2];
    dst.words[4u * i + 1u] = product.words[1] ^ product.words[3];
    dst.words[4u * i + 2u] = quotient.words[0] + quotient.words[3];
    dst.words[4u * i + 3u] = rest;
}
