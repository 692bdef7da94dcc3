// SPDX-License-Identifier: MIT
// evaluate (watch, hover, and the command language in the console), setExpression.
#include "cli/dap/adapter.h"
#include "engine/commands/running_commands.h"

#include <fmt/format.h>

namespace wb::cli::dap_server {

static Result<FrameRef> frame_for(Adapter& adapter, const dap::optional<dap::integer>& id) {
    if (id) return adapter.frame(*id);
    if (Status ok = adapter.need_stop(); !ok) return std::unexpected(ok.error());
    return adapter.focus_ref();
}

static Result<dap::EvaluateResponse> expression(Adapter& adapter, const std::string& text,
                                                const FrameRef& where, bool hex) {
    auto view = adapter.view(where);
    if (!view) return std::unexpected(view.error());
    engine::FrameNames names = adapter.names(where);
    auto value = evaluate(text, names, **view);
    if (!value) return std::unexpected(value.error());
    const dap::Variable shown = adapter.variable(text, *value, where, text, 0, hex);
    dap::EvaluateResponse response;
    response.result = shown.value;
    response.memoryReference = shown.memoryReference;
    describe(response, shown);
    return response;
}

/// The run that a command of the console stands for.
static Run run_of(std::string_view command) {
    return command == "continue"                   ? Run::Continue
           : command == "step"                     ? Run::StepInto
           : command == "next"                     ? Run::StepOver
           : command == "finish"                   ? Run::StepOut
           : command == "until"                    ? Run::StepUntil
           : command == "advance"                  ? Run::StepTo
           : command == "stepi" || command == "si" ? Run::StepInstruction
                                                   : Run::Nothing;
}

/// A command line of the console. What lets the program go on is done as the editor's own buttons do it.
static Result<dap::EvaluateResponse> command(Adapter& adapter, const dap::EvaluateRequest& request) {
    const bool hex = request.format && request.format->hex.value(false);
    const std::string_view name = engine::Interpreter::command_name(request.expression);
    std::optional<FrameRef> where;
    if (adapter.state == State::Stopped) {
        auto frame = frame_for(adapter, request.frameId);
        if (!frame) return std::unexpected(frame.error());
        where = *frame;
        adapter.session().set_focus({where->wave, where->lane, where->frame});
    }
    dap::EvaluateResponse response;
    if (Run run = run_of(name); run != Run::Nothing) {
        if (Status ok = adapter.need_stop(); !ok) return std::unexpected(ok.error());
        std::string_view rest = request.expression;
        engine::take_word(rest);
        if (run == Run::StepUntil && !rest.empty()) run = Run::StepTo;
        if (run == Run::StepTo) {
            auto slots = engine::slots_to_reach(adapter.session(), rest, adapter.interpreter->current_file());
            if (!slots) return std::unexpected(slots.error());
            adapter.step_to = std::move(*slots);
        } else if (!rest.empty()) {
            return fail(fmt::format("'{}' takes no count here", name));
        }
        if (run == Run::StepOut)
            if (Status ok = engine::check_finish(adapter.session()); !ok) return std::unexpected(ok.error());
        adapter.stepping_thread = adapter.thread_id(adapter.session().focus().wave);
        dap::ContinuedEvent event;
        event.threadId = adapter.stepping_thread;
        event.allThreadsContinued = true;
        adapter.post([&adapter, event, run] {
            adapter.send(event);
            adapter.next_run = run;
        });
        return response;
    }
    if (name == "run" || name == "detach" || name == "quit")
        return fail(
            fmt::format("'{}' is the editor's to do: start, disconnect or stop the session there", name));
    if (engine::Interpreter::lets_go(request.expression)) {
        // 'u' may be meant as a variable.
        if (where)
            if (auto value = expression(adapter, request.expression, *where, hex)) return value;
        return fail(fmt::format(
            "'{}' is not for this console; set a temporary breakpoint with tbreak and continue", name));
    }
    if (name.empty()) {
        if (!where) return std::unexpected(adapter.need_stop().error());
        return expression(adapter, request.expression, *where, hex);
    }
    const engine::Focus before = adapter.session().focus();
    const engine::Outcome outcome = adapter.interpreter->execute(request.expression);
    if (!outcome.ok) {
        // 'x' or 'i' may be meant as a variable.
        if (where)
            if (auto value = expression(adapter, request.expression, *where, hex)) return value;
        return fail(outcome.text);
    }
    response.result = outcome.text;
    const engine::Focus after = adapter.session().focus();
    const bool moved = before.wave != after.wave || before.lane != after.lane || before.frame != after.frame;
    adapter.post([&adapter, moved, set = name == "set"] {
        adapter.sync_breakpoints();
        if (moved)
            adapter.changed_focus();
        else if (set)
            adapter.changed_variables();
    });
    return response;
}

static Result<dap::SetExpressionResponse> set_expression(Adapter& adapter,
                                                         const dap::SetExpressionRequest& request) {
    auto where = frame_for(adapter, request.frameId);
    if (!where) return std::unexpected(where.error());
    auto now = adapter.assign(request.expression, request.value, *where, 0,
                              request.format && request.format->hex.value(false));
    if (!now) return std::unexpected(now.error());
    dap::SetExpressionResponse response;
    response.value = now->value;
    describe(response, *now);
    return response;
}

void handle_evaluate(Adapter& adapter) {
    adapter.on<dap::EvaluateRequest>(
        [&](const dap::EvaluateRequest& request) -> Result<dap::EvaluateResponse> {
            if (request.context.value("") == "repl") return command(adapter, request);
            auto where = frame_for(adapter, request.frameId);
            if (!where) return std::unexpected(where.error());
            return expression(adapter, request.expression, *where,
                              request.format && request.format->hex.value(false));
        });
    adapter.on<dap::SetExpressionRequest>(
        [&](const dap::SetExpressionRequest& request) { return set_expression(adapter, request); });
}

} // namespace wb::cli::dap_server
