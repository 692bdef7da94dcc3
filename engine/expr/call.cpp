// SPDX-License-Identifier: MIT
// Types by name, constructors (vec3(1, 2, 3), mat2(1), uint(x)), and what a call may name.
#include "engine/expr/arithmetic.h"
#include "engine/expr/functions.h"

#include <array>
#include <cctype>
#include <fmt/format.h>
#include <optional>

namespace wb::engine {

namespace {

/// A built-in type of GLSL, without a module to make it in.
struct BuiltinType {
    TypeKind kind;
    uint32_t bits;
    bool is_signed;
    uint32_t columns = 1, rows = 1; ///< Scalars have 1 of both, vectors one column.
};

/// The 2, 3 or 4 that `c` says, or 0.
uint32_t size_of(char c) {
    return c >= '2' && c <= '4' ? uint32_t(c - '0') : 0;
}

std::optional<BuiltinType> builtin_type(std::string_view name) {
    struct Scalar {
        std::string_view name, vector, matrix;
        TypeKind kind;
        uint32_t bits;
        bool is_signed;
    };
    static constexpr std::array<Scalar, 14> kScalars = {{
        {"float", "vec", "mat", TypeKind::Float, 32, false},
        {"int", "ivec", "", TypeKind::Int, 32, true},
        {"uint", "uvec", "", TypeKind::Int, 32, false},
        {"bool", "bvec", "", TypeKind::Bool, 32, false},
        {"double", "dvec", "dmat", TypeKind::Float, 64, false},
        {"float16_t", "f16vec", "f16mat", TypeKind::Float, 16, false},
        {"int8_t", "i8vec", "", TypeKind::Int, 8, true},
        {"uint8_t", "u8vec", "", TypeKind::Int, 8, false},
        {"int16_t", "i16vec", "", TypeKind::Int, 16, true},
        {"uint16_t", "u16vec", "", TypeKind::Int, 16, false},
        {"int64_t", "i64vec", "", TypeKind::Int, 64, true},
        {"uint64_t", "u64vec", "", TypeKind::Int, 64, false},
        {"float32_t", "f32vec", "f32mat", TypeKind::Float, 32, false},
        {"float64_t", "f64vec", "f64mat", TypeKind::Float, 64, false},
    }};
    for (const Scalar& scalar : kScalars) {
        BuiltinType type{scalar.kind, scalar.bits, scalar.is_signed};
        if (name == scalar.name) return type;
        if (name.starts_with(scalar.vector) && name.size() == scalar.vector.size() + 1) {
            type.rows = size_of(name.back());
            if (type.rows) return type;
        }
        if (scalar.matrix.empty() || !name.starts_with(scalar.matrix)) continue;
        const std::string_view size = name.substr(scalar.matrix.size());
        if (size.size() != 1 && !(size.size() == 3 && size[1] == 'x')) continue;
        type.columns = size_of(size.front());
        type.rows = size_of(size.back());
        if (type.columns && type.rows) return type;
    }
    return std::nullopt;
}

Leaf leaf_of(uint64_t bits) {
    return {bits, Leaf::State::Ok, {}};
}

/// One number: the diagonal. A matrix: its part that fits, and the unit matrix's elsewhere.
Value matrix_from_one(const Type* type, const Value& from) {
    const Type& scalar = *type->leaf_type(0);
    const bool matrix = from.type->kind == TypeKind::Matrix;
    Value result;
    result.type = type;
    for (uint32_t column = 0; column < type->count; ++column)
        for (uint32_t row = 0; row < type->element->count; ++row) {
            const Type* source = from.type->leaf_type(0);
            if (matrix && column < from.type->count && row < from.type->element->count)
                result.leaves.push_back(leaf_of(convert_bits(
                    *source, from.leaves[column * from.type->element->count + row].bits, scalar)));
            else if (column != row)
                result.leaves.push_back(leaf_of(from_double(scalar, 0)));
            else
                result.leaves.push_back(leaf_of(matrix ? from_double(scalar, 1)
                                                       : convert_bits(*source, from.leaves[0].bits, scalar)));
        }
    return result;
}

Result<Value> construct(const Module& module, const Type* type, const std::vector<Value>& arguments) {
    for (const Value& argument : arguments)
        if (!argument.type->leaf_type(0))
            return fail(fmt::format("{} cannot be made of {}", type->name, argument.type->name));
    const bool one = arguments.size() == 1;
    if (one && type->kind == TypeKind::Matrix &&
        (arguments[0].is_scalar() || arguments[0].type->kind == TypeKind::Matrix))
        return matrix_from_one(type, arguments[0]);
    if (one && (arguments[0].leaves.size() == 1 || arguments[0].leaves.size() == type->leaves()))
        return convert(module, arguments[0], type);
    // float(v) is v.x
    Value result;
    result.type = type;
    for (const Value& argument : arguments) {
        if (result.leaves.size() == type->leaves())
            return fail(fmt::format("{} takes {} values: one is too many here", type->name, type->leaves()));
        for (size_t i = 0; i < argument.leaves.size() && result.leaves.size() < type->leaves(); ++i)
            result.leaves.push_back(
                leaf_of(convert_bits(*argument.type->leaf_type(i), argument.leaves[i].bits,
                                     *type->leaf_type(result.leaves.size()))));
    }
    if (result.leaves.size() != type->leaves())
        return fail(
            fmt::format("{} needs {} values, not {}", type->name, type->leaves(), result.leaves.size()));
    return result;
}

} // namespace

const Type* type_named(const Module& module, std::string_view name) {
    if (name.ends_with('*')) {
        const Type* target = type_named(module, name.substr(0, name.size() - 1));
        return target ? module.pointer_to(target) : nullptr;
    }
    if (const auto builtin = builtin_type(name)) {
        const Type* type = module.scalar(builtin->kind, builtin->bits, builtin->is_signed);
        if (builtin->rows > 1) type = module.vector_of(type, builtin->rows);
        return builtin->columns > 1 ? module.matrix_of(type, builtin->columns) : type;
    }
    return module.struct_named(name);
}

static std::string unknown_call(std::string_view name) {
    return fmt::format(
        "'{}' is neither a type nor a function the debugger knows; it cannot call the shader's own", name);
}

Result<Value> call(const Module& module, const std::string& name, const std::vector<Value>& loaded) {
    if (const Type* type = type_named(module, name)) return construct(module, type, loaded);
    if (is_function(name)) return call_function(module, name, loaded);
    return fail(unknown_call(name));
}

Status check_calls(const Expr& expr) {
    for (const ExprPtr* part : {&expr.left, &expr.right, &expr.third})
        if (*part)
            if (Status ok = check_calls(**part); !ok) return ok;
    for (const ExprPtr& argument : expr.arguments)
        if (Status ok = check_calls(*argument); !ok) return ok;
    if (expr.kind != Expr::Kind::Call || expr.left || is_function(expr.text) || builtin_type(expr.text))
        return {};
    if (std::isupper(static_cast<unsigned char>(expr.text[0]))) return {};
    return fail(unknown_call(expr.text));
}

} // namespace wb::engine
