// SPDX-License-Identifier: MIT
#include "engine/expr/functions.h"

#include "engine/expr/arithmetic.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace wb::engine {

namespace {

/// Arguments that have met: one component type and one number of components.
struct Met {
    const Type* scalar = nullptr;
    size_t count = 1;
    std::vector<std::vector<uint64_t>> bits; ///< By argument, by component.

    double number(size_t argument, size_t component) const {
        return to_double(*scalar, bits[argument][component]);
    }
};

enum class Wants { Numbers, Floats, Booleans };

Result<Met> meet(const Module& module, std::string_view name, const std::vector<Value>& arguments,
                 Wants wants) {
    Met met;
    for (const Value& argument : arguments) {
        const Type* scalar = argument.type->leaf_type(0);
        const bool boolean = scalar && scalar->kind == TypeKind::Bool;
        if (!scalar || (!argument.is_scalar() && argument.type->kind != TypeKind::Vector) ||
            scalar->kind == TypeKind::Pointer || boolean != (wants == Wants::Booleans))
            return fail(fmt::format("{} does not work on {}", name, argument.type->name));
        met.scalar = met.scalar ? common_scalar(module, *met.scalar, *scalar) : scalar;
        met.count = std::max(met.count, argument.leaves.size());
    }
    if (wants == Wants::Floats && met.scalar->kind == TypeKind::Int)
        met.scalar = module.scalar(TypeKind::Float, met.scalar->bits == 64 ? 64 : 32, false);
    for (const Value& argument : arguments) {
        if (argument.leaves.size() != 1 && argument.leaves.size() != met.count)
            return fail(fmt::format("the arguments of {} differ in size", name));
        std::vector<uint64_t>& components = met.bits.emplace_back();
        for (size_t i = 0; i < met.count; ++i) {
            const size_t source = argument.leaves.size() == 1 ? 0 : i;
            components.push_back(
                convert_bits(*argument.type->leaf_type(source), argument.leaves[source].bits, *met.scalar));
        }
    }
    return met;
}

/// What `of` says of each component.
template <class Of>
std::vector<uint64_t> each(size_t count, Of of) {
    std::vector<uint64_t> bits(count);
    for (size_t i = 0; i < count; ++i)
        bits[i] = of(i);
    return bits;
}

/// A single value or a vector of `scalar`.
Value shaped(const Module& module, const Type* scalar, const std::vector<uint64_t>& bits) {
    Value out;
    out.type = bits.size() == 1 ? scalar : module.vector_of(scalar, uint32_t(bits.size()));
    for (uint64_t each : bits)
        out.leaves.push_back({each, Leaf::State::Ok, {}});
    return out;
}

/// Component by component, in double: rounded once where the function itself is exact.
struct FloatFunction {
    std::string_view name;
    size_t arguments;
    double (*function)(const double* x);
};
constexpr std::array<FloatFunction, 37> kFloatFunctions = {{
    {"floor", 1, [](const double* x) { return std::floor(x[0]); }},
    {"ceil", 1, [](const double* x) { return std::ceil(x[0]); }},
    {"fract", 1, [](const double* x) { return x[0] - std::floor(x[0]); }},
    {"trunc", 1, [](const double* x) { return std::trunc(x[0]); }},
    {"round", 1, [](const double* x) { return std::nearbyint(x[0]); }},
    {"roundEven", 1, [](const double* x) { return std::nearbyint(x[0]); }},
    {"sqrt", 1, [](const double* x) { return std::sqrt(x[0]); }},
    {"inversesqrt", 1, [](const double* x) { return 1 / std::sqrt(x[0]); }},
    {"sin", 1, [](const double* x) { return std::sin(x[0]); }},
    {"cos", 1, [](const double* x) { return std::cos(x[0]); }},
    {"tan", 1, [](const double* x) { return std::tan(x[0]); }},
    {"asin", 1, [](const double* x) { return std::asin(x[0]); }},
    {"acos", 1, [](const double* x) { return std::acos(x[0]); }},
    {"atan", 1, [](const double* x) { return std::atan(x[0]); }},
    {"atan", 2, [](const double* x) { return std::atan2(x[0], x[1]); }},
    {"sinh", 1, [](const double* x) { return std::sinh(x[0]); }},
    {"cosh", 1, [](const double* x) { return std::cosh(x[0]); }},
    {"tanh", 1, [](const double* x) { return std::tanh(x[0]); }},
    {"asinh", 1, [](const double* x) { return std::asinh(x[0]); }},
    {"acosh", 1, [](const double* x) { return std::acosh(x[0]); }},
    {"atanh", 1, [](const double* x) { return std::atanh(x[0]); }},
    {"exp", 1, [](const double* x) { return std::exp(x[0]); }},
    {"log", 1, [](const double* x) { return std::log(x[0]); }},
    {"exp2", 1, [](const double* x) { return std::exp2(x[0]); }},
    {"log2", 1, [](const double* x) { return std::log2(x[0]); }},
    {"radians", 1, [](const double* x) { return x[0] * (std::numbers::pi / 180); }},
    {"degrees", 1, [](const double* x) { return x[0] * (180 / std::numbers::pi); }},
    {"pow", 2, [](const double* x) { return std::pow(x[0], x[1]); }},
    {"mod", 2, [](const double* x) { return x[0] - x[1] * std::floor(x[0] / x[1]); }},
    {"step", 2, [](const double* x) { return x[1] < x[0] ? 0.0 : 1.0; }},
    {"mix", 3, [](const double* x) { return x[0] * (1 - x[2]) + x[1] * x[2]; }},
    {"fma", 3, [](const double* x) { return std::fma(x[0], x[1], x[2]); }},
    {"smoothstep", 3,
     [](const double* x) {
         const double t = std::clamp((x[2] - x[0]) / (x[1] - x[0]), 0.0, 1.0);
         return t * t * (3 - 2 * t);
     }},
    // These four look at all components.
    {"length", 1, nullptr},
    {"normalize", 1, nullptr},
    {"distance", 2, nullptr},
    {"dot", 2, nullptr},
}};

/// Of integers and floats alike, component by component.
struct NumberFunction {
    std::string_view name;
    size_t arguments;
};
constexpr std::array<NumberFunction, 5> kNumberFunctions = {
    {{"abs", 1}, {"sign", 1}, {"min", 2}, {"max", 2}, {"clamp", 3}}};

/// vec, vec -> bvec; the operator they apply to each component.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kComparisons = {
    {{"lessThan", "<"},
     {"lessThanEqual", "<="},
     {"greaterThan", ">"},
     {"greaterThanEqual", ">="},
     {"equal", "=="},
     {"notEqual", "!="}}};
