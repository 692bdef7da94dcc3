// SPDX-License-Identifier: MIT
// run, continue, step, next, finish, stepi, detach.
#include "engine/commands/interpreter.h"

#include "engine/commands/report.h"
#include "engine/disassembly/disassembler.h"

#include <charconv>
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

/// Runs `action` as often as the argument says, and stops early when something else than the step happened.
template <class Action>
static Outcome repeat(Interpreter& interpreter, std::string_view arguments, Action action) {
    unsigned count = 1;
    if (!arguments.empty()) {
        const auto [end, error] =
            std::from_chars(arguments.data(), arguments.data() + arguments.size(), count);
        if (error != std::errc() || end != arguments.data() + arguments.size() || !count)
            return failed(fmt::format("'{}' is no count", arguments));
    }
    if (auto ok = interpreter.stopped(); !ok) return failed(ok.error().message);
    Result<Stop> stop = Stop{};
    for (unsigned i = 0; i < count; ++i) {
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
static Outcome finish(Interpreter& interpreter, std::string_view) {
    return repeat(interpreter, "", [&] { return interpreter.session().step(Session::StepKind::Out); });
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
        {"run", 1, run, "run", "Starts the program.", true},
        {"continue", 1, go, "continue",
         "Lets every wave go on until the next stop; starts the program when it has not been.", true},
        {"step", 1, step, "step [N]", "Goes to the next statement of the focus invocation, into functions.",
         true},
        {"next", 1, next, "next [N]", "Goes to the next statement of the focus invocation, over functions.",
         true},
        {"finish", 3, finish, "finish", "Goes on until the selected function has returned.", true},
        {"stepi", 5, stepi, "stepi [N]", "Executes one machine instruction of the focus wave.", true},
        {"si", 2, stepi, "si [N]", "Short for stepi.", true},
        {"detach", 3, detach, "detach", "Disarms everything and lets the program go on alone."},
    };
    return kRows;
}

} // namespace wb::engine
