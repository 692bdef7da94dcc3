// SPDX-License-Identifier: MIT
// list, disassemble.
#include "engine/commands/interpreter.h"

#include "engine/commands/report.h"
#include "engine/disassembly/disassembler.h"

#include <charconv>
#include <fmt/format.h>

namespace wb::engine {

static const Shader* shader_with(Session& session, std::string_view file, std::string& ambiguous) {
    session.load_shaders();
    if (WaveView* view = session.focus_wave())
        if (view->shader() && view->shader()->module && view->shader()->module->file(file))
            return view->shader();
    for (auto& [id, shader] : session.shaders().all()) {
        if (!shader->module) continue;
        const FileChoice choice = shader->module->choose_file(file);
        if (choice.index) return shader.get();
        if (!choice.ambiguous.empty()) ambiguous = choice.ambiguous;
    }
    return nullptr;
}

/// Puts file and line of the function's first statement into `place`.
static Status find_function(Session& session, Breakpoint& place) {
    session.load_shaders();
    for (auto& [id, shader] : session.shaders().all()) {
        if (!shader->record) continue;
        const auto found = resolve(place, *shader);
        if (!found) continue;
        place.file = found->file;
        place.line = found->line;
        return {};
    }
    return fail(fmt::format("no shader of the program has a function '{}'", place.function));
}

static Outcome list(Interpreter& interpreter, std::string_view arguments) {
    constexpr uint32_t kLines = 10;
    Session& session = interpreter.session();
    uint32_t first = 0;
    std::string file = interpreter.list_file;
    if (!arguments.empty()) {
        auto place = parse_breakpoint(
            arguments, file.empty() || session.focus_wave() ? interpreter.current_file() : file);
        if (!place || place->address || place->invocation || place->expr)
            return failed("list is written: list [[FILE:]LINE|FUNCTION]");
        if (!place->function.empty())
            if (Status ok = find_function(session, *place); !ok) return failed(ok.error().message);
        file = place->file;
        first = place->line > kLines / 2 ? place->line - kLines / 2 : 1;
    } else if (interpreter.list_line) {
        first = interpreter.list_line;
    } else if (const auto place = focus_place(session)) {
        file = place->file;
        first = place->line > kLines / 2 ? place->line - kLines / 2 : 1;
    } else {
        file = interpreter.current_file();
        first = 1;
    }
    if (file.empty()) return failed("there is no source to list yet");
    std::string ambiguous;
    const Shader* shader = shader_with(session, file, ambiguous);
    if (!shader && !ambiguous.empty())
        return failed(fmt::format("'{}' may be {}: give a folder too", file, ambiguous));
    if (!shader) return failed(fmt::format("no shader of the program has a file '{}'", file));
    const SourceFile* source = shader->module->file(file);
    const std::string taken = file_fits(source->name, file)
                                  ? ""
                                  : fmt::format("(no file is called '{}'; this is {})\n", file, source->name);
    if (source->lines.empty())
        return failed(
            fmt::format("the program carries no source of '{}'; compile its shaders with -g", file));
    if (first > source->lines.size())
        return failed(fmt::format("'{}' has {} lines", file, source->lines.size()));
    std::string text = taken;
    nlohmann::json lines = nlohmann::json::array();
    WaveView* view = session.focus_wave();
    const Slot* slot = view ? view->statement() : nullptr;
    for (uint32_t line = first; line < first + kLines && line <= source->lines.size(); ++line) {
        const bool current = slot && slot->line == line && view->shader() == shader &&
                             shader->module->file(shader->file_of(*slot)) == source;
        text += fmt::format("{}{}{}\t{}", line == first ? "" : "\n", line, current ? " >" : "",
                            source->lines[line - 1]);
        lines.push_back({{"line", line}, {"text", source->lines[line - 1]}, {"current", current}});
    }
    interpreter.list_line = first + kLines;
    interpreter.list_file = file;
    nlohmann::json data{{"source", {{"file", source->name}, {"lines", std::move(lines)}}}};
    return {true, text, false, std::move(data)};
}

static Outcome disassemble_command(Interpreter& interpreter, std::string_view arguments) {
    auto view = interpreter.stopped();
    if (!view) return failed(view.error().message);
    if (!(*view)->shader() || !(*view)->shader()->record)
        return failed("the wave is in code without debug information");
    size_t count = 16;
    if (!arguments.empty()) {
        const auto [end, error] =
            std::from_chars(arguments.data(), arguments.data() + arguments.size(), count);
        if (arguments == "all")
            count = SIZE_MAX;
        else if (error != std::errc() || end != arguments.data() + arguments.size())
            return failed("disassemble takes a number of instructions, or 'all'");
    }
    const DebugRecord& record = *(*view)->shader()->record;
    if (count == SIZE_MAX) {
        std::string text;
        for (const DisassembledLine& line : disassemble(record.code, record.wave_size, 0, count)) {
            const Slot* slot = record.slot_at(line.offset);
            text += fmt::format("{}{} 0x{:x} <+{}>:\t{}{}", text.empty() ? "" : "\n",
                                record.code_va + line.offset == (*view)->info().pc ? "=>" : "  ",
                                record.code_va + line.offset, line.offset, line.text,
                                slot && slot->line ? fmt::format("\t; line {}", slot->line) : "");
        }
        return {true, text, false};
    }
    return {true, disassemble_at(record, (*view)->info().pc, count), false};
}

std::span<const CommandRow> source_commands() {
    static constexpr CommandRow kRows[] = {
        {"list", 1, list, "list [[FILE:]LINE|FUNCTION]",
         "Shows source around the stop, or goes on from there."},
        {"disassemble", 4, disassemble_command, "disassemble [N|all]", "Shows machine code around the PC."},
    };
    return kRows;
}

} // namespace wb::engine
