// SPDX-License-Identifier: MIT
// Buffers: the program's objects in GPU memory, and what of the focus frame leads to them.
#include "engine/session/scopes.h"
#include "engine/values/children.h"
#include "overlay/model/collect.h"

#include <algorithm>

namespace wb::overlay {

using engine::Space;
using engine::TypeKind;
using engine::Value;
using engine::WaveView;

namespace {

/// Follows descriptors and pointers, as deep as a person would look.
class Walk {
public:
    Walk(WaveView& view, std::vector<Reachable>& out) : view_(view), out_(out) {}

    void visit(const std::string& expression, const Value& value, unsigned depth) {
        constexpr unsigned kDeepest = 4;
        constexpr size_t kMostParts = 32;
        if (!value.type || expression.empty() || depth > kDeepest) return;
        if (value.in_memory && (value.place.space == Space::Descriptor || value.place.space == Space::Global))
            add(expression, value);
        if (value.type->kind == TypeKind::Pointer) {
            if (auto target = dereference(view_, value);
                target && target->place.space == Space::Global && target->place.address)
                visit_target(expression, *target, depth);
        } else if (value.type->kind == TypeKind::Struct && value.type->members.size() <= kMostParts) {
            for (uint64_t i = 0; i < value.type->members.size(); ++i) {
                const engine::Type* member = value.type->members[i].type;
                // Numbers lead nowhere.
                if (!member || (member->kind != TypeKind::Pointer && member->kind != TypeKind::Struct))
                    continue;
                if (auto part = child(view_, value, i))
                    visit(child_expression(expression, *value.type, i), *part, depth + 1);
            }
        }
    }

private:
    void visit_target(const std::string& expression, const Value& target, unsigned depth) {
        if (add(expression, target)) visit(expression, target, depth + 1);
    }
    bool add(const std::string& expression, const Value& value) {
        auto address = address_of(view_, value);
        if (!address || !*address) return false;
        const auto same = [&](const Reachable& each) {
            return each.address == *address && each.type == value.type;
        };
        if (std::ranges::any_of(out_, same)) return false;
        out_.push_back({expression, value.type, value, *address});
        return true;
    }
    WaveView& view_;
    std::vector<Reachable>& out_;
};

} // namespace

std::vector<Reachable> reachable(engine::Session& session) {
    std::vector<Reachable> out;
    WaveView* view = session.focus_wave();
    if (!view) return out;
    auto names = session.names();
    if (!names) return out;
    Walk walk(*view, out);
    for (engine::ScopeKind kind : {engine::ScopeKind::Buffers, engine::ScopeKind::PushConstants})
        for (const engine::ScopeVariable& variable : scope_variables(kind, *names))
            if (variable.value) walk.visit(variable.expression, *variable.value, 0);
    return out;
}

Collected<Buffers> collect_buffers(Collector& from) {
    auto out = std::make_shared<Buffers>();
    if (!from.session.ended()) from.session.refresh_objects();
    const auto known = reachable(from.session);
    for (const protocol::Range& range : from.session.objects().ranges()) {
        if (range.kind != protocol::kRangeBuffer && range.kind != protocol::kRangeImage) continue;
        BufferRow row{range.va, range.size, range.kind == protocol::kRangeImage, range.usage, range.name, {}};
        for (const Reachable& each : known)
            if (each.address - range.va < range.size) row.known_as.push_back(each.expression);
        out->rows.push_back(std::move(row));
    }
    std::ranges::sort(out->rows, {}, &BufferRow::address);
    return out;
}

} // namespace wb::overlay
