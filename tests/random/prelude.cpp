// SPDX-License-Identifier: MIT
#include "tests/random/prelude.h"

#include "tests/random/types.h"

namespace wb::random_shader {
namespace {

/// The exponent fields that `tame` lets pass are first ... first + count - 1. A product of two has twice the
/// exponents: halves in 2^-7..2^7, floats in 2^-30..2^30, doubles in 2^-100..2^100.
struct Kind {
    Base base;
    const char* exponent; ///< of x
    unsigned first, count;
};
constexpr Kind kKinds[] = {
    {Base::F16, "(uint(float16BitsToUint16(x)) >> 10 & 31u)", 15 - 7, 14},
    {Base::F32, "(floatBitsToUint(x) >> 23 & 255u)", 127 - 30, 60},
    {Base::F64, "(unpackDouble2x32(x).y >> 20 & 2047u)", 1023 - 100, 200},
};

constexpr char kAxes[] = "xyzw";

/// "f(x.x), f(x.y)"
std::string each(unsigned size, const std::string& function) {
    std::string text;
    for (unsigned i = 0; i < size; ++i)
        text += std::string(i ? ", " : "") + function + "(x." + kAxes[i] + ")";
    return text;
}

std::string folds() {
    std::string text;
    for (unsigned i = 0; i < kBases; ++i) {
        const Base base = Base(i);
        std::string bits = "uint(x)";
        if (base == Base::F16) bits = "uint(float16BitsToUint16(x))";
        if (base == Base::F32) bits = "floatBitsToUint(x)";
        if (base == Base::F64) bits = "unpackDouble2x32(x).x * 31u + unpackDouble2x32(x).y";
        if (base == Base::I64 || base == Base::U64) bits = "uint(x) * 31u + uint(x >> 32)";
        text += "uint fold(" + name_of({base, 1}) + " x) { return " + bits + "; }\n";
        for (unsigned size = 2; size <= 4; ++size) {
            std::string sum = "fold(x.x)";
            for (unsigned axis = 1; axis < size; ++axis)
                sum = "(" + sum + ") * 31u + fold(x." + kAxes[axis] + ")";
            text += "uint fold(" + name_of({base, size}) + " x) { return " + sum + "; }\n";
        }
    }
    return text;
}

const char kSeveralResults[] = R"(
uint mul_high(uint a, uint b) { uint h, l; umulExtended(a, b, h, l); return h; }
int mul_high(int a, int b) { int h, l; imulExtended(a, b, h, l); return h; }
uvec2 mul_high(uvec2 a, uvec2 b) { uvec2 h, l; umulExtended(a, b, h, l); return h; }
ivec3 mul_high(ivec3 a, ivec3 b) { ivec3 h, l; imulExtended(a, b, h, l); return h; }
uvec2 add_carry(uint a, uint b) { uint c; uint s = uaddCarry(a, b, c); return uvec2(s, c); }
uvec2 sub_borrow(uint a, uint b) { uint c; uint s = usubBorrow(a, b, c); return uvec2(s, c); }
float mantissa(float x) { int e; return frexp(x, e); }
int exponent(float x) { int e; float m = frexp(x, e); return e; }
double mantissa(double x) { int e; return frexp(x, e); }
int exponent(double x) { int e; double m = frexp(x, e); return e; }
)";

} // namespace

std::string prelude() {
    std::string text = kSeveralResults + folds();
    for (const Kind& kind : kKinds) {
        const std::string scalar = name_of({kind.base, 1});
        text += scalar + " tame(" + scalar + " x) { return " + kind.exponent + " - " +
                std::to_string(kind.first) + "u < " + std::to_string(kind.count) + "u ? x : " + scalar +
                "(1.5); }\n";
        text += scalar + " small(" + scalar + " x) { return " + scalar + "((int(x) & 7) - 3); }\n";
        for (unsigned size = 1; size <= 4; ++size) {
            const std::string type = name_of({kind.base, size});
            if (size > 1)
                for (const char* function : {"tame", "small"})
                    text += type + " " + function + "(" + type + " x) { return " + type + "(" +
                            each(size, function) + "); }\n";
            const struct {
                const char *name, *sign;
            } kOperations[] = {{"add_", "+"}, {"sub_", "-"}, {"mul_", "*"}};
            for (const auto& operation : kOperations)
                text += type + " " + operation.name + "(" + type + " a, " + type + " b) { precise " + type +
                        " r = a " + operation.sign + " b; return tame(r); }\n";
        }
    }
    return text;
}

} // namespace wb::random_shader
