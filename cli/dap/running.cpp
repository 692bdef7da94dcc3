// SPDX-License-Identifier: MIT
// continue, next, stepIn, stepOut, pause; and telling the editor why something stopped.
#include "cli/dap/adapter.h"
#include "engine/commands/interpreter.h"
#include "engine/commands/report.h"
#include "engine/commands/running_commands.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace wb::cli::dap_server {

using engine::Session;
using engine::Stop;

void Adapter::run() {
    const Run what = std::exchange(next_run, Run::Nothing);
    nodes.clear();
    frames.clear();
    fault.reset();
    problems_.clear();
    heed(what == Run::Start                                  ? Haste::Leave
         : what == Run::Continue || what == Run::KeepWaiting ? Haste::None
                                                             : Haste::Pause);
    Result<Stop> stop = Stop{};
    if (what == Run::Start && !attached) {
        const std::string progress =
            begin_progress(Progress::Starting, "Starting the program", program_options->command.front());
        Status ok = start_program();
        end_progress(progress);
        if (!ok) {
            heed(Haste::None);
            if (over_) return;
            say("wavebreak: " + ok.error().message + "\n", "important");
            state = State::Ended;
            // Its end is told by `output_`, behind all it has printed.
            if (!output_.watching() || output_.ended()) finish();
            return;
        }
    }
    state = State::Running;
    const bool waits = (what == Run::Start || what == Run::Continue || what == Run::KeepWaiting) &&
                       std::ranges::any_of(session_->breakpoints(), [](const auto& entry) {
                           return entry.second.enabled && !entry.second.log;
                       });
    const std::string progress =
        waits ? begin_progress(Progress::Waiting, "Waiting for a breakpoint") : std::string();
    switch (what) {
    case Run::Start:
        heed(Haste::None);
        if (stop_on_entry) {
            engine::Breakpoint entry;
            entry.function = engine::Breakpoint::kAnyEntry;
            entry.temporary = true;
            // Numbers are given out in order, so that it is not told as a new one.
            hide_breakpoint(session_->add_breakpoint(std::move(entry)).id);
        }
        stop = session_->continue_running();
        break;
    case Run::Continue:
        stop = session_->continue_running();
        break;
    case Run::KeepWaiting:
        stop = session_->keep_waiting();
        break;
    case Run::StepInto:
        stop = session_->step(Session::StepKind::Into);
        break;
    case Run::StepOver:
        stop = session_->step(Session::StepKind::Over);
        break;
    case Run::StepOut:
        stop = session_->step(Session::StepKind::Out);
        break;
    case Run::StepUntil:
        stop = session_->step(Session::StepKind::Until);
        break;
    case Run::StepTo:
        stop = session_->step(Session::StepKind::To, std::exchange(step_to, {}));
        break;
    case Run::StepInstruction:
        stop = session_->step_instruction();
        break;
    case Run::Nothing:
        return;
    }
    heed(Haste::None);
    end_progress(progress);
    if (!over_) report(stop);
}

/// Makes some other stopped wave the focus; false when none is stopped.
static bool take_any_focus(Session& session) {
    const auto waves = session.stopped_waves();
    if (waves.empty()) return false;
    const uint64_t exec = waves[0]->info().exec;
    session.set_focus({waves[0]->info().wave, unsigned(std::countr_zero(exec ? exec : 1)), 0});
    return true;
}

void Adapter::report(const Result<Stop>& stop) {
    sync_breakpoints();
    sync_modules();
    if (!stop) {
        say("wavebreak: " + stop.error().message + "\n", "important");
        // The wave is where it was, if it is still there.
        if (session_->focus_wave() || take_any_focus(*session_)) {
            state = State::Stopped;
            send_stopped(Stop{Stop::Kind::Interrupted, 0, 0, stop.error().message}, "pause");
        } else if (!session_->ended()) {
            next_run = Run::KeepWaiting;
        }
        return;
    }
    switch (stop->kind) {
    case Stop::Kind::ProgramEnded: {
        state = State::Ended;
        const std::string text = engine::describe_stop(*session_, *stop);
        // Its first line is told by the events.
        if (const size_t rest = text.find('\n'); rest != std::string::npos) say(text.substr(rest + 1) + "\n");
        finish();
        return;
    }
    case Stop::Kind::WaveEnded:
    case Stop::Kind::Interrupted:
        if (stop->kind == Stop::Kind::WaveEnded) say(engine::describe_stop(*session_, *stop) + "\n");
        if (!session_->focus_wave() && !take_any_focus(*session_)) {
            if (stop->kind == Stop::Kind::Interrupted && !stop->note.empty())
                say("No wave is stopped: " + stop->note + ".\n", "important");
            next_run = Run::KeepWaiting;
            return;
        }
        state = State::Stopped;
        send_stopped(*stop, stop->kind == Stop::Kind::WaveEnded ? "step" : "pause");
        return;
    default:
        break;
    }
    state = State::Stopped;
    switch (stop->kind) {
    case Stop::Kind::Breakpoint: {
        if (is_hidden(stop->breakpoint)) {
            send_stopped(*stop, "entry");
            return;
        }
        const auto it = session_->breakpoints().find(stop->breakpoint);
        const bool known = it != session_->breakpoints().end();
        send_stopped(*stop, known && !it->second.function.empty() ? "function breakpoint"
                            : known && it->second.address         ? "instruction breakpoint"
                                                                  : "breakpoint");
        return;
    }
    case Stop::Kind::Step:
        send_stopped(*stop, "step");
        return;
    case Stop::Kind::ShaderBreak:
        send_stopped(*stop, "breakpoint");
        return;
    default:
        send_stopped(*stop, "exception");
    }
}

