// SPDX-License-Identifier: MIT
// Constructors (vec3(1, 2, 3), uint(x)) and the small functions of the expression language.
#include "engine/expr/arithmetic.h"
#include "engine/values/format.h"

#include <array>
#include <bit>
#include <cmath>
#include <fmt/format.h>

namespace wb::engine {

static const Type* builtin_type(const Module& module, std::string_view name) {
    struct Scalar {
        std::string_view name, vector;
        TypeKind kind;
        uint32_t bits;
        bool is_signed;
    };
    static constexpr std::array<Scalar, 13> kScalars = {{
        {"float", "vec", TypeKind::Float, 32, false},
        {"int", "ivec", TypeKind::Int, 32, true},
        {"uint", "uvec", TypeKind::Int, 32, false},
        {"bool", "bvec", TypeKind::Bool, 32, false},
        {"double", "dvec", TypeKind::Float, 64, false},
        {"float16_t", "f16vec", TypeKind::Float, 16, false},
        {"int8_t", "i8vec", TypeKind::Int, 8, true},
        {"uint8_t", "u8vec", TypeKind::Int, 8, false},
        {"int16_t", "i16vec", TypeKind::Int, 16, true},
        {"uint16_t", "u16vec", TypeKind::Int, 16, false},
        {"int64_t", "i64vec", TypeKind::Int, 64, true},
        {"uint64_t", "u64vec", TypeKind::Int, 64, false},
        {"float32_t", "f32vec", TypeKind::Float, 32, false},
    }};
    for (const Scalar& scalar : kScalars) {
        if (name == scalar.name) return module.scalar(scalar.kind, scalar.bits, scalar.is_signed);
        if (name.size() == scalar.vector.size() + 1 && name.starts_with(scalar.vector) &&
            name.back() >= '2' && name.back() <= '4')
            return module.vector_of(module.scalar(scalar.kind, scalar.bits, scalar.is_signed),
                                    uint32_t(name.back() - '0'));
    }
    return nullptr;
}

const Type* type_named(const Module& module, std::string_view name) {
    if (name.ends_with('*')) {
        const Type* target = type_named(module, name.substr(0, name.size() - 1));
        return target ? module.pointer_to(target) : nullptr;
    }
    if (const Type* type = builtin_type(module, name)) return type;
    return module.struct_named(name);
}

static Result<Value> construct(const Module& module, const Type* type, const std::vector<Value>& arguments) {
    if (arguments.size() == 1 &&
        (arguments[0].leaves.size() == 1 || arguments[0].leaves.size() == type->leaves()))
        return convert(module, arguments[0], type);
    Value result;
    result.type = type;
    for (const Value& argument : arguments)
        for (size_t i = 0; i < argument.leaves.size() && result.leaves.size() < type->leaves(); ++i)
            result.leaves.push_back({convert_bits(*argument.type->leaf_type(i), argument.leaves[i].bits,
                                                  *type->leaf_type(result.leaves.size())),
                                     Leaf::State::Ok,
                                     {}});
    if (result.leaves.size() != type->leaves())
        return fail(
            fmt::format("{} needs {} values, not {}", type->name, type->leaves(), result.leaves.size()));
    return result;
}

/// Functions of one float argument, component by component.
static double (*float_function(std::string_view name))(double) {
    struct Row {
        std::string_view name;
        double (*function)(double);
    };
    static constexpr std::array<Row, 10> kRows = {{
        {"floor", [](double x) { return std::floor(x); }},
        {"ceil", [](double x) { return std::ceil(x); }},
        {"fract", [](double x) { return x - std::floor(x); }},
        {"sqrt", [](double x) { return std::sqrt(x); }},
        {"sin", [](double x) { return std::sin(x); }},
        {"cos", [](double x) { return std::cos(x); }},
        {"exp", [](double x) { return std::exp(x); }},
        {"log", [](double x) { return std::log(x); }},
        {"trunc", [](double x) { return std::trunc(x); }},
        {"round", [](double x) { return std::nearbyint(x); }},
    }};
    for (const Row& row : kRows)
        if (row.name == name) return row.function;
    return nullptr;
}

static Result<Value> reinterpret(const Module& module, const std::string& name, const Value& value) {
    const Type* scalar = value.type->leaf_type(0);
    const bool to_float = name == "uintBitsToFloat" || name == "intBitsToFloat";
    const Type* target = to_float ? module.scalar(TypeKind::Float, scalar->bits, false)
                                  : module.scalar(TypeKind::Int, scalar->bits, name == "floatBitsToInt");
    Value result = value;
    result.type = value.is_scalar() ? target : module.vector_of(target, value.type->count);
    return result;
}

Result<Value> call(const Module& module, const std::string& name, const std::vector<Value>& loaded) {
    if (const Type* type = type_named(module, name)) return construct(module, type, loaded);
    const auto needs = [&](size_t count) -> Status {
        if (loaded.size() == count) return {};
        return fail(
            fmt::format("{} takes {} argument{}, not {}", name, count, count == 1 ? "" : "s", loaded.size()));
    };
    if (name == "floatBitsToUint" || name == "floatBitsToInt" || name == "uintBitsToFloat" ||
        name == "intBitsToFloat") {
        if (Status ok = needs(1); !ok) return std::unexpected(ok.error());
        return reinterpret(module, name, loaded[0]);
    }
    if (auto* function = float_function(name)) {
        if (Status ok = needs(1); !ok) return std::unexpected(ok.error());
        const Type* scalar = loaded[0].type->leaf_type(0);
        if (!scalar || scalar->kind != TypeKind::Float) return fail(fmt::format("{} needs a float", name));
        Value result = loaded[0];
        for (Leaf& leaf : result.leaves)
            leaf = {from_double(*scalar, function(to_double(*scalar, leaf.bits))), Leaf::State::Ok, {}};
        return result;
    }
    if (name == "abs") {
        if (Status ok = needs(1); !ok) return std::unexpected(ok.error());
        Value result = loaded[0];
        for (size_t i = 0; i < result.leaves.size(); ++i) {
            const Type& type = *result.type->leaf_type(i);
            const bool negative = type.kind == TypeKind::Float
                                      ? (result.leaves[i].bits >> (type.bits - 1)) & 1
                                      : to_signed(type, result.leaves[i].bits) < 0;
            if (negative)
                result.leaves[i].bits = type.kind == TypeKind::Float
                                            ? result.leaves[i].bits ^ (1ull << (type.bits - 1))
                                            : truncate(type, 0 - result.leaves[i].bits);
        }
        return result;
    }
    if (name == "length" || name == "dot") {
        if (Status ok = needs(name == "dot" ? 2 : 1); !ok) return std::unexpected(ok.error());
        auto product = binary(module, "*", loaded[0], loaded.back());
        if (!product) return product;
        const Type* scalar = product->type->leaf_type(0);
        if (scalar->kind != TypeKind::Float) return fail(fmt::format("{} needs floats", name));
        double sum = 0;
        for (const Leaf& leaf : product->leaves)
            sum += to_double(*scalar, leaf.bits);
        return scalar_value(scalar, from_double(*scalar, name == "length" ? std::sqrt(sum) : sum));
    }
    if (name == "min" || name == "max") {
        if (Status ok = needs(2); !ok) return std::unexpected(ok.error());
        if (!loaded[0].is_scalar() || !loaded[1].is_scalar())
            return fail(fmt::format("{} takes single values here", name));
        auto less = binary(module, "<", loaded[0], loaded[1]);
        if (!less) return less;
        const Value& chosen = (less->leaves[0].bits != 0) == (name == "min") ? loaded[0] : loaded[1];
        return convert(module, chosen, common_scalar(module, *loaded[0].type, *loaded[1].type));
    }
    return fail(fmt::format("'{}' is neither a type nor a function the debugger knows", name));
}

} // namespace wb::engine
