// SPDX-License-Identifier: MIT
#include "engine/commands/report.h"

#include "engine/values/format.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace wb::engine {

std::string ids_text(const std::array<uint32_t, 3>& ids) {
    return fmt::format("({}, {}, {})", ids[0], ids[1], ids[2]);
}

std::string lane_list(uint64_t lanes) {
    if (!lanes) return "no lane";
    std::string text = std::popcount(lanes) == 1 ? "lane " : "lanes ";
    for (unsigned lane = 0, shown = 0; lane < 64; ++lane) {
        if (!((lanes >> lane) & 1)) continue;
        unsigned last = lane;
        while (last + 1 < 64 && ((lanes >> (last + 1)) & 1))
            ++last;
        text += (shown++ ? ", " : "") +
                (last > lane ? fmt::format("{}-{}", lane, last) : fmt::format("{}", lane));
        lane = last;
    }
    return text;
}

std::string source_text(const Shader& shader, std::string_view file, uint32_t line) {
    const std::string_view text = shader.source_line(file, line);
    return text.data() ? fmt::format("{}\t{}", line, text) : "";
}

static std::string base_name(std::string_view path) {
    return std::string(path.substr(path.rfind('/') + 1));
}

namespace {
struct FramePlace {
    std::string function;
    uint32_t file = kNoId; ///< of the record's files
    uint32_t line = 0;
};
} // namespace

/// Where frame `frame` of the focus wave is; the frame must exist.
static FramePlace place_of(WaveView& view, const std::vector<uint32_t>& stack, unsigned frame) {
    const DebugRecord& record = *view.shader()->record;
    const Function* function = view.shader()->module->function(record.frames[stack[frame]].function);
    const std::string name = function ? function->name : "??";
    // The innermost frame is where the wave is; an outer one where it called the next inner one.
    if (frame == 0) return {name, view.statement()->file, view.statement()->line};
    const Frame& inner = record.frames[stack[frame - 1]];
    return {name, inner.call_file, inner.call_line};
}

std::optional<SourcePlace> focus_place(Session& session) {
    WaveView* view = session.focus_wave();
    if (!view || !view->statement()) return std::nullopt;
    const std::vector<uint32_t> stack = session.frames();
    FramePlace place{"", view->statement()->file, view->statement()->line};
    if (!stack.empty())
        place = place_of(*view, stack, std::min<unsigned>(session.focus().frame, unsigned(stack.size() - 1)));
    if (place.file == kNoId) return std::nullopt;
    return SourcePlace{view->shader()->record->files[place.file], place.line};
}

nlohmann::json frames_data(Session& session, size_t most) {
    nlohmann::json out = nlohmann::json::array();
    WaveView* view = session.focus_wave();
    const std::vector<uint32_t> stack = session.frames();
    for (unsigned i = 0; view && i < std::min(stack.size(), most); ++i) {
        const FramePlace place = place_of(*view, stack, i);
        nlohmann::json frame{{"level", i}, {"function", place.function}};
        if (place.file != kNoId) {
            frame["file"] = view->shader()->record->files[place.file];
            frame["line"] = place.line;
        }
        out.push_back(std::move(frame));
    }
    return out;
}

std::string describe_frame(Session& session, unsigned frame) {
    WaveView* view = session.focus_wave();
    const std::vector<uint32_t> stack = session.frames();
    if (!view || frame >= stack.size()) return "?? (no debug information here)";
    const DebugRecord& record = *view->shader()->record;
    const FramePlace place = place_of(*view, stack, frame);
    std::string text = place.function + " (";
    FrameNames names(*view, stack[frame], session.focus().lane);
    bool first = true;
    for (const FrameNames::Local& local : names.locals()) {
        if (!local.variable->parameter) continue;
        text += fmt::format("{}{} = {}", first ? "" : ", ", local.name,
                            to_text(*view, names.value_of(local), {0, 8}));
        first = false;
    }
    text += ")";
    if (place.file != kNoId)
        text += fmt::format(" at {}:{}", base_name(record.files[place.file]), place.line);
    return text;
}

static std::string where(Session& session) {
    WaveView* view = session.focus_wave();
    if (!view) return "";
    const unsigned lane = session.focus().lane;
    std::string text;
    if (auto id = view->global_id(lane)) text = "invocation " + ids_text(*id) + " ";
    text += fmt::format("[wave {}, lane {}", session.short_name(view->info().wave), lane);
    if (view->info().command != protocol::kNone) text += ", workgroup " + ids_text(view->info().group);
    return text + "]";
}

/// Shaders' functions, each once.
static std::string function_names(Session& session) {
    std::string names;
    for (const auto& [id, shader] : session.shaders().all()) {
        if (!shader->module) continue;
        for (const auto& [function_id, function] : shader->module->functions())
            if (!function.name.empty() &&
                (", " + names + ",").find(", " + function.name + ",") == std::string::npos)
                names += (names.empty() ? "" : ", ") + function.name;
    }
    return names;
}

static std::string why_never_reached(Session& session, const Breakpoint& breakpoint) {
    uint64_t normal = 0;
    for (const Breakpoint::Place& place : breakpoint.places)
        normal += session.ran_normal(place.shader);
    if (normal)
        return fmt::format(
            ": the program submitted {} of its shader{} that {} recorded before the debugger was there",
            normal == 1 ? "1 dispatch" : fmt::format("{} dispatches", normal),
            breakpoint.places.size() == 1 ? "" : "s", normal == 1 ? "was" : "were");
    if (!breakpoint.places.empty()) return "";
    if (!breakpoint.problem.empty()) return ": " + breakpoint.problem;
    std::string files, missing;
    for (const auto& [id, shader] : session.shaders().all()) {
        if (shader->record)
            for (const std::string& file : shader->record->files)
                if (const std::string name = base_name(file);
                    (", " + files + ",").find(", " + name + ",") == std::string::npos)
                    files += (files.empty() ? "" : ", ") + name;
        if (!shader->record && !shader->why.empty()) missing = shader->title() + ": " + shader->why;
    }
    if (files.empty() && !session.refused_device().empty()) return ": " + session.refused_device();
    if (!files.empty() && !breakpoint.function.empty())
        return ": no shader of the program has that function (they have " + function_names(session) + ")";
    if (!files.empty()) return ": no shader of the program has that file (they have " + files + ")";
    if (!missing.empty()) return ": no shader could be debugged (" + missing + ")";
    return ": the program made no shader that can be debugged";
}