static const char* exception_id(Stop::Kind kind) {
    return kind == Stop::Kind::MemoryViolation      ? "memory violation"
           : kind == Stop::Kind::IllegalInstruction ? "illegal instruction"
                                                    : "arithmetic exception";
}

void Adapter::send_stopped(const Stop& stop, const char* reason) {
    const std::string text = stop.kind == Stop::Kind::WaveEnded ? "The wave has ended; this is another one"
                                                                : engine::describe_stop(*session_, stop);
    dap::StoppedEvent event;
    event.reason = reason;
    event.description = text.substr(0, text.find('\n'));
    if (event.reason == "exception") {
        event.text = *event.description;
        fault = Fault{session_->focus().wave, exception_id(stop.kind), text};
        for (const std::string& problem : problems_)
            fault->text += "\n" + problem;
    }
    if (stop.kind == Stop::Kind::Breakpoint && !is_hidden(stop.breakpoint)) {
        dap::array<dap::integer> ids;
        ids.emplace_back(int64_t(stop.breakpoint));
        event.hitBreakpointIds = ids;
    }
    event.allThreadsStopped = true;
    const int64_t wave = thread_id(session_->focus().wave);
    // A step that was asked of a lane's thread is told on it.
    const int64_t lane = wave + 1 + session_->focus().lane;
    event.threadId = stop.kind == Stop::Kind::Step && stepping_thread == lane ? lane : wave;
    stepping_thread = 0;
    if (!stop.note.empty()) say(stop.note + "\n", "important");
    send(event);
    if (nlohmann::json data; !interpreter->displays.empty())
        say(engine::show_displays(*interpreter, data) + "\n");
}

/// Checks what every request to go on needs and makes its thread the focus.
template <class Request>
static Status go(Adapter& adapter, const Request& request, Run run) {
    auto where = adapter.thread(request.threadId);
    if (!where) return std::unexpected(where.error());
    adapter.session().set_focus({where->wave, where->lane, where->frame});
    if (run == Run::StepOut)
        if (Status ok = engine::check_finish(adapter.session()); !ok) return ok;
    adapter.stepping_thread = request.threadId;
    const std::string granularity = request.granularity.value("statement");
    if (granularity != "statement" && granularity != "line" && granularity != "instruction")
        return fail(fmt::format("'{}' is no granularity of steps", granularity));
    adapter.next_run = granularity == "instruction" && run != Run::StepOut ? Run::StepInstruction : run;
    // Requests that follow in the queue see it running.
    adapter.state = State::Running;
    return {};
}

void handle_running(Adapter& adapter) {
    adapter.on<dap::ContinueRequest>(
        [&](const dap::ContinueRequest& request) -> Result<dap::ContinueResponse> {
            if (Status ok = adapter.need_stop(); !ok) return std::unexpected(ok.error());
            if (request.singleThread.value(false))
                return fail("single waves cannot be continued; all go on together");
            adapter.next_run = Run::Continue;
            adapter.state = State::Running;
            dap::ContinueResponse response;
            response.allThreadsContinued = true;
            return response;
        });
    adapter.on<dap::NextRequest>([&](const dap::NextRequest& request) -> Result<dap::NextResponse> {
        if (Status ok = go(adapter, request, Run::StepOver); !ok) return std::unexpected(ok.error());
        return dap::NextResponse();
    });
    adapter.on<dap::StepInRequest>([&](const dap::StepInRequest& request) -> Result<dap::StepInResponse> {
        if (request.targetId) return fail("step-in targets are not supported");
        if (Status ok = go(adapter, request, Run::StepInto); !ok) return std::unexpected(ok.error());
        return dap::StepInResponse();
    });
    adapter.on<dap::StepOutRequest>([&](const dap::StepOutRequest& request) -> Result<dap::StepOutResponse> {
        if (Status ok = go(adapter, request, Run::StepOut); !ok) return std::unexpected(ok.error());
        return dap::StepOutResponse();
    });
    adapter.on_urgent<dap::PauseRequest>(Haste::Pause,
                                         [&](const dap::PauseRequest&) -> Result<dap::PauseResponse> {
                                             if (adapter.state == State::Stopped) return dap::PauseResponse();
                                             if (adapter.state != State::Running)
                                                 return std::unexpected(adapter.need_stop().error());
                                             if (Status ok = adapter.session().ask_to_stop(); !ok)
                                                 return fail("no wave can be stopped: " + ok.error().message);
                                             return dap::PauseResponse();
                                         });
}

} // namespace wb::cli::dap_server
