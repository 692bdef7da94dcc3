// SPDX-License-Identifier: MIT
#include "engine/symbols/module.h"

#include <fmt/format.h>

namespace wb::engine {

template <class Map>
static auto find(const Map& map, uint32_t id) {
    const auto it = map.find(id);
    return it == map.end() ? nullptr : &it->second;
}

const Type* Module::type(uint32_t id) const {
    const auto it = types_.find(id);
    return it == types_.end() ? nullptr : it->second.get();
}
const Variable* Module::variable(uint32_t id) const {
    return find(variables_, id);
}
const Function* Module::function(uint32_t id) const {
    return find(functions_, id);
}
const Scope* Module::scope(uint32_t id) const {
    return find(scopes_, id);
}

const SourceFile* Module::file(std::string_view name) const {
    const FileChoice choice = choose_file(name);
    return choice.index ? &files_[*choice.index] : nullptr;
}

FileChoice Module::choose_file(std::string_view name) const {
    std::vector<std::string_view> names;
    names.reserve(files_.size());
    for (const SourceFile& file : files_)
        names.emplace_back(file.name);
    return engine::choose_file(names, name);
}

void split_lines(SourceFile& file) {
    const std::string_view text = file.text;
    for (size_t at = 0; at < text.size();) {
        const size_t end = std::min(text.find('\n', at), text.size());
        std::string_view line = text.substr(at, end - at);
        if (line.ends_with('\r')) line.remove_suffix(1);
        file.lines.push_back(line);
        at = end + 1;
    }
}

void Module::add_file(std::string name, std::string text) {
    files_.push_back({std::move(name), std::move(text), {}});
    split_lines(files_.back());
}

uint32_t Module::entry_point(std::string_view name) const {
    const auto it = entry_points_.find(name);
    return it == entry_points_.end() ? 0 : it->second;
}

const Type* Module::make(Type type) const {
    for (const auto& made : made_)
        if (made->name == type.name && made->kind == type.kind && made->element == type.element)
            return made.get();
    made_.push_back(std::make_unique<Type>(std::move(type)));
    return made_.back().get();
}

static std::string scalar_name(TypeKind kind, uint32_t bits, bool is_signed) {
    if (kind == TypeKind::Bool) return "bool";
    if (kind == TypeKind::Float) return bits == 64 ? "double" : bits == 16 ? "float16_t" : "float";
    const std::string base = is_signed ? "int" : "uint";
    return bits == 32 ? base : fmt::format("{}{}_t", base, bits);
}

const Type* Module::scalar(TypeKind kind, uint32_t bits, bool is_signed) const {
    Type type;
    type.kind = kind;
    type.bits = bits;
    type.is_signed = is_signed;
    type.name = scalar_name(kind, bits, is_signed);
    return make(std::move(type));
}

std::string vector_name(const Type& component, uint32_t count) {
    const char* prefix = "";
    if (component.kind == TypeKind::Bool) prefix = "b";
    if (component.kind == TypeKind::Int && component.bits == 32) prefix = component.is_signed ? "i" : "u";
    if (component.kind == TypeKind::Float && component.bits == 64) prefix = "d";
    if (component.kind == TypeKind::Float && component.bits == 16) return fmt::format("f16vec{}", count);
    if (component.kind == TypeKind::Int && component.bits != 32)
        return fmt::format("{}{}vec{}", component.is_signed ? "i" : "u", component.bits, count);
    return fmt::format("{}vec{}", prefix, count);
}

std::string matrix_name(const Type& column, uint32_t count) {
    const char* prefix = column.element && column.element->bits == 64 ? "d" : "";
    return count == column.count ? fmt::format("{}mat{}", prefix, count)
                                 : fmt::format("{}mat{}x{}", prefix, count, column.count);
}

const Type* Module::vector_of(const Type* component, uint32_t count) const {
    Type type;
    type.kind = TypeKind::Vector;
    type.element = component;
    type.count = count;
    type.name = vector_name(*component, count);
    return make(std::move(type));
}

const Type* Module::matrix_of(const Type* column, uint32_t count) const {
    Type type;
    type.kind = TypeKind::Matrix;
    type.element = column;
    type.count = count;
    type.name = matrix_name(*column, count);
    return make(std::move(type));
}

const Type* Module::array_of(const Type* element, uint32_t count) const {
    Type type;
    type.kind = TypeKind::Array;
    type.element = element;
    type.count = count;
    type.name = fmt::format("{}[{}]", element->name, count);
    return make(std::move(type));
}

const Type* Module::pointer_to(const Type* target) const {
    Type type;
    type.kind = TypeKind::Pointer;
    type.bits = 64;
    type.storage_class = 5349; // PhysicalStorageBuffer
    type.element = target;
    type.name = target->name + "*";
    return make(std::move(type));
}

const Type* Module::struct_named(std::string_view name) const {
    // A struct with memory offsets serves casts to memory better than its twin for function variables.
    const Type* any = nullptr;
    for (const auto& [id, type] : types_) {
        if (type->kind != TypeKind::Struct || type->name != name) continue;
        if (!type->members.empty() && type->members[0].offset != Member::kNoOffset) return type.get();
        if (!any) any = type.get();
    }
    return any;
}

} // namespace wb::engine