constexpr std::array<std::string_view, 11> kOthers = {"cross",
                                                      "any",
                                                      "all",
                                                      "not",
                                                      "isnan",
                                                      "isinf",
                                                      "transpose",
                                                      "floatBitsToUint",
                                                      "floatBitsToInt",
                                                      "uintBitsToFloat",
                                                      "intBitsToFloat"};

double dot(const Met& met, size_t a, size_t b) {
    double sum = 0;
    for (size_t i = 0; i < met.count; ++i)
        sum += met.number(a, i) * met.number(b, i);
    return sum;
}

Value over_all_components(const Module& module, std::string_view name, const Met& met) {
    const Type& scalar = *met.scalar;
    if (name == "dot") return scalar_value(met.scalar, from_double(scalar, dot(met, 0, 1)));
    if (name == "distance") {
        double sum = 0;
        for (size_t i = 0; i < met.count; ++i)
            sum += std::pow(met.number(0, i) - met.number(1, i), 2);
        return scalar_value(met.scalar, from_double(scalar, std::sqrt(sum)));
    }
    const double length = std::sqrt(dot(met, 0, 0));
    if (name == "length") return scalar_value(met.scalar, from_double(scalar, length));
    return shaped(module, met.scalar,
                  each(met.count, [&](size_t i) { return from_double(scalar, met.number(0, i) / length); }));
}

Value float_function(const Module& module, const FloatFunction& row, const Met& met) {
    std::vector<uint64_t> bits;
    for (size_t i = 0; i < met.count; ++i) {
        double x[3] = {};
        for (size_t argument = 0; argument < row.arguments; ++argument)
            x[argument] = met.number(argument, i);
        bits.push_back(from_double(*met.scalar, row.function(x)));
    }
    return shaped(module, met.scalar, bits);
}

