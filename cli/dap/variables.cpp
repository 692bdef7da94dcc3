// SPDX-License-Identifier: MIT
// scopes, variables and setVariable.
#include "cli/dap/adapter.h"
#include "engine/session/assign.h"
#include "engine/session/summary.h"
#include "engine/values/children.h"

#include <algorithm>
#include <fmt/format.h>

namespace wb::cli::dap_server {

using engine::ScopeKind;
using engine::TypeKind;
using engine::Value;
using engine::WaveView;

dap::Variable Adapter::variable(const std::string& name, Value value, const FrameRef& where,
                                const std::string& expression, uint64_t end, bool hex) {
    WaveView& view = *session_->wave(where.wave);
    view.lane = where.lane;
    const engine::Summary summary =
        engine::summarize(view, session_->objects(), value, end, {hex ? 'x' : char(0), 32});
    dap::Variable out;
    out.name = name;
    out.value = summary.text;
    if (value.type) out.type = value.type->name;
    if (!expression.empty()) out.evaluateName = expression;
    if (summary.address) out.memoryReference = fmt::format("0x{:x}", *summary.address);
    if (summary.parts) {
        if (engine::has_indexed_children(*value.type))
            out.indexedVariables = int64_t(summary.parts);
        else
            out.namedVariables = int64_t(summary.parts);
        // What a pointer points to has bounds of its own.
        const uint64_t bound = value.type->kind == TypeKind::Pointer ? 0 : summary.end;
        out.variablesReference = next_handle++;
        nodes[out.variablesReference] = {Node::Kind::Value, {}, where, std::move(value), expression, bound};
    }
    return out;
}

Result<dap::Variable> Adapter::assign(const std::string& expression, const std::string& text,
                                      const FrameRef& where, uint64_t end, bool hex) {
    auto wave = view(where);
    if (!wave) return std::unexpected(wave.error());
    engine::FrameNames known = names(where);
    auto remark = engine::assign(expression, text, known, **wave, where.lane);
    if (!remark) return std::unexpected(remark.error());
    if (!remark->empty()) say(expression + ": " + *remark + "\n");
    auto value = evaluate(expression, known, **wave);
    if (!value) return std::unexpected(value.error());
    post([this] { changed_variables(); });
    return variable(expression, *value, where, expression, end, hex);
}

/// A variable that has no value, with the reason in its place.
static dap::Variable without_value(const std::string& name, const std::string& why) {
    dap::Variable out;
    out.name = name;
    out.value = "<" + why + ">";
    out.presentationHint = dap::VariablePresentationHint();
    dap::array<dap::string> attributes;
    attributes.emplace_back("readOnly");
    out.presentationHint->attributes = attributes;
    return out;
}

namespace {

/// The rows of a node, of which some are asked for.
struct Rows {
    uint64_t count = 0;
    bool indexed = false;
    std::function<dap::Variable(uint64_t index)> row;
};

const std::vector<std::string>& special_registers() {
    static const std::vector<std::string> kNames = {"pc", "exec", "vcc",    "scc",
                                                    "m0", "mode", "status", "trapsts"};
    return kNames;
}

class NodeRows {
public:
    NodeRows(Adapter& adapter, const Node& node, bool hex) : adapter_(adapter), node_(node), hex_(hex) {}

    Result<Rows> rows() {
        auto view = adapter_.view(node_.where);
        if (!view) return std::unexpected(view.error());
        view_ = *view;
        view_->lane = node_.where.lane;
        switch (node_.kind) {
        case Node::Kind::Scope:
            return scope();
        case Node::Kind::Registers:
            return registers();
        case Node::Kind::Sgprs:
            return numbered('s', sgprs());
        case Node::Kind::Vgprs:
            return numbered('v', view_->info().vgprs);
        case Node::Kind::Value:
            return parts();
        }
        return fail("no such group of variables");
    }

private:
    uint32_t sgprs() const { return std::min(106u, view_->shader()->record->sgprs); }

