// SPDX-License-Identifier: MIT
#include "tests/e2e/folding_operations.h"

#include "tests/e2e/small_floats.h"

#include <bit>
#include <cmath>
#include <iterator>

namespace wb::test {

namespace {

constexpr Kind kInts[] = {Kind::I8, Kind::I16, Kind::I32, Kind::I64};
constexpr Kind kFloatKinds[] = {Kind::F16, Kind::F32, Kind::F64};

struct Row {
    const char* name;
    uint32_t opcode;
    unsigned operands;
    Domain domain = Domain::Any;
};
constexpr Row kIntegerRows[] = {
    {"IAdd", 128, 2},
    {"ISub", 130, 2},
    {"IMul", 132, 2},
    {"UDiv", 134, 2, Domain::Divisor},
    {"SDiv", 135, 2, Domain::Divisor},
    {"UMod", 137, 2, Domain::Divisor},
    {"SRem", 138, 2, Domain::Divisor},
    {"SMod", 139, 2, Domain::Divisor},
    {"SNegate", 126, 1},
    {"Not", 200, 1},
    {"BitwiseOr", 197, 2},
    {"BitwiseXor", 198, 2},
    {"BitwiseAnd", 199, 2},
    {"ShiftRightLogical", 194, 2, Domain::Shift},
    {"ShiftRightArithmetic", 195, 2, Domain::Shift},
    {"ShiftLeftLogical", 196, 2, Domain::Shift},
};
constexpr Row kIntegerRelations[] = {
    {"IEqual", 170, 2},         {"INotEqual", 171, 2},         {"UGreaterThan", 172, 2},
    {"SGreaterThan", 173, 2},   {"UGreaterThanEqual", 174, 2}, {"SGreaterThanEqual", 175, 2},
    {"ULessThan", 176, 2},      {"SLessThan", 177, 2},         {"ULessThanEqual", 178, 2},
    {"SLessThanEqual", 179, 2},
};
constexpr Row kFloatRows[] = {
    {"FAdd", 129, 2},
    {"FSub", 131, 2},
    {"FMul", 133, 2},
    {"FNegate", 127, 1},
    {"FRem", 140, 2, Domain::Exact},
    {"FMod", 141, 2, Domain::Exact},
};
constexpr Row kFloatRelations[] = {
    {"IsNan", 156, 1},
    {"IsInf", 157, 1},
    {"FOrdEqual", 180, 2},
    {"FUnordEqual", 181, 2},
    {"FOrdNotEqual", 182, 2},
    {"FUnordNotEqual", 183, 2},
    {"FOrdLessThan", 184, 2},
    {"FUnordLessThan", 185, 2},
    {"FOrdGreaterThan", 186, 2},
    {"FUnordGreaterThan", 187, 2},
    {"FOrdLessThanEqual", 188, 2},
    {"FUnordLessThanEqual", 189, 2},
    {"FOrdGreaterThanEqual", 190, 2},
    {"FUnordGreaterThanEqual", 191, 2},
};
/// GLSL.std.450.
constexpr Row kExtendedInteger[] = {
    {"SAbs", 5, 1},
    {"SSign", 7, 1},
    {"UMin", 38, 2},
    {"SMin", 39, 2},
    {"UMax", 41, 2},
    {"SMax", 42, 2},
    {"UClamp", 44, 3, Domain::Ordered},
    {"SClamp", 45, 3, Domain::Ordered},
};
constexpr Row kExtendedFloat[] = {
    {"RoundEven", 2, 1},
    {"Trunc", 3, 1},
    {"FAbs", 4, 1},
    {"FSign", 6, 1, Domain::NoNan},
    {"Floor", 8, 1},
    {"Ceil", 9, 1},
    {"Fract", 10, 1, Domain::Exact},
    {"FMin", 37, 2, Domain::NoNan},
    {"FMax", 40, 2, Domain::NoNan},
    {"FClamp", 43, 3, Domain::Ordered},
    {"Step", 48, 2, Domain::NoNan},
    {"Fma", 50, 3},
    {"NMin", 79, 2},
    {"NMax", 80, 2},
    {"NClamp", 81, 3, Domain::Ordered},
};

std::string named(const char* name, Kind kind) {
    return std::string(name) + (is_float(kind) ? " f" : " i") + std::to_string(bits_of(kind));
}
void add_rows(std::vector<Operation>& out, auto& rows, auto& kinds, bool relation, bool extended = false) {
    for (const Kind kind : kinds)
        for (const Row& row : rows)
            out.push_back({named(row.name, kind),
                           row.opcode,
                           relation ? Kind::Bool : kind,
                           std::vector(row.operands, kind),
                           row.domain,
                           {},
                           extended});
}

void add_conversions(std::vector<Operation>& out) {
    for (const Kind from : kInts)
        for (const Kind to : kInts) {
            if (from == to) continue;
            const std::string what =
                " " + std::to_string(bits_of(from)) + " to " + std::to_string(bits_of(to));
            out.push_back({"UConvert" + what, 113, to, {from}});
            out.push_back({"SConvert" + what, 114, to, {from}});
        }
    for (const Kind from : kFloatKinds)
        for (const Kind to : kFloatKinds)
            if (from != to)
                out.push_back(
                    {named("FConvert from", from) + " to " + std::to_string(bits_of(to)), 115, to, {from}});
    for (const Kind real : kFloatKinds)
        for (const Kind whole : kInts) {
            const std::string what =
                " " + std::to_string(bits_of(real)) + " " + std::to_string(bits_of(whole));
            out.push_back({"ConvertFToU" + what, 109, whole, {real}, Domain::ToUnsigned});
            out.push_back({"ConvertFToS" + what, 110, whole, {real}, Domain::ToSigned});
            out.push_back({"ConvertSToF" + what, 111, real, {whole}});
            out.push_back({"ConvertUToF" + what, 112, real, {whole}});
        }
}

/// Beyond the tables. Precisions: Vulkan 1.3, "Precision and Operation of SPIR-V Instructions".
void add_others(std::vector<Operation>& out) {
    const auto i32 = Kind::I32;
    const auto f32 = Kind::F32, f16 = Kind::F16;
    // Vulkan has these for 32 bits.
    out.push_back({"BitReverse", 204, i32, {i32}});
    out.push_back({"BitCount", 205, i32, {i32}});
    out.push_back({"FindILsb", 73, i32, {i32}, Domain::Any, {}, true});
    out.push_back({"BitFieldInsert", 201, i32, {i32, i32, i32, i32}, Domain::Field});
    out.push_back({"BitFieldSExtract", 202, i32, {i32, i32, i32}, Domain::Field});
    out.push_back({"BitFieldUExtract", 203, i32, {i32, i32, i32}, Domain::Field});
    const struct {
        const char* name;
        uint32_t opcode;
    } pairs[] = {{"IAddCarry", 149}, {"ISubBorrow", 150}, {"UMulExtended", 151}, {"SMulExtended", 152}};
    for (const auto& pair : pairs)
        for (const int member : {0, 1})
            out.push_back({std::string(pair.name) + "." + std::to_string(member),
                           pair.opcode,
                           i32,
                           {i32, i32},
                           Domain::Any,
                           {},
                           false,
                           member});
    constexpr uint32_t kPacked4x8 = 0;
    const char* dots[] = {"SDot", "UDot", "SUDot", "SDotAccSat", "UDotAccSat", "SUDotAccSat"};
    for (uint32_t i = 0; i < 6; ++i)
        out.push_back({dots[i],
                       4450 + i,
                       i32,
                       std::vector(i < 3 ? 2 : 3, i32),
                       Domain::Any,
                       {},
                       false,
                       -1,
                       {kPacked4x8}});
    out.push_back({"FindSMsb", 74, i32, {i32}, Domain::Any, {}, true});
    out.push_back({"FindUMsb", 75, i32, {i32}, Domain::Any, {}, true});
    out.push_back({"QuantizeToF16", 116, f32, {f32}});
    // 2.5 ulp of division: RADV multiplies by the reciprocal.
    out.push_back({"FDiv f32", 136, f32, {f32, f32}, Domain::Unit, {3, 0x1p-125}});
    out.push_back({"FDiv f16", 136, f16, {f16, f16}, Domain::Unit, {3, 0x1p-23}});
    out.push_back({"FDiv f64", 136, Kind::F64, {Kind::F64, Kind::F64}, Domain::Unit, {1, 0}});
    out.push_back({"Sqrt f32", 31, f32, {f32}, Domain::Positive, {3, 0}, true});
    out.push_back({"Sqrt f16", 31, f16, {f16}, Domain::Positive, {1, 0}, true});
    out.push_back({"Sqrt f64", 31, Kind::F64, {Kind::F64}, Domain::Positive, {1, 0}, true});
    out.push_back({"InverseSqrt f32", 32, f32, {f32}, Domain::Positive, {2, 0}, true});
    out.push_back({"InverseSqrt f16", 32, f16, {f16}, Domain::Positive, {2, 0}, true});
    out.push_back({"Exp2 f32", 29, f32, {f32}, Domain::Unit, {4, 0}, true});
    out.push_back({"Exp2 f16", 29, f16, {f16}, Domain::Unit, {2, 0}, true});
    out.push_back({"Log2 f32", 30, f32, {f32}, Domain::Positive, {3, 0x1p-21}, true});
    out.push_back({"Log2 f16", 30, f16, {f16}, Domain::Positive, {3, 0x1p-7}, true});
    out.push_back({"Sin f32", 13, f32, {f32}, Domain::Unit, {0, 0x1p-11}, true});
    out.push_back({"Cos f32", 14, f32, {f32}, Domain::Unit, {0, 0x1p-11}, true});
    for (const Kind kind : kFloatKinds)
        out.push_back({named("Ldexp", kind), 53, kind, {kind, i32}, Domain::Scale, {}, true});
    for (const Kind kind : kFloatKinds) {
        const std::vector<Kind> parts = {kind, i32}, both = {kind, kind};
        out.push_back(
            {named("FrexpStruct.0", kind), 52, kind, {kind}, Domain::Finite, {}, true, 0, {}, parts});
        out.push_back(
            {named("FrexpStruct.1", kind), 52, i32, {kind}, Domain::Finite, {}, true, 1, {}, parts});
        out.push_back({named("ModfStruct.0", kind), 36, kind, {kind}, Domain::Finite, {}, true, 0, {}, both});
        out.push_back({named("ModfStruct.1", kind), 36, kind, {kind}, Domain::Finite, {}, true, 1, {}, both});
    }
    out.push_back({"PackHalf2x16", 58, i32, {f32, f32}, Domain::NoNan, {}, true});
    out.push_back({"PackSnorm2x16", 56, i32, {f32, f32}, Domain::NoNan, {}, true});
    out.push_back({"PackUnorm2x16", 57, i32, {f32, f32}, Domain::NoNan, {}, true});
    out.push_back({"PackSnorm4x8", 54, i32, {f32, f32, f32, f32}, Domain::NoNan, {}, true});
    out.push_back({"PackUnorm4x8", 55, i32, {f32, f32, f32, f32}, Domain::NoNan, {}, true});
    const struct {
        const char* name;
        uint32_t number;
    } packs[] = {{"UnpackHalf2x16.x", 62},
                 {"UnpackSnorm2x16.x", 60},
                 {"UnpackUnorm2x16.x", 61},
                 {"UnpackSnorm4x8.x", 63},
                 {"UnpackUnorm4x8.x", 64}};
    for (const auto& pack : packs)
        out.push_back(
            {pack.name, pack.number, f32, {i32}, Domain::Any, {pack.number == 62 ? 0u : 1u, 0}, true});
}

constexpr uint64_t kIntegerCorners[] = {
    0,
    1,
    2,
    3,
    7,
    8,
    31,
    100,
    127,
    128,
    129,
    200,
    255,
    256,
    0x5555'5555'5555'5555,
    0xaaaa'aaaa'aaaa'aaaa,
    0x7fff,
    0x8000,
    0x8001,
    0xffff,
    0x1'0000,
    0x1234'5678'9abc'def0,
    0x7fff'ffff,
    0x8000'0000,
    0x8000'0001,
    0xffff'ffff,
    0x1'0000'0000,
    0x7fff'ffff'ffff'ffff,
    0x8000'0000'0000'0000,
    0x8000'0000'0000'0001,
    ~0ull,
    ~1ull,
    ~6ull,
    ~99ull,
    0xff80,
    0xffff'8000,
    0xffff'ffff'0000'0000,
};
/// Numbers by value; what a width cannot hold is rounded to it.
const double kFloatCorners[] = {
    0.,
    -0.,
    1.,
    -1.,
    2.,
    -2.,
    0.5,
    -0.5,
    1.5,
    -1.5,
    2.5,
    -2.5,
    3.5,
    0.25,
    -0.75,
    0.1,
    -0.1,
    3.,
    7.,
    -10.,
    100.,
    -127.,
    127.5,
    128.,
    255.,
    255.5,
    -128.5,
    1000.,
    2047.,
    -2049.,
    32767.,
    -32768.,
    65504.,
    65519.,
    65520.,
    -65535.,
    65536.,
    0x1p-14,
    -0x1p-15,
    0x1p-24,
    0x1.8p-25,
    0x1.ffcp-15,
    1e6,
    2147483647.,
    2147483648.,
    -2147483648.,
    4294967295.,
    4294967296.,
    1e10,
    -1e15,
    9007199254740993.,
    9223372036854775808.,
    1e20,
    0x1.fffffep127,
    -0x1.fffffep127,
    0x1p-126,
    -0x1p-127,
    0x1p-149,
    0x1.000002p-126,
    1e-30,
    -1e30,
    INFINITY,
    -INFINITY,
    NAN,
    1 + 0x1p-10,
    1 + 0x1p-11,
    1 + 0x1p-23,
    1 + 0x1p-24,
    1 - 0x1p-12,
    0x1p-1022,
    -0x1p-1074,
    1e300,
    -1e-310,
    1 + 0x1p-52,
};
constexpr size_t kIntegers = std::size(kIntegerCorners), kReals = std::size(kFloatCorners);

uint64_t mask(Kind kind) {
    return bits_of(kind) == 64 ? ~0ull : (1ull << bits_of(kind)) - 1;
}

} // namespace

uint64_t word_of(Kind kind, double x) {
    if (kind == Kind::F64) return std::bit_cast<uint64_t>(x);
    if (kind == Kind::F32) return std::bit_cast<uint32_t>(float(x));
    return half_from(x);
}
double number_of(Kind kind, uint64_t word) {
    if (kind == Kind::F64) return std::bit_cast<double>(word);
    if (kind == Kind::F32) return std::bit_cast<float>(uint32_t(word));
    return half_value(uint16_t(word));
}
std::vector<Operation> folding_operations() {
    std::vector<Operation> all;
    add_rows(all, kIntegerRows, kInts, false);
    add_rows(all, kIntegerRelations, kInts, true);
    add_rows(all, kExtendedInteger, kInts, false, true);
    add_conversions(all);
    add_rows(all, kFloatRows, kFloatKinds, false);
    add_rows(all, kFloatRelations, kFloatKinds, true);
    add_rows(all, kExtendedFloat, kFloatKinds, false, true);
    add_others(all);
    const std::vector<Operation> more = more_folding_operations();
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

std::vector<uint64_t> folding_vector(const Operation& operation, unsigned i) {
    std::vector<uint64_t> words;
    for (unsigned k = 0; k < operation.operands.size(); ++k) {
        const Kind kind = operation.operands[k];
        // Unary operations see every corner; the others' operands drift against each other.
        const size_t count = is_float(kind) ? kReals : kIntegers, turn = i / count;
        const size_t at = (i * (k == 0 ? 1 : k == 1 ? 7 : 11) + turn * (3 + 5 * k) + k * 4) % count;
        words.push_back(is_float(kind) ? word_of(kind, kFloatCorners[at]) : kIntegerCorners[at] & mask(kind));
    }
    const Kind kind = operation.operands[0];
    const unsigned bits = bits_of(kind);
    const auto each_float = [&](auto change) {
        for (unsigned k = 0; k < words.size(); ++k)
            if (is_float(operation.operands[k]))
                words[k] =
                    word_of(operation.operands[k], change(number_of(operation.operands[k], words[k]), k));
    };
    switch (operation.domain) {
    case Domain::Any:
        break;
    case Domain::Divisor:
        if (words[1] == 0) words[1] = 3;
        if (words[0] == 1ull << (bits - 1) && words[1] == mask(kind)) words[1] = 5;
        break;
    case Domain::Shift:
        words[1] &= bits - 1;
        break;
    case Domain::Rotation:
        words[1] = words[1] % (bits - 1) + 1;
        break;
    case Domain::Field: {
        uint64_t &offset = words[words.size() - 2], &size = words.back();
        offset %= bits + 1;
        size %= bits - offset + 1;
        break;
    }
    case Domain::ToSigned:
    case Domain::ToUnsigned: {
        const double x = std::trunc(number_of(kind, words[0])),
                     top = std::ldexp(1, int(bits_of(operation.result)));
        const bool fits =
            operation.domain == Domain::ToUnsigned ? x >= 0 && x < top : x >= -top / 2 && x < top / 2;
        if (!fits) words[0] = word_of(kind, int(i % 100) * 1.25);
        break;
    }
    case Domain::Finite:
        each_float([](double x, unsigned) { return std::isfinite(x) ? x : 4.5; });
        break;
    case Domain::NoNan:
        each_float([](double x, unsigned) { return std::isnan(x) ? 4.5 : x; });
        break;
    case Domain::Ordered:
        if (!is_float(kind)) {
            const bool is_signed = operation.name[0] == 'S';
            const auto key = [&](uint64_t x) { return is_signed ? x ^ 1ull << (bits - 1) : x; };
            if (key(words[1]) > key(words[2])) std::swap(words[1], words[2]);
            break;
        }
        each_float([](double x, unsigned) { return std::isnan(x) ? 4.5 : x; });
        if (number_of(kind, words[1]) > number_of(kind, words[2])) std::swap(words[1], words[2]);
        break;
    case Domain::Exact:
        each_float([&](double, unsigned k) {
            return k == 0 ? (int(i) - 50) * 0.25 : std::ldexp(i % 3 ? 1 : -1, int(i) % 5 - 2);
        });
        break;
    case Domain::Positive:
        each_float([&](double x, unsigned) { return std::isnan(x) || x == 0 ? 0.75 : std::fabs(x); });
        break;
    case Domain::Unit:
        each_float([&](double, unsigned k) { return (int(i * (k ? 37 : 17) % 129) - 64.5) / 16; });
        break;
    case Domain::Power:
        each_float([&](double, unsigned k) {
            return k ? (int(i * 37 % 129) - 64.5) / 16 : 0.5 + int(i * 17 % 129) / 64.0;
        });
        break;
    case Domain::Scale:
        words[1] = uint32_t(int(i * 5 % 41) - 20);
        each_float([](double x, unsigned) { return std::isnan(x) ? 4.5 : x; });
        break;
    }
    return words;
}

} // namespace wb::test
