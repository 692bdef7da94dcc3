// SPDX-License-Identifier: MIT
#include "engine/commands/report.h"

#include "engine/values/format.h"

#include <bit>
#include <fmt/format.h>

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

std::string describe_frame(Session& session, unsigned frame) {
    WaveView* view = session.focus_wave();
    const std::vector<uint32_t> stack = session.frames();
    if (!view || frame >= stack.size()) return "?? (no debug information here)";
    const DebugRecord& record = *view->shader()->record;
    const Frame& entry = record.frames[stack[frame]];
    const Function* function = view->shader()->module->function(entry.function);
    std::string text = (function ? function->name : std::string("??")) + " (";
    FrameNames names(*view, stack[frame], session.focus().lane);
    bool first = true;
    for (const FrameNames::Local& local : names.locals()) {
        if (!local.variable->parameter) continue;
        text += fmt::format("{}{} = {}", first ? "" : ", ", local.name,
                            to_text(*view, names.value_of(local), {0, 8}));
        first = false;
    }
    text += ")";
    // The innermost frame is where the wave is; an outer one where it called the next inner one.
    const Slot& slot = *view->statement();
    uint32_t file = slot.file, line = slot.line;
    if (frame > 0) {
        file = record.frames[stack[frame - 1]].call_file;
        line = record.frames[stack[frame - 1]].call_line;
    }
    if (file != kNoId) text += fmt::format(" at {}:{}", base_name(record.files[file]), line);
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

static std::string stop_title(const Stop& stop) {
    switch (stop.kind) {
    case Stop::Kind::Breakpoint:
        return fmt::format("Breakpoint {}, ", stop.breakpoint);
    case Stop::Kind::ShaderBreak:
        return "The shader asks for a break: ";
    case Stop::Kind::MemoryViolation:
        return "Memory violation (the instruction is at or before this place): ";
    case Stop::Kind::IllegalInstruction:
        return "Illegal instruction: ";
    case Stop::Kind::Exception:
        return "Arithmetic exception: ";
    default:
        return "";
    }
}

std::string describe_stop(Session& session, const Stop& stop) {
    switch (stop.kind) {
    case Stop::Kind::ProgramEnded: {
        std::string text = "The program has ended.";
        for (const auto& [id, breakpoint] : session.breakpoints())
            if (breakpoint.hits == 0)
                text += fmt::format("\nBreakpoint {} at {} was never reached{}", id, breakpoint.where(),
                                    !breakpoint.places.empty() ? "."
                                    : breakpoint.function.empty()
                                        ? ": no shader of the program has that file."
                                        : ": no shader of the program has that function.");
        return text;
    }
    case Stop::Kind::WaveEnded:
        return "The wave has ended" + (stop.note.empty() ? "." : ": " + stop.note + ".");
    case Stop::Kind::Interrupted:
        if (!session.focus_wave()) return "Interrupted; the program is running and no wave is stopped.";
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
    if (const Slot* slot = view->statement())
        if (const std::string line = source_text(*view->shader(), view->shader()->file_of(*slot), slot->line);
            !line.empty())
            text += "\n" + line;
    return text;
}

} // namespace wb::engine
