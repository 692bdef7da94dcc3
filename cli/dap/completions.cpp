// SPDX-License-Identifier: MIT
// completions: commands, variables and their members, in the debug console.
#include "cli/dap/adapter.h"
#include "engine/values/children.h"

#include <algorithm>
#include <set>

namespace wb::cli::dap_server {

namespace {

struct Candidate {
    std::string label, type;
};

/// Names that an expression may begin with.
std::vector<Candidate> names_in(engine::FrameNames names) {
    using engine::ScopeKind;
    std::vector<Candidate> out;
    for (ScopeKind kind : {ScopeKind::Locals, ScopeKind::Arguments, ScopeKind::Invocation,
                           ScopeKind::PushConstants, ScopeKind::Buffers, ScopeKind::Shared})
        for (const engine::ScopeVariable& each : scope_variables(kind, names))
            if (!each.expression.empty()) out.push_back({each.expression, "variable"});
    return out;
}

/// Members of what `expression` names.
std::vector<Candidate> members_of(engine::WaveView& view, engine::FrameNames names,
                                  const std::string& expression) {
    std::vector<Candidate> out;
    auto value = engine::evaluate(expression, names, view);
    if (!value || !value->type || engine::has_indexed_children(*value->type)) return out;
    const uint64_t count = engine::child_count(*value, engine::bound_end(view, *value));
    for (uint64_t i = 0; i < count; ++i)
        if (const std::string name = engine::child_name(*value->type, i); name != "*")
            out.push_back({name, "field"});
    return out;
}

/// Where the expression that `text` ends with begins: "print a[i].b" has "a[i].b".
size_t expression_start(std::string_view text) {
    size_t at = text.size();
    int depth = 0;
    while (at > 0) {
        const char c = text[at - 1];
        if (c == ']')
            ++depth;
        else if (c == '[' && --depth < 0)
            break;
        else if (!depth && !std::isalnum(static_cast<unsigned char>(c)) && c != '_' && c != '.' && c != '$' &&
                 c != '[')
            break;
        --at;
    }
    return at;
}

} // namespace

static Result<dap::CompletionsResponse> completions(Adapter& adapter,
                                                    const dap::CompletionsRequest& request) {
    const int64_t asked = request.column - (adapter.columns_from_1 ? 1 : 0);
    std::string text = request.text;
    text.resize(size_t(std::clamp<int64_t>(asked, 0, int64_t(text.size()))));
    const size_t begin = expression_start(text);
    const size_t dot = text.rfind('.');
    const bool is_member = dot != std::string::npos && dot >= begin;
    const size_t word = is_member ? dot + 1 : begin;

    std::vector<Candidate> candidates;
    if (text.find_first_not_of(' ') >= begin || text.empty())
        for (const std::string& each : adapter.interpreter->complete(text))
            candidates.push_back({each, "keyword"});
    if (adapter.state == State::Stopped) {
        FrameRef where = adapter.focus_ref();
        if (request.frameId) {
            auto frame = adapter.frame(*request.frameId);
            if (!frame) return std::unexpected(frame.error());
            where = *frame;
        }
        if (auto view = adapter.view(where)) {
            const auto more = is_member
                                  ? members_of(**view, adapter.names(where), text.substr(begin, dot - begin))
                                  : names_in(adapter.names(where));
            candidates.insert(candidates.end(), more.begin(), more.end());
        }
    }
    dap::CompletionsResponse response;
    std::set<std::string> seen;
    for (const Candidate& each : candidates) {
        if (!each.label.starts_with(std::string_view(text).substr(word)) || !seen.insert(each.label).second)
            continue;
        dap::CompletionItem item;
        item.label = each.label;
        item.type = each.type;
        item.start = adapter.column_out(int64_t(word) + 1);
        item.length = int64_t(text.size() - word);
        response.targets.push_back(item);
    }
    return response;
}

void handle_completions(Adapter& adapter) {
    adapter.on<dap::CompletionsRequest>(
        [&](const dap::CompletionsRequest& request) { return completions(adapter, request); });
}

} // namespace wb::cli::dap_server