static std::string stop_title(const Stop& stop) {
    switch (stop.kind) {
    case Stop::Kind::Breakpoint:
        return fmt::format("Breakpoint {}, ", stop.breakpoint);
    case Stop::Kind::ShaderBreak:
        return "The shader asks for a break: ";
    case Stop::Kind::MemoryViolation:
        // The hardware notices it behind the instruction; where that is found, the place is right.
        return stop.fault && stop.fault->access
                   ? "Memory violation: "
                   : "Memory violation (the instruction is at or before this place): ";
    case Stop::Kind::IllegalInstruction:
        return "Illegal instruction: ";
    case Stop::Kind::Exception:
        return "Arithmetic exception: ";
    case Stop::Kind::Interrupted:
        return "Interrupted, ";
    default:
        return "";
    }
}

std::string describe_fault(const FaultReport& report) {
    std::string text = report.text();
    text[0] = char(std::toupper(static_cast<unsigned char>(text[0])));
    if (report.access)
        text += fmt::format("\nby {}: {}", lane_list(report.access->lanes), report.access->instruction);
    return text;
}

std::string describe_stop(Session& session, const Stop& stop) {
    switch (stop.kind) {
    case Stop::Kind::ProgramEnded: {
        std::string text = session.end_text() + ".";
        text[0] = char(std::toupper(static_cast<unsigned char>(text[0])));
        for (const auto& [id, breakpoint] : session.breakpoints())
            if (breakpoint.hits == 0 && breakpoint.enabled)
                text += fmt::format("\nBreakpoint {} at {} was never reached{}.", id, breakpoint.where(),
                                    why_never_reached(session, breakpoint));
        return text;
    }
    case Stop::Kind::WaveEnded:
        return "The wave has ended" + (stop.note.empty() ? "." : ": " + stop.note + ".");
    case Stop::Kind::Interrupted:
        if (!session.focus_wave())
            return "Interrupted; the program is running and no wave is stopped." +
                   (stop.note.empty() ? "" : "\n(" + stop.note + ")");
        break;
    default:
        break;
    }
    WaveView* view = session.focus_wave();
    if (!view) return "Stopped, but the wave is gone.";
    std::string text = stop_title(stop) + describe_frame(session, 0) + ", " + where(session);
    const uint64_t others = stop.lanes & ~(1ull << session.focus().lane);
    if (stop.kind == Stop::Kind::Breakpoint && others) text += " with " + lane_list(stop.lanes);
    if (!stop.note.empty()) text += "\n(" + stop.note + ")";
    if (stop.fault) text += "\n" + describe_fault(*stop.fault);
    if (const Slot* slot = view->statement())
        if (const std::string line = source_text(*view->shader(), view->shader()->file_of(*slot), slot->line);
            !line.empty())
            text += "\n" + line;
    return text;
}

nlohmann::json breakpoint_data(const Breakpoint& breakpoint) {
    const size_t slots = breakpoint.slot_count();
    const bool by_line = breakpoint.function.empty() && !breakpoint.address;
    nlohmann::json out{{"number", breakpoint.id},
                       {"file", slots && !by_line ? breakpoint.places[0].file : breakpoint.file},
                       {"line", slots ? breakpoint.places[0].line : breakpoint.line},
                       {"pending", slots == 0},
                       {"places", slots}};
    if (!breakpoint.function.empty()) out["function"] = breakpoint.function;
    if (breakpoint.address) out["address"] = *breakpoint.address;
    if (breakpoint.invocation) out["invocation"] = *breakpoint.invocation;
    if (!breakpoint.condition.empty()) out["condition"] = breakpoint.condition;
    return out;
}

nlohmann::json stop_data(Session& session, const Stop& stop) {
    static constexpr const char* kReasons[] = {
        "breakpoint", "step",       "shader-break",  "memory-violation", "illegal-instruction",
        "exception",  "wave-ended", "program-ended", "interrupted"};
    nlohmann::json out{{"reason", kReasons[size_t(stop.kind)]}};
    if (stop.kind == Stop::Kind::Breakpoint) {
        out["breakpoint"] = stop.breakpoint;
        nlohmann::json lanes = nlohmann::json::array();
        for (unsigned lane = 0; lane < 64; ++lane)
            if (stop.lanes >> lane & 1) lanes.push_back(lane);
        out["lanes"] = std::move(lanes);
    }
    if (stop.fault) out["fault"] = stop.fault->data();
    WaveView* view = session.focus_wave();
    if (!view) return out;
    const unsigned lane = session.focus().lane;
    out["wave"] = session.short_name(view->info().wave);
    out["lane"] = lane;
    out["pc"] = view->info().pc;
    if (view->info().command != protocol::kNone) out["workgroup"] = view->info().group;
    if (auto id = view->global_id(lane)) out["invocation"] = *id;
    const nlohmann::json frames = frames_data(session);
    if (!frames.empty())
        for (const char* key : {"function", "file", "line"})
            if (frames[0].contains(key)) out[key] = frames[0][key];
    return out;
}

} // namespace wb::engine
