// SPDX-License-Identifier: MIT
// Operations beyond the tables of core SPIR-V: booleans, what SPV_INTEL_shader_integer_functions2 adds,
// vectors taken apart and put together, and operations one of whose operands is a constant in both ways.
#include "tests/e2e/folding_operations.h"

#include <bit>

namespace wb::test {

namespace {

constexpr Kind kWidths[] = {Kind::I8, Kind::I16, Kind::I32, Kind::I64};
constexpr Kind kFloatWidths[] = {Kind::F16, Kind::F32, Kind::F64};
constexpr Kind kBool = Kind::Bool, kI8 = Kind::I8, kI16 = Kind::I16, kI32 = Kind::I32, kI64 = Kind::I64,
               kF16 = Kind::F16, kF32 = Kind::F32, kF64 = Kind::F64;

std::string with_bits(const char* name, Kind kind) {
    return std::string(name) + (is_float(kind) ? " f" : " i") + std::to_string(bits_of(kind));
}

void add_booleans(std::vector<Operation>& out) {
    out.push_back({"LogicalEqual", 164, kBool, {kBool, kBool}});
    out.push_back({"LogicalNotEqual", 165, kBool, {kBool, kBool}});
    out.push_back({"LogicalOr", 166, kBool, {kBool, kBool}});
    out.push_back({"LogicalAnd", 167, kBool, {kBool, kBool}});
    out.push_back({"LogicalNot", 168, kBool, {kBool}});
    out.push_back({"PackAny", 154, kBool, {kBool, kBool, kBool, kBool}});
    out.push_back({"PackAll", 155, kBool, {kBool, kBool, kBool, kBool}});
    for (const Kind kind : {kBool, kI8, kI16, kI32, kI64, kF16, kF32, kF64})
        out.push_back({with_bits("Select", kind), 169, kind, {kBool, kind, kind}});
}

/// SPV_INTEL_shader_integer_functions2.
void add_integer_functions(std::vector<Operation>& out) {
    out.push_back({"UCountLeadingZeros", 5585, kI32, {kI32}});
    out.push_back({"UCountTrailingZeros", 5586, kI32, {kI32}});
    const struct {
        const char* name;
        uint32_t opcode;
    } rows[] = {
        {"AbsISub", 5587},         {"AbsUSub", 5588},         {"IAddSat", 5589}, {"UAddSat", 5590},
        {"IAverage", 5591},        {"UAverage", 5592},        {"ISubSat", 5595}, {"USubSat", 5596},
        {"IAverageRounded", 5593}, {"UAverageRounded", 5594},
    };
    for (const Kind kind : kWidths)
        for (const auto& row : rows)
            out.push_back({with_bits(row.name, kind), row.opcode, kind, {kind, kind}});
    out.push_back({"IMul32x16", 5597, kI32, {kI32, kI32}});
    out.push_back({"UMul32x16", 5598, kI32, {kI32, kI32}});
}

/// Bits seen as a vector of smaller numbers, and back; and what the other file has of the first component.
void add_vectors(std::vector<Operation>& out) {
    constexpr uint32_t kBitcast = 124;
    const struct {
        const char* shape;
        Kind part, whole;
        unsigned count;
    } rows[] = {
        {"2x16", kI16, kI32, 2}, {"4x8", kI8, kI32, 4}, {"2x32", kI32, kI64, 2}, {"4x16", kI16, kI64, 4}};
    for (const auto& row : rows) {
        out.push_back(
            {std::string("PackBits") + row.shape, kBitcast, row.whole, std::vector(row.count, row.part)});
        for (unsigned i = 0; i < row.count; ++i)
            out.push_back({std::string("UnpackBits") + row.shape + "." + std::to_string(i),
                           kBitcast,
                           row.part,
                           {row.whole},
                           Domain::Any,
                           {},
                           false,
                           int(i)});
    }
    out.push_back({"PackDouble2x32", 59, kF64, {kI32, kI32}, Domain::Any, {}, true});
    for (const int i : {0, 1})
        out.push_back({"UnpackDouble2x32." + std::to_string(i), 65, kI32, {kF64}, Domain::Any, {}, true, i});
    out.push_back({"UnpackHalf2x16.y", 62, kF32, {kI32}, Domain::Any, {}, true, 1});
    out.push_back({"UnpackSnorm2x16.y", 60, kF32, {kI32}, Domain::Any, {1, 0}, true, 1});
    out.push_back({"UnpackUnorm2x16.y", 61, kF32, {kI32}, Domain::Any, {1, 0}, true, 1});
    for (const int i : {1, 2, 3}) {
        const std::string component = "." + std::to_string(i);
        out.push_back({"UnpackSnorm4x8" + component, 63, kF32, {kI32}, Domain::Any, {1, 0}, true, i});
        out.push_back({"UnpackUnorm4x8" + component, 64, kF32, {kI32}, Domain::Any, {1, 0}, true, i});
    }
}

Operation with_constants(Operation operation, std::vector<Constant> constants) {
    operation.constants = std::move(constants);
    return operation;
}

void add_constants(std::vector<Operation>& out) {
    // The compiler has instructions for these.
    for (const Kind kind : kFloatWidths)
        out.push_back(
            with_constants({with_bits("FClamp to 0..1", kind), 43, kind, {kind}, Domain::NoNan, {}, true},
                           {{kind, word_of(kind, 0)}, {kind, word_of(kind, 1)}}));
    const struct {
        uint32_t offset, count;
    } fields[] = {{0, 8}, {8, 8}, {16, 8}, {24, 8}, {0, 16}, {16, 16}, {5, 11}};
    for (const auto& field : fields) {
        const std::string where = " " + std::to_string(field.offset) + ", " + std::to_string(field.count);
        const std::vector<Constant> constants = {{kI32, field.offset}, {kI32, field.count}};
        out.push_back(with_constants({"BitFieldSExtract" + where, 202, kI32, {kI32}}, constants));
        out.push_back(with_constants({"BitFieldUExtract" + where, 203, kI32, {kI32}}, constants));
        out.push_back(with_constants({"BitFieldInsert" + where, 201, kI32, {kI32, kI32}}, constants));
    }
    const struct {
        const char* name;
        uint32_t opcode;
    } divisions[] = {{"UDiv", 134}, {"SDiv", 135}, {"UMod", 137}, {"SRem", 138}};
    for (const Kind kind : kWidths)
        for (const uint64_t by : {3, 7, 16})
            for (const auto& row : divisions)
                out.push_back(with_constants(
                    {with_bits(row.name, kind) + " by " + std::to_string(by), row.opcode, kind, {kind}},
                    {{kind, by}}));
}

/// What the compiler puts together of several instructions, or takes apart.
void add_made(std::vector<Operation>& out) {
    const auto add = [&](Operation operation, Made made) {
        operation.made = made;
        out.push_back(std::move(operation));
    };
    for (const Kind kind : kWidths) {
        add({with_bits("RotateLeft", kind), 0, kind, {kind, kind}, Domain::Rotation}, Made::RotateLeft);
        add({with_bits("RotateRight", kind), 0, kind, {kind, kind}, Domain::Rotation}, Made::RotateRight);
        for (const uint64_t by : {1u, 3u, bits_of(kind) / 2, bits_of(kind) - 1})
            add(with_constants({with_bits("RotateLeft", kind) + " by " + std::to_string(by), 0, kind, {kind}},
                               {{kind, by}}),
                Made::RotateLeft);
    }
    add({"UMul24", 0, kI32, {kI32, kI32}}, Made::Mul24);
    constexpr uint32_t kDot = 148;
    for (const Kind kind : kFloatWidths) {
        const auto number = [&](double x) { return Constant{kind, word_of(kind, x)}; };
        const auto name = [&](const char* size) { return with_bits("Dot", kind) + " of " + size; };
        add({name("2"), kDot, kind, {kind, kind, kind, kind}, Domain::Exact}, Made::Product);
        add(with_constants({name("3"), kDot, kind, {kind, kind, kind}, Domain::Exact},
                           {number(2), number(-0.5), number(1)}),
            Made::Product);
        add(with_constants({name("4"), kDot, kind, {kind, kind, kind, kind}, Domain::Exact},
                           {number(-1), number(2), number(4), number(0.25)}),
            Made::Product);
    }
}

} // namespace

std::vector<Operation> more_folding_operations() {
    std::vector<Operation> all;
    add_booleans(all);
    add_integer_functions(all);
    add_vectors(all);
    add_constants(all);
    add_made(all);
    // Bounds: exp2(y * log2(x)) with each of the three as exact as Vulkan wants.
    all.push_back({"Pow f32", 26, kF32, {kF32, kF32}, Domain::Power, {28, 0}, true});
    all.push_back({"Pow f16", 26, kF16, {kF16, kF16}, Domain::Power, {35, 0}, true});
    for (const Kind kind : kFloatWidths)
        all.push_back({with_bits("FMix", kind), 46, kind, {kind, kind, kind}, Domain::Exact, {}, true});
    // As a store of 16 bits asks for it.
    for (const Kind from : {kF32, kF64}) {
        Operation convert{"FConvert rounded from f" + std::to_string(bits_of(from)), 115, kF16, {from}};
        convert.rounding = Rounding::NearestEven;
        all.push_back(convert);
        convert.name += " towards zero";
        convert.rounding = Rounding::TowardsZero;
        all.push_back(convert);
    }
    return all;
}

} // namespace wb::test