    Result<Rows> scope() {
        engine::FrameNames names = adapter_.names(node_.where);
        auto list = std::make_shared<std::vector<engine::ScopeVariable>>(scope_variables(node_.scope, names));
        return Rows{list->size(), false, [this, list](uint64_t i) {
                        const engine::ScopeVariable& each = (*list)[i];
                        dap::Variable out = each.value
                                                ? adapter_.variable(each.name, *each.value, node_.where,
                                                                    each.expression, 0, hex_)
                                                : without_value(each.name, each.value.error().message);
                        if (!out.type && !each.type.empty()) out.type = each.type;
                        return out;
                    }};
    }

    dap::Variable one_register(const std::string& name) {
        engine::FrameNames names = adapter_.names(node_.where);
        auto value = names.register_value(name);
        if (!value) return without_value("$" + name, value.error().message);
        return adapter_.variable("$" + name, *value, node_.where, "$" + name, 0, true);
    }

    dap::Variable group(const std::string& name, Node::Kind kind, uint32_t count) {
        dap::Variable out;
        out.name = name;
        out.value = fmt::format("{} registers", count);
        out.indexedVariables = int64_t(count);
        if (!count) return out;
        out.variablesReference = adapter_.next_handle++;
        adapter_.nodes[out.variablesReference] = {kind, {}, node_.where, {}, "", 0};
        return out;
    }

    Result<Rows> registers() {
        const uint64_t special = special_registers().size();
        return Rows{special + 2, false, [this, special](uint64_t i) {
                        if (i < special) return one_register(special_registers()[i]);
                        if (i == special) return group("SGPRs", Node::Kind::Sgprs, sgprs());
                        return group(fmt::format("VGPRs of lane {}", node_.where.lane), Node::Kind::Vgprs,
                                     view_->info().vgprs);
                    }};
    }

    Result<Rows> numbered(char letter, uint32_t count) {
        return Rows{count, true,
                    [this, letter](uint64_t i) { return one_register(fmt::format("{}{}", letter, i)); }};
    }

    Result<Rows> parts() {
        Value value = node_.value;
        // Read again what can be: it may have been changed since.
        if (!node_.expression.empty()) {
            engine::FrameNames names = adapter_.names(node_.where);
            if (auto now = evaluate(node_.expression, names, *view_)) value = std::move(*now);
        }
        const uint64_t count = engine::child_count(value, node_.end);
        const bool indexed = engine::has_indexed_children(*value.type);
        return Rows{count, indexed, [this, value](uint64_t i) {
                        const std::string name = engine::child_name(*value.type, i);
                        auto part = engine::tree_child(*view_, value, i);
                        if (!part) return without_value(name, part.error().message);
                        return adapter_.variable(name, *part, node_.where,
                                                 engine::child_expression(node_.expression, *value.type, i),
                                                 node_.end, hex_);
                    }};
    }

