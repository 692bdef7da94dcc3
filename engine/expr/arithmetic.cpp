// SPDX-License-Identifier: MIT
// Unary and binary operators with GLSL's rules.
#include "engine/expr/arithmetic.h"

#include <cmath>
#include <fmt/format.h>

namespace wb::engine {

const Type* common_scalar(const Module& module, const Type& a, const Type& b) {
    if (a.kind == TypeKind::Float || b.kind == TypeKind::Float) {
        unsigned bits =
            std::max(a.kind == TypeKind::Float ? a.bits : 0, b.kind == TypeKind::Float ? b.bits : 0);
        return module.scalar(TypeKind::Float, bits, false);
    }
    if (a.kind == TypeKind::Bool && b.kind == TypeKind::Bool) return module.scalar(TypeKind::Bool, 32, false);
    const unsigned bits =
        std::max(a.kind == TypeKind::Bool ? 32u : a.bits, b.kind == TypeKind::Bool ? 32u : b.bits);
    const auto makes_unsigned = [&](const Type& t) {
        return t.kind == TypeKind::Int && !t.is_signed && t.bits == bits;
    };
    return module.scalar(TypeKind::Int, bits, !(makes_unsigned(a) || makes_unsigned(b)));
}

namespace {

bool is_comparison(std::string_view op) {
    return op == "==" || op == "!=" || op == "<" || op == ">" || op == "<=" || op == ">=";
}
bool is_integer_only(std::string_view op) {
    return op == "%" || op == "&" || op == "|" || op == "^" || op == "<<" || op == ">>";
}

const Type* component_type(const Type* type) {
    return type->leaf_type(0);
}

template <class T>
bool compare(std::string_view op, T a, T b) {
    if (op == "==") return a == b;
    if (op == "!=") return a != b;
    if (op == "<") return a < b;
    if (op == ">") return a > b;
    return op == "<=" ? a <= b : a >= b;
}

Result<uint64_t> float_operation(const Type& type, std::string_view op, uint64_t a, uint64_t b) {
    const double x = to_double(type, a), y = to_double(type, b);
    // float and half: computing in double and rounding once is exact rounding for + - * / of the narrower
    // type.
    if (op == "+") return from_double(type, x + y);
    if (op == "-") return from_double(type, x - y);
    if (op == "*") return from_double(type, x * y);
    if (op == "/") return from_double(type, x / y);
    return fail(fmt::format("'{}' does not work on {}", op, type.name));
}

Result<uint64_t> integer_operation(const Type& type, std::string_view op, uint64_t a, uint64_t b) {
    const int64_t x = to_signed(type, a), y = to_signed(type, b);
    if (op == "+") return truncate(type, uint64_t(x) + uint64_t(y));
    if (op == "-") return truncate(type, uint64_t(x) - uint64_t(y));
    if (op == "*") return truncate(type, uint64_t(x) * uint64_t(y));
    if (op == "&") return a & b;
    if (op == "|") return a | b;
    if (op == "^") return a ^ b;
    if (op == "/" || op == "%") {
        if (y == 0) return fail("division by zero");
        if (type.is_signed) {
            if (y == -1) return truncate(type, op == "/" ? 0 - uint64_t(x) : 0);
            return truncate(type, uint64_t(op == "/" ? x / y : x % y));
        }
        return truncate(type, op == "/" ? a / b : a % b);
    }
    if (b >= type.bits)
        return fail(fmt::format("a shift by {} passes the {} bits of {}", y, type.bits, type.name));
    if (op == "<<") return truncate(type, a << b);
    return truncate(type, type.is_signed ? uint64_t(x >> b) : a >> b);
}

Result<uint64_t> operate(const Type& type, std::string_view op, uint64_t a, uint64_t b) {
    if (type.kind == TypeKind::Float) return float_operation(type, op, a, b);
    return integer_operation(type, op, a, b);
}

bool compare_bits(const Type& type, std::string_view op, uint64_t a, uint64_t b) {
    if (type.kind == TypeKind::Float) return compare(op, to_double(type, a), to_double(type, b));
    return type.is_signed ? compare(op, to_signed(type, a), to_signed(type, b)) : compare(op, a, b);
}

/// matrix * vector, vector * matrix and matrix * matrix; `left` and `right` are of the same float type.
Result<Value> linear_product(const Module& module, const Type& scalar, const Value& left,
                             const Value& right) {
    const auto columns = [](const Type& t) { return t.kind == TypeKind::Matrix ? t.count : 1u; };
    const auto rows = [](const Type& t) { return t.kind == TypeKind::Matrix ? t.element->count : t.count; };
    const bool row_vector = left.type->kind == TypeKind::Vector;
    const unsigned left_rows = row_vector ? 1 : rows(*left.type),
                   left_columns = row_vector ? left.type->count : columns(*left.type);
    if (left_columns != rows(*right.type))
        return fail(fmt::format("{} times {} is not defined: {} columns meet {} rows", left.type->name,
                                right.type->name, left_columns, rows(*right.type)));
    Value result;
    for (unsigned c = 0; c < columns(*right.type); ++c)
        for (unsigned r = 0; r < left_rows; ++r) {
            uint64_t sum = from_double(scalar, 0);
            for (unsigned k = 0; k < left_columns; ++k) {
                const uint64_t a = left.leaves[row_vector ? k : k * left_rows + r].bits;
                const uint64_t b = right.leaves[c * rows(*right.type) + k].bits;
                sum = *float_operation(scalar, "+", sum, *float_operation(scalar, "*", a, b));
            }
            result.leaves.push_back({sum, Leaf::State::Ok, {}});
        }
    if (row_vector)
        result.type = module.vector_of(&scalar, columns(*right.type));
    else if (right.type->kind == TypeKind::Vector)
        result.type = module.vector_of(&scalar, left_rows);
    else
        result.type = module.matrix_of(module.vector_of(&scalar, left_rows), columns(*right.type));
    return result;
}

Result<Value> pointer_operation(const Module& module, const std::string& op, const Value& left,
                                const Value& right) {
    const bool left_pointer = left.type->kind == TypeKind::Pointer;
    const Value& pointer = left_pointer ? left : right;
    const Value& other = left_pointer ? right : left;
    if (is_comparison(op))
        return scalar_value(module.scalar(TypeKind::Bool, 32, false),
                            compare(op, left.leaves[0].bits, right.leaves[0].bits));
    if ((op == "+" || (op == "-" && left_pointer)) && other.type->kind == TypeKind::Int &&
        pointer.type->element) {
        const uint64_t size = pointer.type->element->size_in_memory();
        if (!size) return fail(fmt::format("the size of {} is not known", pointer.type->element->name));
        const uint64_t distance = uint64_t(to_signed(*other.type, other.leaves[0].bits)) * size;
        return scalar_value(pointer.type, op == "+" ? pointer.leaves[0].bits + distance
                                                    : pointer.leaves[0].bits - distance);
    }
    return fail(fmt::format("'{}' does not work on {} and {}", op, left.type->name, right.type->name));
}

} // namespace

Result<Value> unary(const Module& module, const std::string& op, const Value& loaded) {
    const Type* scalar = component_type(loaded.type);
    if (!scalar || loaded.type->kind == TypeKind::Struct || scalar->kind == TypeKind::Pointer)
        return fail(fmt::format("'{}' does not work on {}", op, loaded.type->name));
    Value result = loaded;
    for (Leaf& leaf : result.leaves) {
        leaf.origin = {};
        if (op == "!") {
            if (loaded.leaves.size() != 1 && scalar->kind != TypeKind::Bool)
                return fail("'!' needs a boolean");
            leaf.bits = convert_bits(*scalar, leaf.bits, *module.scalar(TypeKind::Bool, 32, false)) ? 0 : 1;
        } else if (op == "~") {
            if (scalar->kind != TypeKind::Int)
                return fail(fmt::format("'~' does not work on {}", loaded.type->name));
            leaf.bits = truncate(*scalar, ~leaf.bits);
        } else if (op == "-") {
            if (scalar->kind == TypeKind::Bool) return fail("'-' does not work on bool");
            leaf.bits = scalar->kind == TypeKind::Float ? leaf.bits ^ (1ull << (scalar->bits - 1))
                                                        : truncate(*scalar, 0 - leaf.bits);
        }
    }
    if (op == "!" && loaded.is_scalar()) result.type = module.scalar(TypeKind::Bool, 32, false);
    return result;
}

Result<Value> binary(const Module& module, const std::string& op, const Value& left, const Value& right) {
    if (left.type->kind == TypeKind::Pointer || right.type->kind == TypeKind::Pointer)
        return pointer_operation(module, op, left, right);
    const Type *a = component_type(left.type), *b = component_type(right.type);
    const auto usable = [](const Value& v) {
        return v.is_scalar() || v.type->kind == TypeKind::Vector || v.type->kind == TypeKind::Matrix;
    };
    const bool same_aggregate = left.type == right.type && (op == "==" || op == "!=");
    if (!a || !b || (!same_aggregate && (!usable(left) || !usable(right))))
        return fail(fmt::format("'{}' does not work on {} and {}", op, left.type->name, right.type->name));
    const Type* boolean = module.scalar(TypeKind::Bool, 32, false);
    if (op == "^^") return scalar_value(boolean, (left.leaves[0].bits != 0) != (right.leaves[0].bits != 0));
    if (same_aggregate && left.type->kind == TypeKind::Struct) {
        bool equal = true;
        for (size_t i = 0; i < left.leaves.size(); ++i)
            equal &= compare_bits(*left.type->leaf_type(i), "==", left.leaves[i].bits, right.leaves[i].bits);
        return scalar_value(boolean, (op == "==") == equal);
    }

    // A shift's right operand keeps its own type; everything else meets in a common one.
    const Type* scalar = op == "<<" || op == ">>" ? a : common_scalar(module, *a, *b);
    if (is_integer_only(op) && (scalar->kind != TypeKind::Int || b->kind != TypeKind::Int))
        return fail(fmt::format("'{}' needs integers, not {} and {}", op, left.type->name, right.type->name));
    if (scalar->kind == TypeKind::Bool && !(op == "==" || op == "!="))
        scalar = module.scalar(TypeKind::Int, 32, true);
    const auto converted = [&](const Value& value) {
        Value result;
        result.type = value.type;
        for (size_t i = 0; i < value.leaves.size(); ++i)
            result.leaves.push_back({convert_bits(*component_type(value.type), value.leaves[i].bits, *scalar),
                                     Leaf::State::Ok,
                                     {}});
        return result;
    };
    const Value x = converted(left), y = converted(right);
    const bool matrix = left.type->kind == TypeKind::Matrix || right.type->kind == TypeKind::Matrix;
    if (op == "*" && matrix && !left.is_scalar() && !right.is_scalar())
        return linear_product(module, *scalar, x, y);

    const size_t count = std::max(x.leaves.size(), y.leaves.size());
    if (x.leaves.size() != count && x.leaves.size() != 1)
        return fail(fmt::format("{} and {} differ in size", left.type->name, right.type->name));
    if (y.leaves.size() != count && y.leaves.size() != 1)
        return fail(fmt::format("{} and {} differ in size", left.type->name, right.type->name));
    const auto bits_of = [](const Value& v, size_t i) { return v.leaves[v.leaves.size() == 1 ? 0 : i].bits; };
    if (is_comparison(op)) {
        if (count > 1 && op != "==" && op != "!=")
            return fail(
                fmt::format("'{}' compares single values; compare components, as in a.x {} b.x", op, op));
        bool equal = true;
        for (size_t i = 0; i < count; ++i)
            equal &= compare_bits(*scalar, count > 1 ? "==" : op, bits_of(x, i), bits_of(y, i));
        return scalar_value(boolean, count > 1 && op == "!=" ? !equal : equal);
    }
    Value result;
    for (size_t i = 0; i < count; ++i) {
        auto bits = operate(*scalar, op, bits_of(x, i), bits_of(y, i));
        if (!bits) return std::unexpected(bits.error());
        result.leaves.push_back({*bits, Leaf::State::Ok, {}});
    }
    const Value& shape = left.leaves.size() == count ? left : right;
    if (shape.is_scalar())
        result.type = scalar;
    else if (shape.type->kind == TypeKind::Vector)
        result.type = module.vector_of(scalar, shape.type->count);
    else
        result.type = shape.type;
    return result;
}

} // namespace wb::engine
