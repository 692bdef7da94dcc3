// SPDX-License-Identifier: MIT
#include "engine/session/summary.h"

#include "engine/values/children.h"

#include <algorithm>
#include <fmt/format.h>

namespace wb::engine {

static bool has_runtime_array(const Type& type) {
    if (type.kind == TypeKind::RuntimeArray) return true;
    return std::ranges::any_of(type.members,
                               [](const Member& m) { return m.type && has_runtime_array(*m.type); });
}

static std::string text_of(Access& access, const Value& value, uint64_t parts, const Format& format) {
    constexpr uint64_t kMost = 64;
    if (value.type && value.in_memory && (has_runtime_array(*value.type) || value.type->leaves() > kMost))
        return value.type->kind == TypeKind::RuntimeArray
                   ? parts ? fmt::format("{} with {} elements", value.type->name, parts)
                           : value.type->name + " of unknown length"
                   : value.type->name;
    return to_text(access, value, format);
}

Summary summarize(Access& access, const ObjectMap& objects, const Value& value, uint64_t end,
                  const Format& format) {
    Summary out;
    out.end = end ? end : bound_end(access, value);
    if (auto address = address_of(access, value)) out.address = *address;
    if (!out.end && out.address && value.type->kind == TypeKind::RuntimeArray)
        if (const protocol::Range* range = objects.find(*out.address)) out.end = range->va + range->size;
    out.parts = child_count(value, out.end);
    out.text = text_of(access, value, out.parts, format);
    return out;
}

} // namespace wb::engine
