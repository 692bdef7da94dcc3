// SPDX-License-Identifier: MIT
#include "engine/values/value.h"

#include <cstring>
#include <fmt/format.h>

namespace wb::engine {

static Result<Place> resolve_descriptor(Access& access, const Place& place) {
    auto bound = access.descriptor(*place.variable, uint32_t(place.address));
    if (!bound) return std::unexpected(bound.error());
    Place resolved = place;
    resolved.space = Space::Global;
    resolved.address = bound->address;
    resolved.variable = nullptr;
    return resolved;
}

static bool is_descriptor_array(const Value& value) {
    return value.in_memory && value.place.space == Space::Descriptor &&
           (value.type->kind == TypeKind::Array || value.type->kind == TypeKind::RuntimeArray);
}

static Status check_index(const Type& type, uint64_t index, uint64_t count) {
    if (index < count) return {};
    return fail(fmt::format("index {} is outside {} (0 to {})", index, type.name, count ? count - 1 : 0));
}

static Result<Value> memory_child(Access& access, const Value& value, uint64_t index) {
    const Type& type = *value.type;
    Value result;
    result.in_memory = true;
    result.place = value.place;
    if (is_descriptor_array(value)) {
        result.type = type.element;
        result.place.address = index;
        return result;
    }
    if (result.place.space == Space::Descriptor) {
        auto resolved = resolve_descriptor(access, value.place);
        if (!resolved) return std::unexpected(resolved.error());
        result.place = *resolved;
    }
    if (type.kind == TypeKind::Struct) {
        const Member& member = type.members[index];
        result.type = member.type;
        result.place.matrix_stride = member.matrix_stride;
        result.place.row_major = member.row_major;
    } else {
        result.type = type.element;
    }
    if (value.place.layout != kNoId) {
        const Access::LayoutChild layout = access.layout_child(value.place.layout, index);
        if (layout.node == kNoId)
            return fail(fmt::format("the debug record has no layout for {}", type.name));
        result.place.address += layout.offset;
        result.place.layout = layout.node;
        return result;
    }
    switch (type.kind) {
    case TypeKind::Struct: {
        const Member& member = type.members[index];
        if (member.offset == Member::kNoOffset)
            return fail(fmt::format("{}.{} has no offset in the SPIR-V", type.name, member.name));
        result.place.address += member.offset;
        break;
    }
    case TypeKind::Matrix: {
        const uint64_t component = type.element->element->size_in_memory();
        const uint64_t stride =
            value.place.matrix_stride ? value.place.matrix_stride : component * type.element->count;
        // A column of a row-major matrix is scattered: its components are `stride` apart (see Vector below).
        result.place.address += value.place.row_major ? index * component : index * stride;
        result.place.matrix_stride = value.place.row_major ? uint32_t(stride) : 0;
        break;
    }
    case TypeKind::Vector: {
        const uint64_t component = type.element->size_in_memory();
        result.place.address +=
            index *
            (value.place.row_major && value.place.matrix_stride ? value.place.matrix_stride : component);
        result.place.matrix_stride = 0;
        result.place.row_major = false;
        break;
    }
    default: {
        const uint64_t stride =
            type.stride ? type.stride
                        : type.element->size_in_memory(value.place.matrix_stride, value.place.row_major);
        if (!stride) return fail(fmt::format("{} has no stride in the SPIR-V", type.name));
        if (index > (UINT64_MAX - result.place.address) / stride)
            return fail(fmt::format("index {} passes the end of memory", index));
        result.place.address += index * stride;
    }
    }
    return result;
}

Result<Value> child(Access& access, const Value& value, uint64_t index) {
    if (!value.type) return fail("no value here");
    const Type& type = *value.type;
    if (type.kind == TypeKind::Pointer) {
        auto target = dereference(access, value);
        return target ? child(access, *target, index) : target;
    }
    uint64_t count = type.kind == TypeKind::Struct ? type.members.size() : type.count;
    if (type.is_scalar() || type.kind == TypeKind::Opaque || type.kind == TypeKind::Void)
        return fail(fmt::format("{} has no parts", type.name));
    if (type.kind != TypeKind::RuntimeArray)
        if (Status ok = check_index(type, index, count); !ok) return std::unexpected(ok.error());
    if (value.in_memory) return memory_child(access, value, index);

    Value result;
    result.leaf_space = value.leaf_space;
    result.why = value.why;
    uint64_t first = 0;
    if (type.kind == TypeKind::Struct) {
        for (uint64_t i = 0; i < index; ++i)
            first += type.members[i].type->leaves();
        result.type = type.members[index].type;
    } else {
        result.type = type.element;
        first = index * type.element->leaves();
    }
    const uint64_t size = result.type->leaves();
    if (first + size > value.leaves.size()) return fail(fmt::format("{} is incomplete here", type.name));
    result.leaves.assign(value.leaves.begin() + long(first), value.leaves.begin() + long(first + size));
    return result;
}

Result<Value> dereference(Access& access, const Value& value) {
    if (!value.type || value.type->kind != TypeKind::Pointer)
        return fail(fmt::format("{} is no pointer", value.type ? value.type->name : "this"));
    auto loaded = load(access, value);
    if (!loaded) return loaded;
    const Leaf& leaf = loaded->leaves[0];
    if (leaf.state != Leaf::State::Ok) return fail("the pointer has no value here");
    if (!value.type->element) return fail("what the pointer points to is not known");
    Value result;
    result.type = value.type->element;
    result.in_memory = true;
    result.place.address = leaf.bits;
    return result;
}

static Status load_leaves(Access& access, const Value& value, Value& into) {
    if (value.type->is_scalar()) {
        const uint64_t size = value.type->size_in_memory();
        auto bytes = access.read(value.place.space, value.place.address, size);
        if (!bytes) return std::unexpected(bytes.error());
        Leaf leaf;
        std::memcpy(&leaf.bits, bytes->data(), std::min<size_t>(bytes->size(), 8));
        leaf.origin = {Origin::Kind::Memory, true, 0, 0, 0, value.place.address};
        into.leaves.push_back(leaf);
        return {};
    }
    const uint64_t count =
        value.type->kind == TypeKind::Struct ? value.type->members.size() : value.type->count;
    for (uint64_t i = 0; i < count; ++i) {
        auto part = child(access, value, i);
        if (!part) return std::unexpected(part.error());
        if (Status ok = load_leaves(access, *part, into); !ok) return ok;
    }
    return {};
}

namespace {

/// Serves the many small reads of one aggregate from one large one.
class Window final : public Access {
public:
    Window(Access& under, Space space, uint64_t address, std::vector<uint8_t> bytes)
        : under_(under), space_(space), address_(address), bytes_(std::move(bytes)) {}
    Result<std::vector<uint8_t>> read(Space space, uint64_t address, uint64_t size) override {
        if (space == space_ && address >= address_ && address + size <= address_ + bytes_.size()) {
            const auto first = bytes_.begin() + long(address - address_);
            return std::vector<uint8_t>(first, first + long(size));
        }
        return under_.read(space, address, size);
    }
    Status write(Space space, uint64_t address, std::span<const uint8_t> data) override {
        return under_.write(space, address, data);
    }
    Result<Bound> descriptor(const Variable& variable, uint32_t element) override {
        return under_.descriptor(variable, element);
    }
    std::string describe(uint64_t address) override { return under_.describe(address); }
    LayoutChild layout_child(uint32_t node, uint64_t index) override {
        return under_.layout_child(node, index);
    }

private:
    Access& under_;
    Space space_;
    uint64_t address_;
    std::vector<uint8_t> bytes_;
};

} // namespace

Result<Value> load(Access& access, const Value& value, uint64_t max_leaves) {
    if (!value.in_memory) return value;
    if (!value.type) return fail("no value here");
    if (value.type->kind == TypeKind::RuntimeArray)
        return fail(
            fmt::format("{} has no length of its own: give an index, or a count with @", value.type->name));
    if (value.type->leaves() > max_leaves)
        return fail(fmt::format("{} has {} values: too many to read at once", value.type->name,
                                value.type->leaves()));
    Value source = value;
    if (source.place.space == Space::Descriptor && !is_descriptor_array(source)) {
        auto resolved = resolve_descriptor(access, source.place);
        if (!resolved) return std::unexpected(resolved.error());
        source.place = *resolved;
    }
    Value result;
    result.type = value.type;
    result.leaf_space = source.place.space;
    result.leaves.reserve(value.type->leaves());
    const uint64_t size =
        source.place.layout == kNoId && source.place.space != Space::Descriptor && value.type->leaves() > 1
            ? value.type->size_in_memory(source.place.matrix_stride, source.place.row_major)
            : 0;
    Status ok;
    if (size && !(source.place.row_major && source.type->kind == TypeKind::Vector)) {
        auto bytes = access.read(source.place.space, source.place.address, size);
        if (!bytes) return std::unexpected(bytes.error());
        Window window(access, source.place.space, source.place.address, std::move(*bytes));
        ok = load_leaves(window, source, result);
    } else {
        ok = load_leaves(access, source, result);
    }
    if (!ok) return std::unexpected(ok.error());
    return result;
}

} // namespace wb::engine
