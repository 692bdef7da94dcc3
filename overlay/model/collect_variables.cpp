// SPDX-License-Identifier: MIT
// Variables and Watch: trees of values.
#include "engine/session/scopes.h"
#include "engine/session/summary.h"
#include "engine/values/children.h"
#include "overlay/model/collect.h"

#include <fmt/format.h>

namespace wb::overlay {

using engine::ScopeKind;
using engine::Value;
using engine::WaveView;

namespace {

class Tree {
public:
    Tree(Collector& from, WaveView& view, Variables& out)
        : from_(from), view_(view), out_(out),
          wave_(fmt::format("{}/{}/{}/", from.session.short_name(view.info().wave), from.session.focus().lane,
                            from.session.focus().frame)) {}

    bool group(const std::string& name) {
        VariableRow row;
        row.name = row.key = name;
        row.is_group = row.has_parts = true;
        row.open = from_.wants.open.count(name);
        out_.rows.push_back(row);
        return row.open;
    }

    void missing(const std::string& name, const std::string& type, const std::string& expression,
                 const std::string& key, unsigned depth, const std::string& why) {
        VariableRow row;
        row.name = name;
        row.type = type;
        row.value = {why, true, from_.changes.note(wave_ + key, why)};
        row.expression = expression;
        row.key = key;
        row.depth = depth;
        out_.rows.push_back(std::move(row));
    }

    void value(const std::string& name, const Value& value, const std::string& expression,
               const std::string& key, unsigned depth, uint64_t end) {
        const engine::ObjectMap& objects = from_.session.objects();
        engine::Summary summary = summarize(view_, objects, value, end, {from_.wants.format, 32});
        VariableRow row;
        row.name = name;
        if (value.type) row.type = value.type->name;
        // Another format is no change.
        const std::string plain =
            from_.wants.format ? summarize(view_, objects, value, end, {0, 32}).text : summary.text;
        row.value = {summary.text, false, from_.changes.note(wave_ + key, plain)};
        row.expression = expression;
        row.key = key;
        row.depth = depth;
        row.has_parts = summary.parts > 0;
        row.open = row.has_parts && from_.wants.open.count(key);
        if (summary.address) {
            row.address = *summary.address;
            row.place = objects.describe(row.address);
        }
        const bool open = row.open;
        out_.rows.push_back(std::move(row));
        // What a pointer points to has bounds of its own.
        if (open)
            parts(value, expression, key, depth + 1, summary, value.type->kind == engine::TypeKind::Pointer);
    }

private:
    void parts(const Value& value, const std::string& expression, const std::string& key, unsigned depth,
               const engine::Summary& summary, bool pointer) {
        uint64_t shown = 100;
        while (from_.wants.open.count(fmt::format("{}+{}", key, shown)))
            shown += 400;
        for (uint64_t i = 0; i < std::min(shown, summary.parts); ++i) {
            const std::string name = child_name(*value.type, i), part_key = key + "/" + name;
            const std::string part_expression = child_expression(expression, *value.type, i);
            auto part = tree_child(view_, value, i);
            if (part)
                this->value(name, *part, part_expression, part_key, depth, pointer ? 0 : summary.end);
            else
                missing(name, "", part_expression, part_key, depth, part.error().message);
        }
        if (shown >= summary.parts) return;
        VariableRow more;
        more.name = fmt::format("… {} more", summary.parts - shown);
        more.key = fmt::format("{}+{}", key, shown);
        more.depth = depth;
        more.is_more = true;
        out_.rows.push_back(std::move(more));
    }

    Collector& from_;
    WaveView& view_;
    Variables& out_;
    std::string wave_;
};

struct GroupRow {
    ScopeKind kind;
    const char* name;
};
constexpr GroupRow kGroups[] = {
    {ScopeKind::Locals, "Locals"},
    {ScopeKind::Arguments, "Arguments"},
    {ScopeKind::PushConstants, "Push constants"},
    {ScopeKind::Buffers, "Buffers"},
    {ScopeKind::Shared, "Shared"},
    {ScopeKind::Invocation, "Invocation"},
};

} // namespace

Collected<Variables> collect_variables(Collector& from) {
    auto out = std::make_shared<Variables>();
    out->format = from.wants.format;
    WaveView* view = from.session.focus_wave();
    if (!view) {
        out->problem = "no wave is stopped";
        return out;
    }
    auto names = from.session.names();
    if (!names) {
        out->problem = names.error().message;
        return out;
    }
    Tree tree(from, *view, *out);
    for (const GroupRow& group : kGroups) {
        const auto variables = scope_variables(group.kind, *names);
        if (variables.empty() && group.kind != ScopeKind::Locals) continue;
        if (!tree.group(group.name)) continue;
        std::map<std::string, int> seen;
        for (const engine::ScopeVariable& variable : variables) {
            std::string key = fmt::format("{}/{}", group.name, variable.name);
            if (const int again = seen[variable.name]++) key += fmt::format("#{}", again);
            if (variable.value)
                tree.value(variable.name, *variable.value, variable.expression, key, 1, 0);
            else
                tree.missing(variable.name, variable.type, variable.expression, key, 1,
                             variable.value.error().message);
        }
    }
    return out;
}

Collected<Variables> collect_watches(Collector& from) {
    auto out = std::make_shared<Variables>();
    out->format = from.wants.format;
    WaveView* view = from.session.focus_wave();
    auto names = view ? from.session.names() : fail("no wave is stopped");
    for (size_t i = 0; i < from.wants.watches.size(); ++i) {
        const std::string& expression = from.wants.watches[i];
        const std::string key = fmt::format("watch{}/{}", i, expression);
        if (!names) {
            VariableRow row;
            row.name = row.expression = expression;
            row.key = key;
            row.value = {names.error().message, true, false};
            out->rows.push_back(std::move(row));
            continue;
        }
        Tree tree(from, *view, *out);
        auto value = evaluate(expression, *names, *view);
        if (value)
            tree.value(expression, *value, expression, key, 0, 0);
        else
            tree.missing(expression, "", expression, key, 0, value.error().message);
    }
    return out;
}

} // namespace wb::overlay
