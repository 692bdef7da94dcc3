// SPDX-License-Identifier: MIT
// The queue, and running the program. What is collected when is in refresh.cpp.
#include "overlay/model/worker.h"

#include "engine/session/transport.h"

#include <bit>
#include <fmt/format.h>

namespace wb::overlay {

using engine::Interpreter;
using engine::Outcome;

Worker::Worker(ModelOptions options) : options_(std::move(options)) {
    session_ = std::make_unique<engine::Session>(std::move(options_.transport));
    session_->interrupt = &interrupt_;
    session_->leaving = &quit_;
    session_->idle = [this] { while_running(); };
    session_->how_ended = options_.how_ended ? options_.how_ended : [] { return std::string(); };
    session_->notify = [this](int severity, const std::string& text) {
        say(severity == 2 ? ConsoleLine::Kind::Error : ConsoleLine::Kind::Notice, text);
    };
    session_->compiling = [this](const std::string& shader) { show_compiling(shader); };
    interpreter_ = std::make_unique<Interpreter>(*session_);
    if (options_.start)
        interpreter_->start = [this] { return options_.start(interrupt_); };
    else
        interpreter_->started = true;
    overview_.program = options_.program;
    snapshot_ = std::make_shared<Snapshot>(
        Snapshot{0, std::make_shared<Overview>(overview_), std::make_shared<Waves>(),
                 std::make_shared<Lanes>(), std::make_shared<Variables>(), std::make_shared<Variables>(),
                 std::make_shared<Source>(), std::make_shared<Disassembly>(), std::make_shared<Registers>(),
                 std::make_shared<Buffers>(), std::make_shared<Contents>(), std::make_shared<Dispatches>(),
                 std::make_shared<Breakpoints>(), std::make_shared<Console>(), std::make_shared<Devices>(),
                 std::make_shared<HeatMap>(), std::make_shared<Hover>()});
    thread_ = std::thread([this] { loop(); });
}

Worker::~Worker() {
    quit_ = true;
    interrupt_ = true;
    post([] {});
    thread_.join();
}

std::shared_ptr<const Snapshot> Worker::snapshot() const {
    const std::lock_guard lock(mutex_);
    return snapshot_;
}

void Worker::post(std::function<void()> task) {
    const std::lock_guard lock(mutex_);
    queue_.push_back(std::move(task));
    filled_.notify_one();
}

void Worker::want(const Wants& wants) {
    const std::lock_guard lock(mutex_);
    new_wants_ = wants;
    filled_.notify_one();
}

void Worker::cancel() {
    interrupt_ = true;
}

bool Worker::take(std::function<void()>& task, std::chrono::milliseconds wait) {
    std::unique_lock lock(mutex_);
    filled_.wait_for(lock, wait, [&] { return !queue_.empty() || new_wants_ || quit_; });
    if (queue_.empty()) return false;
    task = std::move(queue_.front());
    queue_.pop_front();
    return true;
}

void Worker::work_off(std::chrono::milliseconds wait) {
    std::function<void()> task;
    while (next_line_.empty() && !quit_ && take(task, wait)) {
        // A wait that was cancelled is no reason to cut short another one.
        interrupt_ = false;
        if (quit_) return;
        task();
        wait = {};
    }
}

/// Makes some stopped wave the focus when the one before has ended; false when none is stopped.
static bool take_any_focus(engine::Session& session) {
    if (session.focus_wave()) return true;
    const auto waves = session.stopped_waves();
    if (waves.empty()) return false;
    const uint64_t exec = waves[0]->info().exec;
    session.set_focus({waves[0]->info().wave, unsigned(std::countr_zero(exec ? exec : 1)), 0});
    return true;
}

/// Called by the engine around what may take long.
void Worker::show_compiling(const std::string& shader) {
    if (shader.empty()) {
        overview_ = before_compiling_;
        // What was given up is over; the wait that it was a part of goes on.
        if (in_run_ && !quit_) interrupt_ = false;
    } else {
        before_compiling_ = overview_;
        overview_.activity = "compiling the debug variant of " + shader;
        overview_.since = seconds_now();
        overview_.can_cancel = true;
    }
    publish([&](Snapshot& snapshot) { snapshot.overview = std::make_shared<Overview>(overview_); });
}

/// What the program has done meanwhile; true when more may follow soon.
bool Worker::look_at_program() {
    if (overview_.phase != Phase::Stopped) {
        session_->catch_up();
    } else if (session_->take_in_stops()) {
        touch_waves();
        // The focus may be among those that have gone, as when the layer has let them go on.
        if (!session_->focus_wave()) {
            if (!take_any_focus(*session_)) overview_.phase = Phase::Running;
            touch();
        }
        return true;
    }
    return false;
}

/// Called by the engine while it waits for the program.
void Worker::while_running() {
    std::function<void()> task;
    while (take(task, std::chrono::milliseconds(0)))
        task();
    // Dispatches are recorded and shaders made without a word to us.
    if (const double now = seconds_now(); now - refreshed_ > 0.5) {
        refreshed_ = now;
        touch();
    }
    collect();
}

void Worker::loop() {
    if (!options_.start) {
        if (Status ok = session_->learn(); !ok) say(ConsoleLine::Kind::Error, ok.error().message);
        begin(Phase::Running, "", false);
    }
    publish_overview();
    for (const std::string& line : options_.first)
        post([this, line] { command(line, true); });
    bool watching = !options_.start, arriving = false;
    while (!quit_) {
        if (!next_line_.empty()) {
            run(std::exchange(next_line_, ""));
            watching = true;
            continue;
        }
        // Nothing is stopped and the program runs: whatever stops is to be shown.
        if (watching && overview_.phase == Phase::Running && !session_->ended()) {
            keep_waiting();
            continue;
        }
        collect();
        // The line to the program has to be looked at now and then, for further stops and for its end.
        work_off(std::chrono::milliseconds(arriving ? 20 : 200));
        arriving = false;
        if (interpreter_->started && !session_->ended()) {
            arriving = look_at_program();
            if (session_->ended())
                settle(interpreter_->say_stop(engine::Stop{engine::Stop::Kind::ProgramEnded, 0, 0, ""}));
        }
    }
    session_->detach();
}

void Worker::say(ConsoleLine::Kind kind, const std::string& text) {
    constexpr size_t kMost = 5000;
    std::string_view rest = text;
    while (!rest.empty()) {
        const size_t end = std::min(rest.find('\n'), rest.size());
        console_.push_back({kind, std::string(rest.substr(0, end))});
        ++console_total_;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    while (console_.size() > kMost)
        console_.pop_front();
    publish([&](Snapshot& snapshot) {
        auto console = std::make_shared<Console>();
        console->lines.assign(console_.begin(), console_.end());
        console->total = console_total_;
        snapshot.console = std::move(console);
    });
}

void Worker::command(const std::string& line, bool echo) {
    if (echo) say(ConsoleLine::Kind::Command, line);
    if (Interpreter::lets_go(line)) {
        if (in_run_)
            say(ConsoleLine::Kind::Error, "the program is running and no wave is stopped");
        else
            next_line_ = line;
        return;
    }
    const Outcome outcome = interpreter_->execute(line);
    if (!outcome.text.empty())
        say(outcome.ok ? ConsoleLine::Kind::Answer : ConsoleLine::Kind::Error, outcome.text);
    overview_.quit |= outcome.quit;
    if (session_->ended() && overview_.phase != Phase::Ended && !in_run_) settle({true, "", false, {}});
    touch();
    publish_overview();
}

void Worker::begin(Phase phase, const std::string& activity, bool can_cancel) {
    overview_.phase = phase;
    overview_.activity = activity;
    overview_.since = seconds_now();
    overview_.can_cancel = can_cancel;
    publish_overview();
}

void Worker::run(const std::string& line) {
    const std::string_view name = Interpreter::command_name(line);
    interrupt_ = false;
    if (quit_) return;
    if (!interpreter_->started) {
        if (name == "run" || name == "continue") {
            begin(Phase::Starting, "starting " + overview_.program, true);
            auto start = interpreter_->start;
            interpreter_->start = [this, start]() -> Status {
                Status ok = start();
                if (ok) begin(Phase::Running, "waiting for a breakpoint", true);
                return ok;
            };
            in_run_ = true;
            const Outcome outcome = interpreter_->execute(line);
            in_run_ = false;
            interpreter_->start = start;
            settle(outcome);
            return;
        }
    } else if (name == "continue" || name == "run") {
        begin(Phase::Running, "waiting for a breakpoint", true);
    } else if (session_->focus_wave()) {
        begin(Phase::Stepping, "stepping", true);
    }
    in_run_ = true;
    const Outcome outcome = interpreter_->execute(line);
    in_run_ = false;
    settle(outcome);
}

void Worker::keep_waiting() {
    interrupt_ = false;
    if (quit_) return;
    in_run_ = true;
    const auto stop = session_->keep_waiting();
    in_run_ = false;
    const bool cancelled = stop && stop->kind == engine::Stop::Kind::Interrupted && !session_->focus_wave();
    if (cancelled) {
        say(ConsoleLine::Kind::Notice, interpreter_->say_stop(stop).text);
        begin(Phase::Running, "", false);
        return;
    }
    settle(interpreter_->say_stop(stop));
}

/// What has come of letting the program go on.
void Worker::settle(const Outcome& outcome) {
    if (!outcome.text.empty())
        say(outcome.ok ? ConsoleLine::Kind::Answer : ConsoleLine::Kind::Error, outcome.text);
    const std::string reason = outcome.data.is_object() && outcome.data.contains("stop")
                                   ? outcome.data["stop"].value("reason", "")
                                   : "";
    overview_.stop = outcome.text.substr(0, outcome.text.find('\n'));
    overview_.stop_reason = reason;
    overview_.good = outcome.ok && reason != "memory-violation" && reason != "illegal-instruction" &&
                     reason != "exception";
    if (session_->ended()) {
        overview_.good &= session_->how_ended().empty();
        if (overview_.stop.empty()) overview_.stop = session_->end_text();
        overview_.phase = Phase::Ended;
    } else if (!interpreter_->started) {
        overview_.phase = Phase::NotStarted;
    } else if (take_any_focus(*session_)) {
        overview_.phase = Phase::Stopped;
        ++overview_.stops;
        changes_.next_stop();
    } else {
        overview_.phase = Phase::Running;
    }
    const bool waits = overview_.phase == Phase::Running;
    overview_.activity = waits && reason != "interrupted" ? "waiting for a breakpoint" : "";
    overview_.can_cancel = waits && reason != "interrupted";
    overview_.since = seconds_now();
    touch();
    collect();
}

} // namespace wb::overlay