bool less(const Type& type, uint64_t a, uint64_t b) {
    if (type.kind == TypeKind::Float) return to_double(type, a) < to_double(type, b);
    return type.is_signed ? to_signed(type, a) < to_signed(type, b) : a < b;
}

uint64_t number_function(std::string_view name, const Met& met, size_t i) {
    const Type& type = *met.scalar;
    const uint64_t x = met.bits[0][i];
    const bool is_float = type.kind == TypeKind::Float;
    const auto larger = [&](uint64_t a, uint64_t b) { return less(type, a, b) ? b : a; };
    const auto smaller = [&](uint64_t a, uint64_t b) { return less(type, b, a) ? b : a; };
    if (name == "min") return smaller(x, met.bits[1][i]);
    if (name == "max") return larger(x, met.bits[1][i]);
    if (name == "clamp") return smaller(larger(x, met.bits[1][i]), met.bits[2][i]);
    const uint64_t sign_bit = 1ull << (type.bits - 1);
    if (name == "abs") {
        if (is_float) return x & ~sign_bit;
        return to_signed(type, x) < 0 && type.is_signed ? truncate(type, 0 - x) : x;
    }
    const double value = to_double(type, x);
    const int sign = value > 0 ? 1 : value < 0 ? -1 : 0;
    return is_float ? from_double(type, sign) : truncate(type, uint64_t(int64_t(sign)));
}

Result<Value> reinterpret(const Module& module, std::string_view name, const Value& value) {
    const Type* scalar = value.type->leaf_type(0);
    if (!scalar || (!value.is_scalar() && value.type->kind != TypeKind::Vector))
        return fail(fmt::format("{} does not work on {}", name, value.type->name));
    const bool to_float = name == "uintBitsToFloat" || name == "intBitsToFloat";
    const Type* target = to_float ? module.scalar(TypeKind::Float, scalar->bits, false)
                                  : module.scalar(TypeKind::Int, scalar->bits, name == "floatBitsToInt");
    Value result = value;
    result.type = value.is_scalar() ? target : module.vector_of(target, value.type->count);
    return result;
}

Result<Value> cross(const Module& module, const std::vector<Value>& arguments) {
    auto met = meet(module, "cross", arguments, Wants::Floats);
    if (!met) return std::unexpected(met.error());
    if (met->count != 3) return fail("cross needs two vec3");
    std::vector<uint64_t> bits;
    for (size_t i = 0; i < 3; ++i) {
        const size_t j = (i + 1) % 3, k = (i + 2) % 3;
        bits.push_back(from_double(*met->scalar, met->number(0, j) * met->number(1, k) -
                                                     met->number(0, k) * met->number(1, j)));
    }
    return shaped(module, met->scalar, bits);
}

Result<Value> transpose(const Module& module, const Value& from) {
    if (from.type->kind != TypeKind::Matrix)
        return fail(fmt::format("transpose does not work on {}", from.type->name));
    const uint32_t columns = from.type->count, rows = from.type->element->count;
    Value out;
    out.type = module.matrix_of(module.vector_of(from.type->leaf_type(0), columns), rows);
    for (uint32_t row = 0; row < rows; ++row)
        for (uint32_t column = 0; column < columns; ++column)
            out.leaves.push_back({from.leaves[column * rows + row].bits, Leaf::State::Ok, {}});
    return out;
}

/// isnan, isinf: of each component; any, all, not: of booleans.
Result<Value> logical(const Module& module, std::string_view name, const std::vector<Value>& arguments) {
    const bool of_floats = name == "isnan" || name == "isinf";
    auto met = meet(module, name, arguments, of_floats ? Wants::Floats : Wants::Booleans);
    if (!met) return std::unexpected(met.error());
    const Type* boolean = module.scalar(TypeKind::Bool, 32, false);
    const auto bits = each(met->count, [&](size_t i) -> uint64_t {
        return name == "isnan"   ? std::isnan(met->number(0, i))
               : name == "isinf" ? std::isinf(met->number(0, i))
               : name == "not"   ? met->bits[0][i] == 0
                                 : met->bits[0][i] != 0;
    });
    if (name == "any")
        return scalar_value(boolean, std::ranges::any_of(bits, [](uint64_t b) { return b != 0; }));
    if (name == "all")
        return scalar_value(boolean, std::ranges::all_of(bits, [](uint64_t b) { return b != 0; }));
    return shaped(module, boolean, bits);
}

