// SPDX-License-Identifier: MIT
// What a buffer holds: elements of a type of the shader's, bytes, and numbers to plot.
#include "engine/expr/arithmetic.h"
#include "engine/values/children.h"
#include "engine/values/format.h"
#include "overlay/model/collect.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <functional>

namespace wb::overlay {

using engine::Type;
using engine::TypeKind;
using engine::Value;
using engine::WaveView;

static constexpr uint64_t kShownElements = 200, kHexBytes = 4096, kMostPlotBytes = 16u << 20,
                          kMostPoints = 1u << 14;

namespace {

/// A scalar inside an element.
struct LeafPlace {
    std::string name;
    const Type* type = nullptr;
    uint64_t offset = 0; ///< from the element's start
};

/// Equal elements one behind the other.
struct Elements {
    Value whole;
    const Type* type = nullptr;
    uint64_t address = 0, count = 0, stride = 0;

    Value at(uint64_t index) const {
        Value out;
        out.type = type;
        out.in_memory = true;
        out.place = whole.place;
        out.place.space = engine::Space::Global;
        out.place.layout = engine::kNoId;
        out.place.address = address + index * stride;
        return out;
    }
};

} // namespace

static bool is_list(const Type& type) {
    return type.kind == TypeKind::Array || type.kind == TypeKind::RuntimeArray;
}
static bool has_open_end(const Type& type) {
    return type.kind == TypeKind::Struct && !type.members.empty() && type.members.back().type &&
           type.members.back().type->kind == TypeKind::RuntimeArray;
}

/// Takes away what only wraps a list: struct { T data[]; }.
static Elements elements_of(WaveView& view, Value value, uint64_t end) {
    while (value.type->kind == TypeKind::Struct && value.type->members.size() == 1 &&
           value.type->members[0].type && is_list(*value.type->members[0].type)) {
        auto inner = child(view, value, 0);
        if (!inner) break;
        value = *inner;
    }
    Elements out;
    out.whole = value;
    auto address = address_of(view, value);
    out.address = address ? *address : 0;
    out.type = value.type;
    const uint64_t room = end > out.address ? end - out.address : 0;
    if (is_list(*value.type) && value.type->element) {
        out.type = value.type->element;
        out.stride = value.type->stride ? value.type->stride : out.type->size_in_memory();
        out.count = value.type->kind == TypeKind::Array ? value.type->count : ~0ull;
    } else {
        out.stride = value.type->size_in_memory();
        out.count = has_open_end(*value.type) ? 1 : ~0ull;
    }
    out.count = std::min(out.count, out.stride ? std::max<uint64_t>(room / out.stride, out.count == 1) : 0);
    return out;
}

static void find_leaves(WaveView& view, const Value& value, uint64_t base, const std::string& name,
                        std::vector<LeafPlace>& out) {
    constexpr size_t kMost = 64;
    if (!value.type || out.size() >= kMost || !value.in_memory) return;
    if (value.type->is_scalar() && value.type->kind != TypeKind::Pointer) {
        out.push_back({name.empty() ? value.type->name : name, value.type, value.place.address - base});
        return;
    }
    if (value.type->kind == TypeKind::Pointer) return;
    const uint64_t parts = child_count(value, 0);
    for (uint64_t i = 0; i < std::min<uint64_t>(parts, 16); ++i) {
        auto part = child(view, value, i);
        if (!part) continue;
        const std::string own = child_name(*value.type, i);
        find_leaves(view, *part, base, name.empty() || own.starts_with('[') ? name + own : name + "." + own,
                    out);
    }
}

static void fill_rows(Collector& from, WaveView& view, const Elements& elements, Contents& out) {
    const bool parts = elements.type->kind == TypeKind::Struct;
    if (parts)
        for (uint64_t i = 0; i < elements.type->members.size(); ++i)
            out.columns.push_back(child_name(*elements.type, i));
    else
        out.columns.push_back(elements.type->name);
    const auto add = [&](std::vector<Cell>& row, const Result<Value>& value, const std::string& key) {
        Cell cell = value ? Cell{to_text(view, *value, {from.wants.format, 8}), false, false}
                          : Cell{value.error().message, true, false};
        cell.changed = from.changes.note(key, cell.text);
        row.push_back(std::move(cell));
        auto target = value && value->type && value->type->kind == TypeKind::Pointer
                          ? address_of(view, *value)
                          : Result<uint64_t>(0);
        out.links.push_back(target ? *target : 0);
    };
    const uint64_t last = std::min(out.first + kShownElements, elements.count);
    for (uint64_t i = out.first; i < last; ++i) {
        const Value element = elements.at(i);
        const std::string key = fmt::format("memory/{:x}/", element.place.address);
        std::vector<Cell> row;
        if (!parts) add(row, element, key);
        for (uint64_t n = 0; parts && n < elements.type->members.size(); ++n)
            add(row, child(view, element, n), key + std::to_string(n));
        out.rows.push_back(std::move(row));
    }
}

static void fill_plot(Collector& from, WaveView& view, const Elements& elements, Contents& out) {
    std::vector<LeafPlace> leaves;
    if (elements.count) find_leaves(view, elements.at(0), elements.address, "", leaves);
    for (const LeafPlace& leaf : leaves)
        out.plots.push_back(leaf.name);
    const int wanted = from.wants.buffer.plot_column;
    if (wanted < 0 || size_t(wanted) >= leaves.size()) return;
    const LeafPlace& leaf = leaves[size_t(wanted)];
    const uint64_t read = std::min(elements.count * elements.stride, kMostPlotBytes);
    auto bytes = view.read(engine::Space::Global, elements.address, read);
    if (!bytes) {
        out.problem = bytes.error().message;
        return;
    }
    const uint64_t count = bytes->size() / elements.stride, size = leaf.type->size_in_memory();
    out.plot_step = std::max<uint64_t>(1, (count + kMostPoints - 1) / kMostPoints);
    for (uint64_t i = 0; i < count; i += out.plot_step) {
        uint64_t bits = 0;
        std::memcpy(&bits, bytes->data() + i * elements.stride + leaf.offset, std::min<uint64_t>(size, 8));
        out.plot.push_back(float(engine::to_double(*leaf.type, bits)));
    }
}

static std::vector<std::string> type_choices(const engine::Module& module) {
    std::vector<std::string> out = {"float", "vec2", "vec4", "uint", "uvec4", "int"};
    for (const auto& [id, variable] : module.variables())
        if (variable.type && variable.type->kind == TypeKind::Struct && !variable.type->name.empty())
            out.push_back(variable.type->name);
    // Types that buffers are made of are found through what is reachable.
    std::erase_if(out, [&](const std::string& name) { return !engine::type_named(module, name); });
    return out;
}

Collected<Contents> collect_contents(Collector& from) {
    auto out = std::make_shared<Contents>();
    Wants::Buffer wanted = from.wants.buffer;
    // Up to the end of the object, which who followed a pointer does not know.
    if (const protocol::Range* range = wanted.size ? from.session.objects().find(wanted.address) : nullptr)
        wanted.size = range->va + range->size - wanted.address;
    out->address = wanted.address;
    out->size = wanted.size;
    out->first = wanted.first;
    WaveView* view = from.session.focus_wave();
    if (!wanted.size) return out;
    if (!view || !view->shader() || !view->shader()->module) {
        out->problem = "memory is looked at while a wave is stopped in a shader";
        return out;
    }
    if (wanted.hex) {
        const uint64_t at = std::min(wanted.first * 16, wanted.size);
        auto bytes =
            view->read(engine::Space::Global, wanted.address + at, std::min(kHexBytes, wanted.size - at));
        if (bytes)
            out->bytes = std::move(*bytes);
        else
            out->problem = bytes.error().message;
        out->count = (wanted.size + 15) / 16;
        return out;
    }
    const engine::Module& module = *view->shader()->module;
    out->types = type_choices(module);
    Value value;
    for (const Reachable& each : reachable(from.session)) {
        if (each.address - wanted.address >= wanted.size) continue;
        if (std::ranges::find(out->types, each.type->name) == out->types.end())
            out->types.push_back(each.type->name);
        const bool by_name = !wanted.type.empty() && each.type->name == wanted.type;
        if (!value.type && (wanted.type.empty() || by_name)) value = each.value;
    }
    if (!value.type) {
        value.type = engine::type_named(module, wanted.type.empty() ? "uint" : wanted.type);
        // A module need not have the type that words are shown as.
        if (!value.type) value.type = module.scalar(TypeKind::Int, 32, false);
        value.in_memory = true;
        value.place.address = wanted.address;
    }
    out->type = value.type->name;
    const Elements elements = elements_of(*view, value, wanted.address + wanted.size);
    out->count = elements.count;
    out->first = std::min(wanted.first, elements.count);
    fill_rows(from, *view, elements, *out);
    fill_plot(from, *view, elements, *out);
    return out;
}

} // namespace wb::overlay
