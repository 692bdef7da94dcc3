// SPDX-License-Identifier: MIT
// run, continue, step, next, until, advance, finish, stepi, detach.
#include "engine/commands/running_commands.h"

#include "engine/commands/interpreter.h"
#include "engine/commands/report.h"
#include "engine/disassembly/disassembler.h"

#include <fmt/format.h>

namespace wb::engine {

static Outcome go(Interpreter& interpreter, std::string_view) {
    if (!interpreter.started) {
        if (!interpreter.start) return failed("there is no program to start; use: wavebreak run -- PROGRAM");
        if (Status ok = interpreter.start(); !ok) return failed(ok.error().message);
        interpreter.started = true;
    }
    if (interpreter.session().ended()) return failed(interpreter.session().end_text());
    return interpreter.say_stop(interpreter.session().continue_running());
}

static Outcome run(Interpreter& interpreter, std::string_view arguments) {
    if (interpreter.started) return failed("the program is already running; use continue");
    return go(interpreter, arguments);
}

/// A count from 1; 1 when there is none.
static Result<uint64_t> count_of(std::string_view arguments) {
    if (arguments.empty()) return 1;
    const auto count = whole_number(arguments);
    if (!count || !*count) return fail(fmt::format("'{}' is no count", arguments));
    return *count;
}

/// With a count it lets the breakpoint of this stop be hit so often first.
static Outcome continue_(Interpreter& interpreter, std::string_view arguments) {
    auto count = count_of(arguments);
    if (!count) return failed(count.error().message);
    std::string text;
    if (*count > 1) {
        if (auto ok = interpreter.stopped(); !ok) return failed(ok.error().message);
        const unsigned id = interpreter.stopped_at;
        if (!interpreter.session().breakpoints().count(id))
            return failed("this stop is at no breakpoint, so that no hits of it can be let pass; 'continue' "
                          "takes no count here");
        if (Status ok = interpreter.session().ignore(id, *count - 1); !ok) return failed(ok.error().message);
        text = fmt::format("The next {} of breakpoint {} will not stop.\n",
                           *count == 2 ? "hit" : fmt::format("{} hits", *count - 1), id);
    }
    Outcome outcome = go(interpreter, "");
    outcome.text = text + outcome.text;
    return outcome;
}

/// Runs `action` as often as the argument says, and stops early when something else than the step happened.
template <class Action>
static Outcome repeat(Interpreter& interpreter, std::string_view arguments, Action action) {
    auto count = count_of(arguments);
    if (!count) return failed(count.error().message);
    if (auto ok = interpreter.stopped(); !ok) return failed(ok.error().message);
    Result<Stop> stop = Stop{};
    for (uint64_t i = 0; i < *count; ++i) {
        stop = action();
        if (!stop || stop->kind != Stop::Kind::Step) break;
    }
    return interpreter.say_stop(stop);
}

static Outcome step(Interpreter& interpreter, std::string_view arguments) {
    return repeat(interpreter, arguments,
                  [&] { return interpreter.session().step(Session::StepKind::Into); });
}
static Outcome next(Interpreter& interpreter, std::string_view arguments) {
    return repeat(interpreter, arguments,
                  [&] { return interpreter.session().step(Session::StepKind::Over); });
}
Status check_finish(Session& session) {
    if (const size_t frames = session.frames().size(); frames && session.focus().frame + 1 >= frames)
        return fail("'finish' means nothing in the outermost frame: nothing called it. 'continue' lets the "
                    "waves go on to the next stop, 'next' goes to the next statement");
    return {};
}

static Outcome finish(Interpreter& interpreter, std::string_view) {
    if (auto ok = interpreter.stopped(); !ok) return failed(ok.error().message);
    Session& session = interpreter.session();
    if (Status ok = check_finish(session); !ok) return failed(ok.error().message);
    return repeat(interpreter, "", [&] { return session.step(Session::StepKind::Out); });
}

Result<std::vector<uint32_t>> slots_to_reach(Session& session, std::string_view text,
                                             std::string_view current_file) {
    if (text.empty()) return fail("advance needs a place: [FILE:]LINE or FUNCTION");
    auto place = parse_breakpoint(text, current_file);
    if (!place) return std::unexpected(place.error());
    if (place->invocation || place->expr) return fail("advance takes no condition; tbreak does");
    WaveView* view = session.focus_wave();
    if (!view) return fail("no wave is stopped; the program is not at a breakpoint");
    const Shader* shader = view->shader();
    if (!shader || !shader->record) return fail("the wave is in code without debug information");
    auto found = resolve(*place, *shader);
    if (!found) return std::unexpected(found.error());
    return std::move(found->offsets);
}

static Outcome advance(Interpreter& interpreter, std::string_view arguments) {
    if (auto ok = interpreter.stopped(); !ok) return failed(ok.error().message);
    Session& session = interpreter.session();
    auto slots = slots_to_reach(session, arguments, interpreter.current_file());
    if (!slots) return failed(slots.error().message);
    return repeat(interpreter, "", [&] { return session.step(Session::StepKind::To, *slots); });
}

static Outcome until(Interpreter& interpreter, std::string_view arguments) {
    if (!arguments.empty()) return advance(interpreter, arguments);
    return repeat(interpreter, "", [&] { return interpreter.session().step(Session::StepKind::Until); });
}

static Outcome stepi(Interpreter& interpreter, std::string_view arguments) {
    Outcome outcome =
        repeat(interpreter, arguments, [&] { return interpreter.session().step_instruction(); });
    WaveView* view = interpreter.session().focus_wave();
    if (outcome.ok && view && view->shader() && view->shader()->record)
        outcome.text += "\n" + disassemble_at(*view->shader()->record, view->info().pc, 1);
    return outcome;
}

static Outcome detach(Interpreter& interpreter, std::string_view) {
    interpreter.session().detach();
    return {true, "Detached; the program goes on without the debugger.", false};
}

std::span<const CommandRow> running_commands() {
    static constexpr CommandRow kRows[] = {
        {"run", 1, run, "run", "Starts the program.", kLetsGo | kTakesNothing},
        {"continue", 1, continue_, "continue [N]",
         "Lets every wave go on until the next stop; starts the program when it has not been.\nN: stops at "
         "the Nth next hit "
         "of the breakpoint that has stopped here, not before. A hit is a wave that comes to it with its "
         "condition met.",
         kLetsGo},
        {"step", 1, step, "step [N]", "Goes to the next statement of the focus invocation, into functions.",
         kLetsGo},
        {"next", 1, next, "next [N]", "Goes to the next statement of the focus invocation, over functions.",
         kLetsGo},
        {"until", 1, until, "until [PLACE]",
         "Like next, but out of a loop instead of back to its begin.\nWith a place it is the same as "
         "advance.",
         kLetsGo},
        {"advance", 3, advance, "advance PLACE",
         "Goes on until the focus invocation comes to a place ([FILE:]LINE or FUNCTION).\nIt also stops when "
         "the function it "
         "is in returns before.",
         kLetsGo},
        {"finish", 3, finish, "finish",
         "Goes on until the selected function has returned.\nIn the outermost frame, which nothing called, "
         "it is refused.",
         kLetsGo | kTakesNothing},
        {"stepi", 5, stepi, "stepi [N]", "Executes one machine instruction of the focus wave.", kLetsGo},
        {"si", 2, stepi, "si [N]", "Short for stepi.", kLetsGo},
        {"detach", 3, detach, "detach", "Disarms everything and lets the program go on alone.",
         kTakesNothing},
    };
    return kRows;
}

} // namespace wb::engine
