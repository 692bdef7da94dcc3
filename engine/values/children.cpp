// SPDX-License-Identifier: MIT
#include "engine/values/children.h"

#include <fmt/format.h>

namespace wb::engine {

/// The type whose parts are shown: for pointers what they point to.
static const Type* parts_of(const Type& type) {
    return type.kind == TypeKind::Pointer ? type.element : &type;
}

bool has_indexed_children(const Type& type) {
    const Type* parts = parts_of(type);
    return parts && (parts->kind == TypeKind::Array || parts->kind == TypeKind::RuntimeArray ||
                     parts->kind == TypeKind::Matrix);
}

static uint64_t runtime_count(const Type& type, uint64_t address, uint64_t end) {
    const uint64_t stride = type.stride ? type.stride : type.element ? type.element->size_in_memory() : 0;
    return stride && end > address ? (end - address) / stride : 0;
}

uint64_t child_count(const Value& value, uint64_t end) {
    if (!value.type) return 0;
    const bool pointer = value.type->kind == TypeKind::Pointer;
    const Type* parts = parts_of(*value.type);
    if (!parts) return 0;
    switch (parts->kind) {
    case TypeKind::Struct:
        return parts->members.size();
    case TypeKind::Vector:
    case TypeKind::Matrix:
    case TypeKind::Array:
        return parts->count;
    case TypeKind::RuntimeArray:
        return !pointer && value.in_memory && value.place.space == Space::Global
                   ? runtime_count(*parts, value.place.address, end)
                   : 0;
    default:
        return pointer && parts->is_scalar() ? 1 : 0;
    }
}

static bool points_to_scalar(const Type& type) {
    return type.kind == TypeKind::Pointer && type.element && type.element->is_scalar();
}

Result<Value> tree_child(Access& access, const Value& value, uint64_t index) {
    if (value.type && points_to_scalar(*value.type)) return dereference(access, value);
    return child(access, value, index);
}

std::string child_name(const Type& type, uint64_t index) {
    if (points_to_scalar(type)) return "*";
    const Type* parts = parts_of(type);
    if (parts && parts->kind == TypeKind::Struct && index < parts->members.size())
        return parts->members[index].name.empty() ? fmt::format("member {}", index)
                                                  : parts->members[index].name;
    if (parts && parts->kind == TypeKind::Vector && index < 4) return std::string(1, "xyzw"[index]);
    return fmt::format("[{}]", index);
}

std::string child_expression(const std::string& parent, const Type& type, uint64_t index) {
    if (parent.empty()) return "";
    // What is more than a name with its parts has to be put in brackets first.
    const bool plain =
        parent.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.[]$") ==
        std::string::npos;
    const std::string base = plain ? parent : "(" + parent + ")";
    const Type* parts = parts_of(type);
    if (points_to_scalar(type)) return "*" + base;
    if (type.kind == TypeKind::Pointer && parts && parts->kind != TypeKind::Struct) return "";
    const std::string name = child_name(type, index);
    if (name.starts_with("member ")) return "";
    return name.starts_with('[') ? base + name : base + "." + name;
}

Result<uint64_t> address_of(Access& access, const Value& value) {
    if (value.type && value.type->kind == TypeKind::Pointer) {
        auto loaded = load(access, value);
        if (!loaded) return std::unexpected(loaded.error());
        if (loaded->leaves[0].state != Leaf::State::Ok) return fail("the pointer has no value here");
        return loaded->leaves[0].bits;
    }
    if (value.in_memory && value.place.space == Space::Global) return value.place.address;
    if (value.in_memory && value.place.space == Space::Descriptor) {
        auto bound = access.descriptor(*value.place.variable, uint32_t(value.place.address));
        if (!bound) return std::unexpected(bound.error());
        return bound->address;
    }
    return fail("this value is not in GPU memory");
}

uint64_t bound_end(Access& access, const Value& value) {
    if (!value.in_memory || value.place.space != Space::Descriptor || !value.type ||
        value.type->kind != TypeKind::Struct)
        return 0;
    auto bound = access.descriptor(*value.place.variable, uint32_t(value.place.address));
    return bound ? bound->address + bound->size : 0;
}

} // namespace wb::engine
