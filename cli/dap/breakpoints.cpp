// SPDX-License-Identifier: MIT
// Breakpoints of lines, functions and instructions, log points, and telling the editor what became of them.
#include "cli/dap/adapter.h"
#include "cli/dap/base64.h"
#include "engine/commands/report.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <set>

namespace wb::cli::dap_server {

using engine::Breakpoint;

/// What a breakpoint of the editor asks for.
struct Wish {
    std::string file, function, condition, hits, log;
    uint32_t line = 0;
    std::optional<uint64_t> address;

    bool operator==(const Wish&) const = default;
};

/// The keys of breakpoints that are for no file.
constexpr const char *kFunctions = "", *kInstructions = "*";

static std::string file_of(Adapter& adapter, const dap::Source& source) {
    if (source.sourceReference.value(0) > 0)
        if (const ShaderSource* known = adapter.source_reference(*source.sourceReference)) return known->file;
    return source.path ? *source.path : source.name.value("");
}

static Result<Breakpoint> parsed(const Wish& wish) {
    Breakpoint out;
    out.file = wish.file;
    out.line = wish.line;
    out.function = wish.function;
    out.address = wish.address;
    if (!wish.log.empty()) {
        auto message = engine::parse_log_message(wish.log);
        if (!message) return std::unexpected(message.error());
        out.log = std::move(*message);
    }
    if (!wish.condition.empty())
        if (Status ok = engine::parse_breakpoint_condition(wish.condition, out); !ok)
            return std::unexpected(ok.error());
    if (!wish.hits.empty()) {
        auto hits = engine::parse_hit_condition(wish.hits);
        if (!hits) return std::unexpected(hits.error());
        out.wanted = *hits;
    }
    return out;
}

static Told status_of(Adapter& adapter, const Breakpoint& breakpoint) {
    Told out;
    out.verified = !breakpoint.places.empty();
    out.line = out.verified ? breakpoint.places[0].line : breakpoint.line;
    if (out.verified) return out;
    const auto before = adapter.told.find(breakpoint.id);
    out.message = before != adapter.told.end() ? before->second.message : "";
    return out;
}

static dap::Breakpoint described(Adapter& adapter, unsigned id, const Told& status) {
    dap::Breakpoint out;
    out.id = id;
    out.verified = status.verified;
    const auto it = adapter.session().breakpoints().find(id);
    const bool by_address = it != adapter.session().breakpoints().end() && it->second.address;
    if (by_address) out.instructionReference = fmt::format("0x{:x}", *it->second.address);
    if (status.line && !by_address) out.line = adapter.line_out(status.line);
    if (!status.verified)
        out.message =
            status.message.empty() ? std::string("no shader of the program has it yet") : status.message;
    return out;
}

/// Adds it to the engine; what the engine says about it goes into the editor's message.
static dap::Breakpoint added(Adapter& adapter, const Wish& wish, std::vector<unsigned>& ids) {
    auto breakpoint = parsed(wish);
    if (breakpoint)
        if (Status ok = adapter.session().check_condition(*breakpoint); !ok)
            breakpoint = std::unexpected(ok.error());
    if (!breakpoint) {
        dap::Breakpoint out;
        out.verified = false;
        if (wish.line) out.line = adapter.line_out(wish.line);
        out.message = breakpoint.error().message;
        return out;
    }
    std::string problems;
    auto previous = std::exchange(adapter.session().notify, [&](int, const std::string& text) {
        problems += (problems.empty() ? "" : "; ") + text;
    });
    const Breakpoint& made = adapter.session().add_breakpoint(std::move(*breakpoint));
    adapter.session().notify = std::move(previous);
    ids.push_back(made.id);
    Told status = status_of(adapter, made);
    if (!status.verified)
        status.message = problems;
    else if (!problems.empty())
        adapter.session().notify(1, problems);
    adapter.told[made.id] = status;
    return described(adapter, made.id, status);
}

/// True when it may be in a shader whose compilation was cancelled: setting it again asks for that anew.
static bool is_to_be_tried_again(Adapter& adapter, const Breakpoint& breakpoint) {
    return breakpoint.places.empty() &&
           std::ranges::any_of(adapter.session().shaders().all(), [](const auto& entry) {
               const protocol::ShaderInfo& info = entry.second->info;
               return info.alive && info.stage == protocol::kStageCompute && !entry.second->loaded;
           });
}

/// Makes the engine's breakpoints of `key` those of `wishes`. What did not change keeps its number and hits.
static dap::array<dap::Breakpoint> replace(Adapter& adapter, const std::string& key,
                                           const std::vector<Wish>& wishes,
                                           std::map<unsigned, Wish>& wish_of) {
    std::vector<unsigned> old = std::exchange(adapter.breakpoints_of[key], {});
    std::vector<unsigned>& ids = adapter.breakpoints_of[key];
    dap::array<dap::Breakpoint> out;
    std::vector<unsigned> kept(wishes.size(), 0);
    for (size_t i = 0; i < wishes.size(); ++i) {
        const auto it = std::ranges::find_if(old, [&](unsigned id) {
            const auto known = adapter.session().breakpoints().find(id);
            return known != adapter.session().breakpoints().end() && wish_of[id] == wishes[i] &&
                   !is_to_be_tried_again(adapter, known->second);
        });
        if (it == old.end()) continue;
        kept[i] = *it;
        old.erase(it);
    }
    for (unsigned id : old) {
        adapter.session().delete_breakpoint(id);
        adapter.told.erase(id);
        wish_of.erase(id);
    }
    for (size_t i = 0; i < wishes.size(); ++i) {
        if (kept[i]) {
            ids.push_back(kept[i]);
            const Told status = status_of(adapter, adapter.session().breakpoints().at(kept[i]));
            adapter.told[kept[i]] = status;
            out.push_back(described(adapter, kept[i], status));
            continue;
        }
        const size_t before = ids.size();
        out.push_back(added(adapter, wishes[i], ids));
        if (ids.size() > before) wish_of[ids.back()] = wishes[i];
    }
    return out;
}

void Adapter::sync_breakpoints() {
    const auto tell = [&](const char* reason, const dap::Breakpoint& breakpoint) {
        dap::BreakpointEvent event;
        event.reason = reason;
        event.breakpoint = breakpoint;
        send(event);
    };
    for (const auto& [id, breakpoint] : session_->breakpoints()) {
        if (is_hidden(id)) continue;
        const auto it = told.find(id);
        const Told status = status_of(*this, breakpoint);
        if (it != told.end() && it->second.verified == status.verified && it->second.line == status.line)
            continue;
        const bool is_new = it == told.end();
        told[id] = status;
        dap::Breakpoint out = described(*this, id, status);
        if (is_new) {
            dap::Source source;
            if (!breakpoint.places.empty())
                if (const engine::Shader* shader = session_->shaders().find(breakpoint.places[0].shader))
                    source = source_of(*shader, breakpoint.file);
            if (!source.name) source.name = breakpoint.file;
            out.source = source;
        }
        tell(is_new ? "new" : "changed", out);
    }
    for (auto it = told.begin(); it != told.end();) {
        if (session_->breakpoints().count(it->first)) {
            ++it;
            continue;
        }
        tell("removed", described(*this, it->first, it->second));
        it = told.erase(it);
    }
}

void Adapter::print_log_line(const Breakpoint&, engine::WaveView& view, const engine::LogLine& line) {
    std::string who = engine::lane_list(line.lanes);
    if (std::has_single_bit(line.lanes)) {
        if (auto id = view.global_id(unsigned(std::countr_zero(line.lanes)))) who = engine::ids_text(*id);
    } else if (view.info().command != protocol::kNone) {
        who = fmt::format("workgroup {}, {}", engine::ids_text(view.info().group), who);
    }
    dap::OutputEvent event;
    event.category = std::string("console");
    event.output = fmt::format("{}: {}\n", who, line.text);
    if (const engine::Slot* slot = view.slot(); slot && slot->file != engine::kNoId) {
        event.source = source_of(*view.shader(), view.shader()->record->files[slot->file]);
        event.line = line_out(slot->line);
    }
    send(event);
}

static Result<dap::BreakpointLocationsResponse> locations(Adapter& adapter,
                                                          const dap::BreakpointLocationsRequest& request) {
    const std::string file = file_of(adapter, request.source);
    const int64_t first = request.line + (adapter.lines_from_1 ? 0 : 1),
                  last = request.endLine.value(request.line) + (adapter.lines_from_1 ? 0 : 1);
    std::set<uint32_t> lines;
    for (const auto& [id, shader] : adapter.session().shaders().all())
        if (shader->record) lines.merge(engine::statement_lines(*shader, file));
    dap::BreakpointLocationsResponse response;
    for (uint32_t line : lines) {
        if (line < first || line > last) continue;
        dap::BreakpointLocation location;
        location.line = adapter.line_out(line);
        response.breakpoints.push_back(location);
    }
    return response;
}

static Result<std::vector<Wish>> instruction_wishes(const dap::SetInstructionBreakpointsRequest& request) {
    std::vector<Wish> wishes;
    for (const dap::InstructionBreakpoint& wanted : request.breakpoints) {
        Wish wish;
        auto address = parse_reference(wanted.instructionReference, wanted.offset.value(0));
        if (!address) return std::unexpected(address.error());
        wish.address = *address;
        wish.condition = wanted.condition.value("");
        wish.hits = wanted.hitCondition.value("");
        wishes.push_back(wish);
    }
    return wishes;
}

void handle_breakpoints(Adapter& adapter) {
    adapter.on<dap::BreakpointLocationsRequest>(
        [&](const dap::BreakpointLocationsRequest& request) { return locations(adapter, request); });
    auto wish_of = std::make_shared<std::map<unsigned, Wish>>();
    adapter.on<dap::SetBreakpointsRequest>(
        [&adapter,
         wish_of](const dap::SetBreakpointsRequest& request) -> Result<dap::SetBreakpointsResponse> {
            const std::string file = file_of(adapter, request.source);
            if (file.empty()) return fail("the breakpoints' source has neither a path nor a known reference");
            if (request.source.path && !request.source.sourceReference.value(0))
                adapter.remember_editor_path(*request.source.path);
            std::vector<Wish> wishes;
            // A copy: value() hands back a reference to its argument.
            const dap::array<dap::SourceBreakpoint> all = request.breakpoints.value({});
            for (const dap::SourceBreakpoint& wanted : all) {
                Wish wish;
                wish.file = file;
                const int64_t line = wanted.line + (adapter.lines_from_1 ? 0 : 1);
                if (line < 1 || line > INT32_MAX)
                    return fail(fmt::format("there is no line {}", int64_t(wanted.line)));
                wish.line = uint32_t(line);
                wish.condition = wanted.condition.value("");
                wish.hits = wanted.hitCondition.value("");
                wish.log = wanted.logMessage.value("");
                wishes.push_back(wish);
            }
            dap::SetBreakpointsResponse response;
            response.breakpoints = replace(adapter, file, wishes, *wish_of);
            return response;
        });
    adapter.on<dap::SetFunctionBreakpointsRequest>(
        [&adapter, wish_of](const dap::SetFunctionBreakpointsRequest& request)
            -> Result<dap::SetFunctionBreakpointsResponse> {
            std::vector<Wish> wishes;
            for (const dap::FunctionBreakpoint& wanted : request.breakpoints) {
                if (wanted.name.empty()) return fail("a function breakpoint needs a name");
                Wish wish;
                wish.function = wanted.name;
                wish.condition = wanted.condition.value("");
                wish.hits = wanted.hitCondition.value("");
                wishes.push_back(wish);
            }
            dap::SetFunctionBreakpointsResponse response;
            response.breakpoints = replace(adapter, kFunctions, wishes, *wish_of);
            return response;
        });
    adapter.on<dap::SetInstructionBreakpointsRequest>(
        [&adapter, wish_of](const dap::SetInstructionBreakpointsRequest& request)
            -> Result<dap::SetInstructionBreakpointsResponse> {
            auto wishes = instruction_wishes(request);
            if (!wishes) return std::unexpected(wishes.error());
            dap::SetInstructionBreakpointsResponse response;
            response.breakpoints = replace(adapter, kInstructions, *wishes, *wish_of);
            return response;
        });
}

} // namespace wb::cli::dap_server