Result<Value> compare(const Module& module, std::string_view name, std::string_view op,
                      const std::vector<Value>& arguments) {
    const Type* first = arguments[0].type->leaf_type(0);
    const bool booleans = first && first->kind == TypeKind::Bool && (op == "==" || op == "!=");
    auto met = meet(module, name, arguments, booleans ? Wants::Booleans : Wants::Numbers);
    if (!met) return std::unexpected(met.error());
    const Type* boolean = module.scalar(TypeKind::Bool, 32, false);
    std::vector<uint64_t> bits;
    for (size_t i = 0; i < met->count; ++i) {
        auto holds = binary(module, std::string(op), scalar_value(met->scalar, met->bits[0][i]),
                            scalar_value(met->scalar, met->bits[1][i]));
        if (!holds) return holds;
        bits.push_back(holds->leaves[0].bits);
    }
    return shaped(module, boolean, bits);
}

/// mix(a, b, bvec): b where true.
Result<Value> select(const Module& module, const std::vector<Value>& arguments) {
    auto met = meet(module, "mix", {arguments[0], arguments[1]}, Wants::Numbers);
    if (!met) return std::unexpected(met.error());
    const std::vector<Leaf>& chooses = arguments[2].leaves;
    if (chooses.size() != 1 && chooses.size() != met->count)
        return fail("the arguments of mix differ in size");
    return shaped(module, met->scalar, each(met->count, [&](size_t i) {
                      return met->bits[chooses[chooses.size() == 1 ? 0 : i].bits ? 1 : 0][i];
                  }));
}

bool is_boolean(const Value& value) {
    const Type* scalar = value.type->leaf_type(0);
    return scalar && scalar->kind == TypeKind::Bool;
}

/// How many arguments `name` takes; for one that takes several numbers the one that is given, if it is one of
/// them.
size_t arguments_of(std::string_view name, size_t given) {
    size_t wanted = 1;
    for (const FloatFunction& row : kFloatFunctions)
        if (row.name == name) {
            wanted = row.arguments;
            if (wanted == given) return wanted;
        }
    for (const NumberFunction& row : kNumberFunctions)
        if (row.name == name) wanted = row.arguments;
    for (const auto& [comparison, op] : kComparisons)
        if (comparison == name) wanted = 2;
    return name == "cross" ? 2 : wanted;
}

} // namespace

bool is_function(std::string_view name) {
    return std::ranges::any_of(kFloatFunctions, [&](const auto& row) { return row.name == name; }) ||
           std::ranges::any_of(kNumberFunctions, [&](const auto& row) { return row.name == name; }) ||
           std::ranges::any_of(kComparisons, [&](const auto& row) { return row.first == name; }) ||
           std::ranges::find(kOthers, name) != kOthers.end();
}

Result<Value> call_function(const Module& module, std::string_view name, const std::vector<Value>& loaded) {
    if (const size_t wanted = arguments_of(name, loaded.size()); wanted != loaded.size())
        return fail(fmt::format("{} takes {} argument{}, not {}", name, wanted, wanted == 1 ? "" : "s",
                                loaded.size()));
    if (name.find("BitsTo") != std::string_view::npos) return reinterpret(module, name, loaded[0]);
    if (name == "cross") return cross(module, loaded);
    if (name == "transpose") return transpose(module, loaded[0]);
    if (std::ranges::find(kOthers, name) != kOthers.end()) return logical(module, name, loaded);
    if (name == "mix" && is_boolean(loaded[2])) return select(module, loaded);
    for (const auto& [comparison, op] : kComparisons)
        if (comparison == name) return compare(module, name, op, loaded);
    for (const FloatFunction& row : kFloatFunctions) {
        if (row.name != name || row.arguments != loaded.size()) continue;
        auto met = meet(module, name, loaded, Wants::Floats);
        if (!met) return std::unexpected(met.error());
        return row.function ? float_function(module, row, *met) : over_all_components(module, name, *met);
    }
    auto met = meet(module, name, loaded, Wants::Numbers);
    if (!met) return std::unexpected(met.error());
    return shaped(module, met->scalar,
                  each(met->count, [&](size_t i) { return number_function(name, *met, i); }));
}

} // namespace wb::engine
