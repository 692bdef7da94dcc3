// SPDX-License-Identifier: MIT
// The operations of SPIR-V whose results folding_test.cpp compares, and the operands they are given.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace wb::test {

enum class Kind : uint8_t { Bool, I8, I16, I32, I64, F16, F32, F64 };
constexpr bool is_float(Kind kind) {
    return kind >= Kind::F16;
}
constexpr unsigned bits_of(Kind kind) {
    return kind == Kind::Bool                       ? 1
           : kind == Kind::I8                       ? 8
           : kind == Kind::I16 || kind == Kind::F16 ? 16
           : kind == Kind::I32 || kind == Kind::F32 ? 32
                                                    : 64;
}

/// What keeps operands inside of what SPIR-V defines.
enum class Domain : uint8_t {
    Any,
    Divisor,  ///< Not zero, and no quotient that does not fit.
    Shift,    ///< Less than the width.
    Rotation, ///< The same, and not 0.
    Field,    ///< Offset and count of the last two operands stay inside of the word.
    ToSigned, ///< The truncated number fits the result.
    ToUnsigned,
    Finite,
    NoNan,
    Ordered, ///< NoNan, and the second operand is not above the third.
    Exact,   ///< Small multiples of 1/4, divided by powers of two: no rounding.
    Positive,
    Unit,  ///< -1 .. 1 and beyond a little, no NaN.
    Power, ///< A base around 1 and a small exponent.
    Scale, ///< An exponent that keeps most numbers in range.
};

/// How far the executed result may be from the folded one.
struct Tolerance {
    unsigned ulps = 0;
    double absolute = 0;
};

/// An operand that is a constant also where the others come from a buffer.
struct Constant {
    Kind kind;
    uint64_t word;
};
/// What a decoration asks of a conversion; the numbers are SPIR-V's.
enum class Rounding : int8_t { Any = -1, NearestEven = 0, TowardsZero = 1 };

/// An operation that SPIR-V has in several instructions only; the module writes them out.
enum class Made : uint8_t {
    No,
    RotateLeft, ///< Of the first operand by the second.
    RotateRight,
    Mul24,   ///< A product of the lower 24 bits of two words.
    Product, ///< `opcode` of two vectors: the first half of the operands, and the second.
};

struct Operation {
    std::string name;
    uint32_t opcode; ///< Or the number of a GLSL.std.450 instruction when `extended`.
    Kind result;
    std::vector<Kind> operands;
    Domain domain = Domain::Any;
    Tolerance tolerance{};
    bool extended = false;
    int member = -1;                      ///< Of a pair of results, or of the vector of "Unpack…".
    std::vector<uint32_t> literals = {};  ///< Behind the operands.
    std::vector<Kind> pair = {};          ///< The kinds of the pair, when they are not the result's.
    std::vector<Constant> constants = {}; ///< Behind the other operands.
    Rounding rounding = Rounding::Any;
    Made made = Made::No;

    bool has_floats() const {
        for (const Kind kind : operands)
            if (is_float(kind)) return true;
        return is_float(result);
    }
    /// One of few operations of which only the rounding is left to test.
    bool rounds() const {
        for (const char* kind : {"FAdd", "FSub", "FMul", "Fma", "FConvert", "ConvertSToF", "ConvertUToF"})
            if (name.starts_with(kind)) return true;
        return false;
    }
    /// Two of them fit a register, as one packed instruction.
    bool packs() const {
        if (made != Made::No || result == Kind::Bool || member >= 0 || !literals.empty() ||
            !constants.empty())
            return false;
        for (const Kind kind : operands)
            if (bits_of(kind) != 16) return false;
        return bits_of(result) == 16;
    }
};

/// All of them.
std::vector<Operation> folding_operations();
/// Those of folding_more_operations.cpp, which folding_operations() has too.
std::vector<Operation> more_folding_operations();

/// The operands of vector `i`, as bits: corner values in changing combinations.
std::vector<uint64_t> folding_vector(const Operation& operation, unsigned i);

/// The number that a float's bits mean.
double number_of(Kind kind, uint64_t word);
/// The bits of the float next to `x`.
uint64_t word_of(Kind kind, double x);

} // namespace wb::test
