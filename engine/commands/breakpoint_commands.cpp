// SPDX-License-Identifier: MIT
// break, tbreak, delete, enable, disable.
#include "engine/commands/interpreter.h"

#include "engine/commands/report.h"

#include <charconv>
#include <fmt/format.h>

namespace wb::engine {

static Outcome add(Interpreter& interpreter, std::string_view arguments, bool temporary) {
    auto parsed = parse_breakpoint(arguments, interpreter.current_file());
    if (!parsed) return failed(parsed.error().message);
    parsed->temporary = temporary;
    Session& session = interpreter.session();
    std::string problems;
    auto previous =
        std::exchange(session.notify, [&](int, const std::string& text) { problems += "\n" + text; });
    const Breakpoint& breakpoint = session.add_breakpoint(std::move(*parsed));
    session.notify = std::move(previous);
    const std::string name =
        fmt::format("{} {}", temporary ? "Temporary breakpoint" : "Breakpoint", breakpoint.id);
    size_t slots = 0;
    for (const Breakpoint::Place& place : breakpoint.places)
        slots += place.offsets.size();
    nlohmann::json data{{"breakpoint",
                         {{"number", breakpoint.id},
                          {"file", breakpoint.file},
                          {"line", slots ? breakpoint.places[0].line : breakpoint.line},
                          {"pending", slots == 0},
                          {"places", slots}}}};
    if (breakpoint.places.empty())
        return {true,
                fmt::format("{} at {}:{} is pending: {}", name, breakpoint.file, breakpoint.line,
                            problems.empty() ? "no shader of the program has it yet." : problems.substr(1)),
                false, std::move(data)};
    std::string text = fmt::format("{} at {}:{}", name, breakpoint.file, breakpoint.places[0].line);
    if (breakpoint.places[0].line != breakpoint.line)
        text += fmt::format(" (line {} has no statement)", breakpoint.line);
    if (slots > 1) text += fmt::format(", {} places", slots);
    return {true, text + "." + problems, false, std::move(data)};
}

static Outcome break_(Interpreter& interpreter, std::string_view arguments) {
    return add(interpreter, arguments, false);
}
static Outcome tbreak(Interpreter& interpreter, std::string_view arguments) {
    return add(interpreter, arguments, true);
}

/// Calls `action` for each number in `arguments`, or for every breakpoint when there is none.
template <class Action>
static Outcome for_each(Interpreter& interpreter, std::string_view arguments, Action action) {
    std::vector<unsigned> ids;
    while (!trimmed(arguments).empty()) {
        const std::string_view word = take_word(arguments);
        unsigned id = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), id);
        if (error != std::errc() || end != word.data() + word.size())
            return failed(fmt::format("'{}' is no breakpoint number", word));
        ids.push_back(id);
    }
    if (ids.empty())
        for (const auto& [id, breakpoint] : interpreter.session().breakpoints())
            ids.push_back(id);
    for (unsigned id : ids)
        if (Status ok = action(id); !ok) return failed(ok.error().message);
    return {};
}

static Outcome delete_(Interpreter& interpreter, std::string_view arguments) {
    return for_each(interpreter, arguments, [&](unsigned id) -> Status {
        if (interpreter.session().delete_breakpoint(id)) return {};
        return fail(fmt::format("there is no breakpoint {}", id));
    });
}
static Outcome enable(Interpreter& interpreter, std::string_view arguments) {
    return for_each(interpreter, arguments,
                    [&](unsigned id) { return interpreter.session().set_enabled(id, true); });
}
static Outcome disable(Interpreter& interpreter, std::string_view arguments) {
    return for_each(interpreter, arguments,
                    [&](unsigned id) { return interpreter.session().set_enabled(id, false); });
}

std::span<const CommandRow> breakpoint_commands() {
    static constexpr CommandRow kRows[] = {
        {"break", 1, break_, "break FILE:LINE [if invocation X,Y,Z] [and EXPR]",
         "Stops waves at a source line.\nA line without a statement moves to the next one that has one. The "
         "condition is evaluated for each lane."},
        {"tbreak", 2, tbreak, "tbreak FILE:LINE [if …]", "A breakpoint that is deleted at its first stop."},
        {"delete", 1, delete_, "delete [N…]", "Deletes breakpoints, all of them without a number."},
        {"enable", 2, enable, "enable [N…]", "Enables breakpoints."},
        {"disable", 4, disable, "disable [N…]", "Disables breakpoints and keeps them."},
    };
    return kRows;
}

} // namespace wb::engine
