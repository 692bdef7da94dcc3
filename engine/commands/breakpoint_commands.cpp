// SPDX-License-Identifier: MIT
// break, tbreak, delete, enable, disable, condition, ignore.
#include "engine/commands/interpreter.h"

#include "engine/commands/report.h"

#include <fmt/format.h>

namespace wb::engine {

/// "function hash (steps.comp:8)" or "steps.comp:8", and what is odd about it.
static std::string place_text(const Breakpoint& breakpoint) {
    const Breakpoint::Place& place = breakpoint.places[0];
    const std::string file = place.file.substr(place.file.rfind('/') + 1);
    if (!breakpoint.function.empty() || breakpoint.address)
        return fmt::format("{} ({}:{})", breakpoint.where(), file, place.line);
    std::string text = breakpoint.where();
    if (place.line != breakpoint.line) text += fmt::format(" (line {} has no statement)", breakpoint.line);
    if (!file_fits(place.file, breakpoint.file))
        text += fmt::format(" (no file is called that; {} is taken)", place.file);
    return text;
}

static Outcome add(Interpreter& interpreter, std::string_view arguments, bool temporary) {
    Session& session = interpreter.session();
    std::string here;
    if (const auto place = focus_place(session); place && arguments.empty())
        here = fmt::format("\"{}\":{}", place->file, place->line);
    auto parsed = parse_breakpoint(here.empty() ? arguments : here, interpreter.current_file());
    if (!parsed) return failed(parsed.error().message);
    if (Status ok = session.check_condition(*parsed); !ok) return failed(ok.error().message);
    parsed->temporary = temporary;
    std::string problems;
    auto previous =
        std::exchange(session.notify, [&](int, const std::string& text) { problems += "\n" + text; });
    const Breakpoint& breakpoint = session.add_breakpoint(std::move(*parsed));
    session.notify = std::move(previous);
    const std::string name =
        fmt::format("{} {}", temporary ? "Temporary breakpoint" : "Breakpoint", breakpoint.id);
    nlohmann::json data{{"breakpoint", breakpoint_data(breakpoint)}};
    if (breakpoint.places.empty())
        return {true,
                fmt::format("{} at {} is pending: {}", name, breakpoint.where(),
                            problems.empty() ? "no shader of the program has it yet." : problems.substr(1)),
                false, std::move(data)};
    std::string text = fmt::format("{} at {}", name, place_text(breakpoint));
    if (const size_t slots = breakpoint.slot_count(); slots > 1) text += fmt::format(", {} places", slots);
    return {true, text + "." + problems, false, std::move(data)};
}

static Outcome break_(Interpreter& interpreter, std::string_view arguments) {
    return add(interpreter, arguments, false);
}
static Outcome tbreak(Interpreter& interpreter, std::string_view arguments) {
    return add(interpreter, arguments, true);
}

static Result<unsigned> breakpoint_number(std::string_view word) {
    const auto id = whole_number(word);
    if (!id || *id > UINT32_MAX) return fail(fmt::format("'{}' is no breakpoint number", word));
    return unsigned(*id);
}

/// Calls `action` for each number in `arguments`, or for every breakpoint when there is none.
template <class Action>
static Outcome for_each(Interpreter& interpreter, std::string_view arguments, Action action) {
    std::vector<unsigned> ids;
    while (!trimmed(arguments).empty()) {
        auto id = breakpoint_number(take_word(arguments));
        if (!id) return failed(id.error().message);
        ids.push_back(*id);
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

/// The breakpoint whose number `arguments` begin with.
static Result<const Breakpoint*> take_breakpoint(Interpreter& interpreter, std::string_view& arguments) {
    auto id = breakpoint_number(take_word(arguments));
    if (!id) return std::unexpected(id.error());
    const auto& all = interpreter.session().breakpoints();
    const auto it = all.find(*id);
    if (it == all.end()) return fail(fmt::format("there is no breakpoint {}", *id));
    return &it->second;
}

static Outcome condition(Interpreter& interpreter, std::string_view arguments) {
    if (arguments.empty()) return failed("condition is written: condition N [CONDITION]");
    auto breakpoint = take_breakpoint(interpreter, arguments);
    if (!breakpoint) return failed(breakpoint.error().message);
    Breakpoint like = **breakpoint;
    like.invocation.reset();
    like.condition.clear();
    like.expr.reset();
    if (std::string_view rest = arguments; take_word(rest) == "if") arguments = rest;
    if (!arguments.empty()) {
        if (Status ok = parse_breakpoint_condition(arguments, like); !ok) return failed(ok.error().message);
        if (Status ok = interpreter.session().check_condition(like); !ok) return failed(ok.error().message);
    }
    const unsigned id = (*breakpoint)->id;
    if (Status ok = interpreter.session().change_condition(id, like); !ok) return failed(ok.error().message);
    return {true, arguments.empty() ? fmt::format("Breakpoint {} now stops always.", id) : "", false, {}};
}

static Outcome ignore(Interpreter& interpreter, std::string_view arguments) {
    auto breakpoint = take_breakpoint(interpreter, arguments);
    const auto count = whole_number(arguments);
    if (!breakpoint) return failed(breakpoint.error().message);
    if (!count) return failed("ignore is written: ignore N COUNT");
    const unsigned id = (*breakpoint)->id;
    if (Status ok = interpreter.session().ignore(id, *count); !ok) return failed(ok.error().message);
    return {true,
            *count ? fmt::format("The next {} of breakpoint {} will not stop.",
                                 *count == 1 ? "hit" : fmt::format("{} hits", *count), id)
                   : fmt::format("Breakpoint {} stops at its next hit.", id),
            false,
            {}};
}

std::span<const CommandRow> breakpoint_commands() {
    static constexpr CommandRow kRows[] = {
        {"break", 1, break_, "break [FILE:]LINE|FUNCTION [if CONDITION]",
         "Stops waves at a source line, or at the first statement of a function wherever it was inlined.\nA "
         "line without a "
         "statement moves to the next one that has one. Alone it means the line of this stop; *ADDRESS is "
         "the statement "
         "there. A file's name may be in quotes.\nA condition is evaluated for each lane. It may be an "
         "expression and the "
         "number of one invocation, joined with 'and' or &&: if invocation 37,5,0 and height > 2."},
        {"tbreak", 2, tbreak, "tbreak [FILE:]LINE|FUNCTION [if …]",
         "A breakpoint that is deleted at its first stop."},
        {"delete", 1, delete_, "delete [N…]", "Deletes breakpoints, all of them without a number."},
        {"enable", 2, enable, "enable [N…]", "Enables breakpoints."},
        {"disable", 4, disable, "disable [N…]", "Disables breakpoints and keeps them."},
        {"condition", 4, condition, "condition N [CONDITION]",
         "Changes what breakpoint N depends on; without a condition it stops always."},
        {"ignore", 2, ignore, "ignore N COUNT", "Lets the next COUNT hits of breakpoint N pass."},
    };
    return kRows;
}

} // namespace wb::engine
