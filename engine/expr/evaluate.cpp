// SPDX-License-Identifier: MIT
#include "engine/expr/arithmetic.h"
#include "engine/values/children.h"

#include <bit>
#include <fmt/format.h>
#include <optional>

namespace wb::engine {

Value scalar_value(const Type* type, uint64_t bits) {
    Value value;
    value.type = type;
    value.leaves.push_back({bits, Leaf::State::Ok, {}});
    return value;
}

Value number(const Module& module, const Token& token) {
    if (token.kind == Token::Kind::Float) {
        const unsigned width = token.is_double ? 64 : token.is_half ? 16 : 32;
        auto value = convert(
            module,
            scalar_value(module.scalar(TypeKind::Float, 64, false), std::bit_cast<uint64_t>(token.real)),
            module.scalar(TypeKind::Float, width, false));
        return *value;
    }
    // As in C: what does not fit the narrow type gets a wider one.
    const bool wide = token.integer > 0xffff'ffffull;
    const bool is_signed =
        !token.is_unsigned && (token.integer <= 0x7fff'ffffull || (wide && token.integer <= INT64_MAX));
    return scalar_value(module.scalar(TypeKind::Int, wide ? 64 : 32, is_signed), token.integer);
}

static Result<uint64_t> as_index(Access& access, const Value& value) {
    auto loaded = load(access, value);
    if (!loaded) return std::unexpected(loaded.error());
    if (!loaded->is_scalar() || loaded->type->kind != TypeKind::Int)
        return fail("an index must be an integer");
    const int64_t index = to_signed(*loaded->type, loaded->leaves[0].bits);
    if (loaded->type->is_signed && index < 0) return fail(fmt::format("index {} is negative", index));
    return uint64_t(index);
}

/// A decimal behind a minus: signed, as wide as the negative number needs. number() sees the magnitude alone.
static std::optional<Value> negated_decimal(const Module& module, const Expr& expr) {
    const Token& token = expr.token;
    if (expr.kind != Expr::Kind::Number || token.kind != Token::Kind::Integer || token.is_unsigned ||
        token.text.starts_with("0x") || token.text.starts_with("0X") || token.integer > 1ull << 63)
        return std::nullopt;
    const unsigned bits = token.integer > 1ull << 31 ? 64 : 32;
    return scalar_value(module.scalar(TypeKind::Int, bits, true),
                        bits == 64 ? 0 - token.integer : uint32_t(0 - token.integer));
}

/// Components named by `letters`, or empty when it is no swizzle of a vector with `count` components.
static std::vector<unsigned> swizzle(std::string_view letters, unsigned count) {
    if (letters.empty() || letters.size() > 4) return {};
    for (std::string_view set : {"xyzw", "rgba", "stpq"}) {
        std::vector<unsigned> components;
        for (char letter : letters) {
            const size_t at = set.find(letter);
            if (at == std::string_view::npos || at >= count) break;
            components.push_back(unsigned(at));
        }
        if (components.size() == letters.size()) return components;
    }
    return {};
}

static Result<Value> member(const Module& module, Access& access, Value base, const std::string& name) {
    if (base.type && base.type->kind == TypeKind::Pointer) {
        auto target = dereference(access, base);
        if (!target) return target;
        base = std::move(*target);
    }
    if (!base.type) return fail("no value here");
    if (base.type->kind == TypeKind::Struct) {
        for (size_t i = 0; i < base.type->members.size(); ++i)
            if (base.type->members[i].name == name) return child(access, base, i);
        std::string known;
        for (const Member& m : base.type->members)
            known += (known.empty() ? "" : ", ") + m.name;
        return fail(fmt::format("{} has no member '{}' (it has {})", base.type->name, name, known));
    }
    if (base.type->kind == TypeKind::Vector) {
        const std::vector<unsigned> components = swizzle(name, base.type->count);
        if (components.size() == 1) return child(access, base, components[0]);
        if (!components.empty()) {
            Value result;
            result.type = module.vector_of(base.type->element, unsigned(components.size()));
            result.why = base.why;
            auto loaded = load(access, base);
            if (!loaded) return loaded;
            result.leaf_space = loaded->leaf_space;
            for (unsigned component : components)
                result.leaves.push_back(loaded->leaves[component]);
            return result;
        }
    }
    return fail(fmt::format("{} has no member '{}'", base.type->name, name));
}

static Result<Value> address_of(const Module& module, const Value& value) {
    if (!value.in_memory || value.place.space != Space::Global)
        return fail("only values in GPU memory have an address");
    return scalar_value(module.pointer_to(value.type), value.place.address);
}

static Result<Value> repeat(const Module& module, const Value& first, uint64_t count) {
    if (!first.in_memory) return fail("'@' needs a value in memory on its left");
    if (count == 0 || count > 65536) return fail("'@' takes a count from 1 to 65536");
    Value result = first;
    result.type = module.array_of(first.type, uint32_t(count));
    return result;
}

/// How many elements an array has; one without a size ends where its buffer does.
static Result<Value> length(const Expr& array, Names& names, Access& access) {
    auto value = evaluate(array, names, access);
    if (!value) return value;
    const Type* type = value->type;
    uint64_t count = 0;
    if (type &&
        (type->kind == TypeKind::Array || type->kind == TypeKind::Vector || type->kind == TypeKind::Matrix)) {
        count = type->count;
    } else if (type && type->kind == TypeKind::RuntimeArray) {
        const auto block = array.left ? evaluate(*array.left, names, access) : value;
        const uint64_t end = block ? bound_end(access, *block) : 0;
        if (!end) return fail("the length of this array is not known: only that of a buffer's block is");
        count = child_count(*value, end);
    } else {
        return fail(fmt::format("{} has no length", type ? type->name : "this"));
    }
    const Type* integer = names.module().scalar(TypeKind::Int, 32, true);
    return scalar_value(integer, truncate(*integer, count));
}

Status check_known(const Value& loaded) {
    for (const Leaf& leaf : loaded.leaves) {
        if (leaf.state == Leaf::State::Undefined) return fail("a value used here has not been set yet");
        if (leaf.state == Leaf::State::Unavailable)
            return fail("a value used here is not available" + (loaded.why.empty() ? "" : ": " + loaded.why));
    }
    return {};
}

static bool truth(const Value& scalar) {
    const uint64_t bits = scalar.leaves[0].bits;
    // -0.0 is zero.
    if (scalar.type->kind == TypeKind::Float) return (bits & ~(1ull << (scalar.type->bits - 1))) != 0;
    return bits != 0;
}

static Result<Value> loaded_value(const Expr& expr, Names& names, Access& access) {
    auto value = evaluate(expr, names, access);
    if (!value) return value;
    auto loaded = load(access, *value);
    if (!loaded) return loaded;
    if (Status known = check_known(*loaded); !known) return std::unexpected(known.error());
    return loaded;
}

static Result<Value> short_circuit(const Expr& expr, Names& names, Access& access) {
    auto left = loaded_value(*expr.left, names, access);
    if (!left) return left;
    if (!left->is_scalar()) return fail(fmt::format("'{}' needs booleans", expr.text));
    const bool first = truth(*left);
    const Type* boolean = names.module().scalar(TypeKind::Bool, 32, false);
    if (expr.text == "&&" ? !first : first) return scalar_value(boolean, first);
    auto right = loaded_value(*expr.right, names, access);
    if (!right) return right;
    if (!right->is_scalar()) return fail(fmt::format("'{}' needs booleans", expr.text));
    return scalar_value(boolean, truth(*right));
}

Result<Value> evaluate(const Expr& expr, Names& names, Access& access) {
    const Module& module = names.module();
    switch (expr.kind) {
    case Expr::Kind::Number:
        return number(module, expr.token);
    case Expr::Kind::Name:
        if (expr.text == "true" || expr.text == "false")
            return scalar_value(module.scalar(TypeKind::Bool, 32, false), expr.text == "true");
        return names.variable(expr.text);
    case Expr::Kind::Register:
        return names.register_value(expr.text);
    case Expr::Kind::Member: {
        auto base = evaluate(*expr.left, names, access);
        return base ? member(module, access, std::move(*base), expr.text) : base;
    }
    case Expr::Kind::Index:
    case Expr::Kind::Repeat: {
        auto base = evaluate(*expr.left, names, access);
        if (!base) return base;
        auto operand = evaluate(*expr.right, names, access);
        if (!operand) return operand;
        auto index = as_index(access, *operand);
        if (!index) return std::unexpected(index.error());
        return expr.kind == Expr::Kind::Index ? child(access, *base, *index) : repeat(module, *base, *index);
    }
    case Expr::Kind::Unary: {
        if (expr.text == "*") {
            auto pointer = evaluate(*expr.left, names, access);
            return pointer ? dereference(access, *pointer) : pointer;
        }
        if (expr.text == "&") {
            auto value = evaluate(*expr.left, names, access);
            return value ? address_of(module, *value) : value;
        }
        if (expr.text == "-")
            if (const auto number = negated_decimal(module, *expr.left)) return *number;
        auto operand = loaded_value(*expr.left, names, access);
        return operand ? unary(module, expr.text, *operand) : operand;
    }
    case Expr::Kind::Binary: {
        if (expr.text == "&&" || expr.text == "||") return short_circuit(expr, names, access);
        auto left = loaded_value(*expr.left, names, access);
        if (!left) return left;
        auto right = loaded_value(*expr.right, names, access);
        return right ? binary(module, expr.text, *left, *right) : right;
    }
    case Expr::Kind::Conditional: {
        auto condition = evaluate_condition(*expr.left, names, access);
        if (!condition) return std::unexpected(condition.error());
        return evaluate(*condition ? *expr.right : *expr.third, names, access);
    }
    case Expr::Kind::Cast: {
        const Type* type = type_named(module, expr.text);
        if (!type) return fail(fmt::format("no type is called '{}'", expr.text));
        auto value = loaded_value(*expr.left, names, access);
        return value ? convert(module, *value, type) : value;
    }
    case Expr::Kind::Call: {
        if (expr.left) return length(*expr.left, names, access); // the only one that has something in front
        std::vector<Value> arguments;
        for (const ExprPtr& argument : expr.arguments) {
            auto value = loaded_value(*argument, names, access);
            if (!value) return value;
            arguments.push_back(std::move(*value));
        }
        return call(module, expr.text, arguments);
    }
    }
    return fail("this expression is not supported");
}

Result<Value> evaluate(std::string_view text, Names& names, Access& access) {
    auto expr = parse_expression(text);
    if (!expr) return std::unexpected(expr.error());
    return evaluate(**expr, names, access);
}

Result<bool> evaluate_condition(const Expr& expr, Names& names, Access& access) {
    auto value = loaded_value(expr, names, access);
    if (!value) return std::unexpected(value.error());
    if (!value->is_scalar()) return fail("a condition must be one value");
    return truth(*value);
}

} // namespace wb::engine
