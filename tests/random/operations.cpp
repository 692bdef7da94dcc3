// SPDX-License-Identifier: MIT
#include "tests/random/operations.h"

namespace wb::random_shader {
namespace {

constexpr BaseSet kInt32 = only(Base::I32) | only(Base::U32);
constexpr BaseSet kUpTo32 = kInteger & ~(only(Base::I64) | only(Base::U64));
constexpr BaseSet kInt64 = only(Base::I64) | only(Base::U64);
constexpr BaseSet kU32 = only(Base::U32), kI32 = only(Base::I32), kU64 = only(Base::U64);
constexpr BaseSet kU16 = only(Base::U16), kU8 = only(Base::U8);
constexpr BaseSet kF16 = only(Base::F16), kF32 = only(Base::F32), kF64 = only(Base::F64);
constexpr BaseSet kF32Up = kF32 | kF64, kF32Down = kF16 | kF32;

/// What GLSL, SPIR-V or Vulkan leave open is ruled out here: shift amounts and bit ranges are masked,
/// divisors positive, operands of a signed remainder too (VUID-StandaloneSpirv-OpSRem), floats in range where
/// they become integers. Floats are tamed (prelude.h): never zero, NaN or infinite.
constexpr Operation kOperations[] = {
    // Integers
    {"($0 + $1)", kInteger, 1, 4, "TT"},
    {"($0 - $1)", kInteger, 1, 4, "TT"},
    {"($0 * $1)", kInteger, 1, 4, "TT"},
    {"($0 & $1)", kInteger, 1, 4, "TT"},
    {"($0 | $1)", kInteger, 1, 4, "TT"},
    {"($0 ^ $1)", kInteger, 1, 4, "TT"},
    {"(~$0)", kInteger, 1, 4, "T"},
    {"(-$0)", kInteger, 1, 4, "T"},
    {"($0 * $1 + $2)", kInteger, 1, 4, "TTT"},
    {"(($0 & $1) | $2)", kInteger, 1, 4, "TTT"},
    {"($0 << ($1 & $T($M)))", kInteger, 1, 4, "TT"},
    {"($0 >> ($1 & $T($M)))", kInteger, 1, 4, "TT"},
    {"($0 << ($1 & $T($M)) | $0 >> (-$1 & $T($M)))", kUnsigned, 1, 4, "TT"},
    {"($0 / ($1 & $T($P) | $T(1)))", kInteger, 1, 4, "TT"},
    // Not of 8 and 16 bits: docs/differences.md.
    {"($0 / $T(7))", kInt32 | kInt64, 1, 4, "T"},
    {"($0 % ($1 | $T(1)))", kUnsigned, 1, 4, "TT"},
    {"(($0 & $T($P)) % ($1 & $T($P) | $T(1)))", kSigned, 1, 4, "TT"},
    {"($0 % $T(10))", kU32 | kU64, 1, 4, "T"},
    {"min($0, $1)", kNumber, 1, 4, "TT"},
    {"max($0, $1)", kNumber, 1, 4, "TT"},
    {"clamp($0, min($1, $2), max($1, $2))", kNumber, 1, 4, "TTT"},
    {"abs($0 >> $T(1))", kSigned, 1, 4, "T"},
    {"sign($0)", kSigned | kFloat, 1, 4, "T"},
    {"mul_high($0, $1)", kInt32, 1, 1, "TT"},
    {"mul_high($0, $1)", kU32, 2, 2, "TT"},
    {"mul_high($0, $1)", kI32, 3, 3, "TT"},
    {"add_carry($0, $1)", kU32, 2, 2, "SS"},
    {"sub_borrow($0, $1)", kU32, 2, 2, "SS"},
    {"bitfieldExtract($0, int($1 & 31u), int(min($2 & 31u, 32u - ($1 & 31u))))", kInt32, 1, 4, "Tuu"},
    {"bitfieldInsert($0, $1, int($2 & 31u), int(min($3 & 31u, 32u - ($2 & 31u))))", kInt32, 1, 4, "TTuu"},
    {"bitfieldReverse($0)", kInt32, 1, 4, "T"},
    {"bitCount($0)", kI32, 1, 4, "X", kInt32},
    {"findLSB($0)", kI32, 1, 4, "X", kInt32},
    {"findMSB($0)", kI32, 1, 4, "X", kInt32},
    // Packing
    {"pack32($0)", kU32, 1, 1, "E", 0, {Base::U8, 4}},
    {"pack32($0)", kU32, 1, 1, "E", 0, {Base::U16, 2}},
    {"pack16($0)", kU16, 1, 1, "E", 0, {Base::U8, 2}},
    {"pack64($0)", kU64, 1, 1, "E", 0, {Base::U32, 2}},
    {"pack64($0)", kU64, 1, 1, "E", 0, {Base::U16, 4}},
    {"unpack8($0)", kU8, 4, 4, "E", 0, {Base::U32, 1}},
    {"unpack8($0)", kU8, 2, 2, "E", 0, {Base::U16, 1}},
    {"unpack16($0)", kU16, 2, 2, "E", 0, {Base::U32, 1}},
    {"unpack16($0)", kU16, 4, 4, "E", 0, {Base::U64, 1}},
    {"unpack32($0)", kU32, 2, 2, "E", 0, {Base::U64, 1}},
    {"packHalf2x16(unpackHalf2x16($0 & 0x7bff7bffu))", kU32, 1, 1, "T"},
    // Memory
    {"in32.words[$0 & 1023u]", kU32, 1, 1, "u"},
    {"in8.words[$0 & 4095u]", kU8, 1, 1, "u"},
    {"in16.words[$0 & 2047u]", kU16, 1, 1, "u"},
    {"in64.words[$0 & 511u]", kU64, 1, 1, "u"},
    {"in128.words[$0 & 255u]", kU32, 4, 4, "u"},
    // Choice and comparison
    {"($2 ? $0 : $1)", kAny, 1, 4, "TTb"},
    {"mix($0, $1, $2)", kInt32 | kF32Up, 1, 4, "TTB"},
    {"($0 < $1)", kBool, 1, 1, "XX", kNumber},
    {"($0 >= $1)", kBool, 1, 1, "XX", kNumber},
    {"($0 == $1)", kBool, 1, 1, "ZZ", kNumber},
    {"($0 != $1)", kBool, 1, 1, "ZZ", kAny},
    {"lessThan($0, $1)", kBool, 2, 4, "XX", kNumber},
    {"greaterThanEqual($0, $1)", kBool, 2, 4, "XX", kNumber},
    {"equal($0, $1)", kBool, 2, 4, "XX", kAny},
    {"notEqual($0, $1)", kBool, 2, 4, "XX", kNumber},
    {"any($0)", kBool, 1, 1, "V"},
    {"all($0)", kBool, 1, 1, "V"},
    {"not($0)", kBool, 2, 4, "T"},
    {"(!$0)", kBool, 1, 1, "T"},
    {"($0 && $1)", kBool, 1, 1, "TT"},
    {"($0 || $1)", kBool, 1, 1, "TT"},
    {"($0 ^^ $1)", kBool, 1, 1, "TT"},
    // Vectors
    {"$T($0)", kAny, 2, 4, "S"},
    {"$T($0, $1)", kAny, 2, 2, "SS"},
    {"$T($0, $1, $2)", kAny, 3, 3, "SSS"},
    {"$T($0, $1, $2, $3)", kAny, 4, 4, "SSSS"},
    {"$0.x", kAny, 1, 1, "V"},
    {"$0.y", kAny, 1, 1, "V"},
    {"$0.yx", kAny, 2, 2, "V"},
    {"$0.xyx", kAny, 3, 3, "V"},
    {"$0.yxxy", kAny, 4, 4, "V"},
    {"$0[$1 % $Lu]", kAny, 1, 1, "Vu"},
    // Conversions
    {"$T($0)", kInteger, 1, 4, "X", kInteger | kBool},
    {"$T($I($0))", kInteger, 1, 4, "X", kF32Down},
    {"$T(abs($0))", kInt64, 1, 4, "X", kF32Down},
    {"$T($I(clamp($0, -2000000000.0lf, 2000000000.0lf)))", kInteger, 1, 4, "X", kF64},
    {"tame($T($0))", kF32Up, 1, 4, "X", kUpTo32},
    {"tame($T($I($0) & 2047))", kF16, 1, 4, "X", kInteger},
    {"tame($T($0))", kF64, 1, 4, "X", kF32Down},
    {"tame($T($0))", kF32, 1, 4, "X", kF16 | kF64},
    {"tame($T($F($0)))", kF16, 1, 4, "X", kF32Up},
    {"tame(uintBitsToFloat($0))", kF32, 1, 4, "X", kU32},
    {"tame(intBitsToFloat($0))", kF32, 1, 4, "X", kI32},
    {"tame(uint16BitsToFloat16($0))", kF16, 1, 4, "X", kU16},
    {"floatBitsToUint($0)", kU32, 1, 4, "X", kF32},
    {"floatBitsToInt($0)", kI32, 1, 4, "X", kF32},
    {"float16BitsToUint16($0)", kU16, 1, 4, "X", kF16},
    {"tame(packDouble2x32($0))", kF64, 1, 1, "E", 0, {Base::U32, 2}},
    {"unpackDouble2x32($0)", kU32, 2, 2, "E", 0, {Base::F64, 1}},
    // Floats
    {"add_($0, $1)", kFloat, 1, 4, "TT"},
    {"sub_($0, $1)", kFloat, 1, 4, "TT"},
    {"mul_($0, $1)", kFloat, 1, 4, "TT"},
    {"add_(mul_($0, $1), $2)", kFloat, 1, 4, "TTT"},
    {"(-$0)", kFloat, 1, 4, "T"},
    {"abs($0)", kFloat, 1, 4, "T"},
    {"tame(floor($0))", kFloat, 1, 4, "T"},
    {"tame(ceil($0))", kFloat, 1, 4, "T"},
    {"tame(trunc($0))", kFloat, 1, 4, "T"},
    {"tame(roundEven($0))", kFloat, 1, 4, "T"},
    {"tame(fract(abs($0)))", kF32Down, 1, 4, "T"},
    {"tame(step($0, $1))", kFloat, 1, 4, "TT"},
    {"tame(fma(small($0), small($1), small($2)))", kFloat, 1, 4, "TTT"},
    {"tame(ldexp($0, ($1 & $I(15)) - $I(7)))", kF32Up, 1, 4, "TI"},
    {"mantissa($0)", kF32Up, 1, 1, "T"},
    {"exponent($0)", kI32, 1, 1, "X", kF32Up},
    {"tame(dot(small($0), small($1)))", kFloat, 1, 1, "VV"},
    {"tame(cross(small($0), small($1)))", kF32Up, 3, 3, "TT"},
    {"tame($Q(small($0), small($1)) * small($2))", kFloat, 2, 2, "TTT"},
    {"tame($Q(small($0), small($1), small($2)) * small($3))", kFloat, 3, 3, "TTTT"},
    {"tame(small($4) * $Q(small($0), small($1), small($2), small($3)))", kFloat, 4, 4, "TTTTT"},
    {"tame((transpose($Q(small($0), small($1))) * $Q(small($1), small($2)))[1])", kFloat, 2, 2, "TTT"},
    {"tame(determinant(mat3(small($0), small($1), small($2))))", kF32, 1, 1, "EEE", 0, {Base::F32, 3}},
};

} // namespace

std::span<const Operation> operations() {
    return kOperations;
}

} // namespace wb::random_shader