    Adapter& adapter_;
    Node node_;
    bool hex_;
    WaveView* view_ = nullptr;
};

} // namespace

static Result<dap::VariablesResponse> variables(Adapter& adapter, const dap::VariablesRequest& request) {
    if (Status ok = adapter.need_stop(); !ok) return std::unexpected(ok.error());
    const auto it = adapter.nodes.find(request.variablesReference);
    if (it == adapter.nodes.end())
        return fail(fmt::format("there is no variable with reference {}; the wave has moved on",
                                int64_t(request.variablesReference)));
    NodeRows node(adapter, it->second, request.format && request.format->hex.value(false));
    auto rows = node.rows();
    if (!rows) return std::unexpected(rows.error());
    dap::VariablesResponse response;
    const std::string filter = request.filter.value("");
    if ((filter == "indexed" && !rows->indexed) || (filter == "named" && rows->indexed)) return response;
    const int64_t start = request.start.value(0), asked = request.count.value(0);
    if (start < 0 || asked < 0) return fail("'start' and 'count' cannot be negative");
    constexpr uint64_t kMost = 10000;
    const uint64_t first = std::min<uint64_t>(uint64_t(start), rows->count);
    const uint64_t wanted = std::min<uint64_t>(asked ? uint64_t(asked) : rows->count, rows->count - first);
    if (wanted > kMost)
        return fail(fmt::format(
            "{} elements at once are too many; ask for at most {} with 'start' and 'count'", wanted, kMost));
    for (uint64_t i = first; i < first + wanted; ++i)
        response.variables.push_back(rows->row(i));
    return response;
}

static Result<dap::ScopesResponse> scopes(Adapter& adapter, const dap::ScopesRequest& request) {
    auto where = adapter.frame(request.frameId);
    if (!where) return std::unexpected(where.error());
    auto view = adapter.view(*where);
    if (!view) return std::unexpected(view.error());
    struct Row {
        ScopeKind kind;
        const char *name, *hint;
    };
    static constexpr Row kRows[] = {
        {ScopeKind::Locals, "Locals", "locals"},   {ScopeKind::Arguments, "Arguments", "arguments"},
        {ScopeKind::Invocation, "Invocation", ""}, {ScopeKind::PushConstants, "Push constants", ""},
        {ScopeKind::Buffers, "Buffers", ""},       {ScopeKind::Shared, "Shared", ""},
    };
    dap::ScopesResponse response;
    const auto add = [&](const char* name, const char* hint, Node node, int64_t count, bool expensive) {
        dap::Scope scope;
        scope.name = name;
        if (*hint) scope.presentationHint = std::string(hint);
        scope.expensive = expensive;
        scope.namedVariables = count;
        scope.variablesReference = adapter.next_handle++;
        adapter.nodes[scope.variablesReference] = std::move(node);
        response.scopes.push_back(scope);
    };
    engine::FrameNames names = adapter.names(*where);
    for (const Row& row : kRows) {
        const size_t count = scope_variables(row.kind, names).size();
        if (!count && row.kind != ScopeKind::Locals) continue;
        add(row.name, row.hint, {Node::Kind::Scope, row.kind, *where, {}, "", 0}, int64_t(count),
            row.kind == ScopeKind::Buffers);
    }
    add("Registers", "registers", {Node::Kind::Registers, {}, *where, {}, "", 0},
        int64_t(special_registers().size()) + 2, true);
    return response;
}

static Result<dap::SetVariableResponse> set_variable(Adapter& adapter,
                                                     const dap::SetVariableRequest& request) {
    const auto it = adapter.nodes.find(request.variablesReference);
    if (it == adapter.nodes.end()) return fail("there is no such group of variables; the wave has moved on");
    const Node node = it->second;
    auto view = adapter.view(node.where);
    if (!view) return std::unexpected(view.error());
    // The row of that name says which expression it is.
    NodeRows all(adapter, node, false);
    auto rows = all.rows();
    if (!rows) return std::unexpected(rows.error());
    std::optional<dap::Variable> found;
    uint64_t at = 0;
    if (rows->indexed && std::sscanf(request.name.c_str(), "[%lu]", &at) == 1 && at < rows->count)
        found = rows->row(at);
    else if (rows->count <= 10000)
        for (uint64_t i = 0; i < rows->count && !found; ++i)
            if (dap::Variable row = rows->row(i); row.name == request.name) found = std::move(row);
    if (!found) return fail(fmt::format("there is no variable '{}' here", request.name));
    if (!found->evaluateName)
        return fail(fmt::format("'{}' cannot be changed: its name alone does not say which variable is meant",
                                request.name));
    auto now = adapter.assign(*found->evaluateName, request.value, node.where, node.end,
                              request.format && request.format->hex.value(false));
    if (!now) return std::unexpected(now.error());
    dap::SetVariableResponse response;
    response.value = now->value;
    describe(response, *now);
    return response;
}

void handle_variables(Adapter& adapter) {
    adapter.on<dap::ScopesRequest>(
        [&](const dap::ScopesRequest& request) { return scopes(adapter, request); });
    adapter.on<dap::VariablesRequest>(
        [&](const dap::VariablesRequest& request) { return variables(adapter, request); });
    adapter.on<dap::SetVariableRequest>(
        [&](const dap::SetVariableRequest& request) { return set_variable(adapter, request); });
}

} // namespace wb::cli::dap_server
