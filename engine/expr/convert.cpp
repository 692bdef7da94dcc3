// SPDX-License-Identifier: MIT
// Conversions between types: casts, constructors' scalars, and GLSL's implicit ones.
#include "engine/expr/arithmetic.h"
#include "engine/values/format.h"

#include <bit>
#include <cmath>
#include <fmt/format.h>

namespace wb::engine {

double to_double(const Type& type, uint64_t bits) {
    if (type.kind == TypeKind::Float) {
        if (type.bits == 64) return std::bit_cast<double>(bits);
        return type.bits == 16 ? half_to_float(uint16_t(bits)) : std::bit_cast<float>(uint32_t(bits));
    }
    if (type.kind == TypeKind::Int && type.is_signed) return double(to_signed(type, bits));
    return double(bits);
}

int64_t to_signed(const Type& type, uint64_t bits) {
    if (type.kind != TypeKind::Int || !type.is_signed || type.bits >= 64) return int64_t(bits);
    return int64_t(bits << (64 - type.bits)) >> (64 - type.bits);
}

uint64_t from_double(const Type& type, double value) {
    if (type.bits == 64) return std::bit_cast<uint64_t>(value);
    if (type.bits == 16) return float_to_half(float(value));
    return std::bit_cast<uint32_t>(float(value));
}

uint64_t truncate(const Type& type, uint64_t bits) {
    return type.bits >= 64 ? bits : bits & ((1ull << type.bits) - 1);
}

uint64_t convert_bits(const Type& from, uint64_t bits, const Type& to) {
    if (to.kind == TypeKind::Bool)
        return from.kind == TypeKind::Float ? to_double(from, bits) != 0 : bits != 0;
    if (to.kind == TypeKind::Float)
        return from.kind == TypeKind::Float && from.bits == to.bits ? bits
                                                                    : from_double(to, to_double(from, bits));
    if (from.kind == TypeKind::Float)
        return to.kind == TypeKind::Pointer ? saturated(to_double(from, bits), 64, false)
                                            : saturated(to_double(from, bits), to.bits, to.is_signed);
    return to.kind == TypeKind::Pointer ? bits : truncate(to, uint64_t(to_signed(from, bits)));
}

Result<Value> convert(const Module& module, const Value& loaded, const Type* to) {
    (void)module;
    const Type* from = loaded.type;
    if (from == to) return loaded;
    const uint64_t wanted = to->leaves(), given = loaded.leaves.size();
    if (!wanted || !given) return fail(fmt::format("cannot convert {} to {}", from->name, to->name));
    if (given != wanted && given != 1)
        return fail(
            fmt::format("cannot convert {} to {}: {} values for {}", from->name, to->name, given, wanted));
    const bool numeric = (to->is_scalar() || to->kind == TypeKind::Vector || to->kind == TypeKind::Matrix ||
                          to->kind == TypeKind::Array);
    if (!numeric && given != wanted)
        return fail(fmt::format("cannot convert {} to {}", from->name, to->name));
    Value result;
    result.type = to;
    for (uint64_t i = 0; i < wanted; ++i) {
        const uint64_t source = given == 1 ? 0 : i;
        const Type* from_leaf = from->leaf_type(source);
        const Type* to_leaf = to->leaf_type(i);
        if (!from_leaf || !to_leaf) return fail(fmt::format("cannot convert {} to {}", from->name, to->name));
        result.leaves.push_back(
            {convert_bits(*from_leaf, loaded.leaves[source].bits, *to_leaf), Leaf::State::Ok, {}});
    }
    return result;
}

} // namespace wb::engine
