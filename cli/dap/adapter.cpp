// SPDX-License-Identifier: MIT
// The adapter's queue and loop.
#include "cli/dap/adapter.h"

#include <csignal>
#include <fmt/format.h>

namespace wb::cli::dap_server {

Adapter::Adapter(int input, int output)
    : wire_(std::make_shared<Wire>(input, output)), dap_(dap::Session::create()) {
    auto deferred = std::make_unique<DeferredTransport>();
    line_ = deferred.get();
    session_ = std::make_unique<engine::Session>(std::move(deferred));
    session_->interrupt = &interrupt_;
    session_->leaving = &leaving_;
    session_->idle = [this] { answer_waiting(); };
    session_->notify = [this](int severity, const std::string& text) {
        if (severity == 2) problems_.push_back(text);
        say(text + "\n", severity == 2 ? "important" : "console");
    };
    session_->compiling = [this](const std::string& shader) { show_compiling(shader); };
    session_->logged = [this](const engine::Breakpoint& breakpoint, engine::WaveView& view,
                              const engine::LogLine& line) { print_log_line(breakpoint, view, line); };
    interpreter = std::make_unique<engine::Interpreter>(*session_);
    output_.on_text = [this](const char* category, std::string text) {
        dap::OutputEvent event;
        event.category = std::string(category);
        event.output = std::move(text);
        dap_->send(event);
    };
    output_.on_end = [this] {
        post([this] {
            // A start that failed is explained first; `run` then tells the end.
            if (state != State::Starting) finish();
        });
    };
    wire_->complain = [this](const std::string& text) {
        post([this, text] { say("wavebreak: " + text + "\n", "important"); });
    };
    dap_->onError([this](const char* text) {
        // cppdap tells here what it does not answer.
        const std::string command = wire_->current_command();
        const bool unknown = std::string_view(text).find("handler") != std::string_view::npos ||
                             std::string_view(text).find("nknown") != std::string_view::npos;
        wire_->refuse_current(unknown ? fmt::format("Wavebreak does not support the request '{}'", command)
                                      : fmt::format("the arguments of '{}' are not as the Debug Adapter "
                                                    "Protocol has them ({})",
                                                    command, text));
    });
    handle_launch(*this);
    handle_breakpoints(*this);
    handle_threads(*this);
    handle_sources(*this);
    handle_variables(*this);
    handle_evaluate(*this);
    handle_running(*this);
    handle_memory(*this);
    handle_disassembly(*this);
    handle_completions(*this);
    handle_exceptions(*this);
    handle_modules(*this);
    handle_cancel();
}

Adapter::~Adapter() {
    dap_.reset();
}

void Adapter::post(std::function<void()> work, Haste haste) {
    queue({std::move(work), 0, nullptr, haste});
}

bool Adapter::cuts_short(const Task& task) const {
    return heeded_ != Haste::None && task.haste >= heeded_;
}

void Adapter::queue(Task task) {
    const std::lock_guard lock(mutex_);
    queue_.push_back(std::move(task));
    if (cuts_short(queue_.back())) {
        leaving_ = leaving_ || queue_.back().haste == Haste::Leave;
        interrupt_ = true;
    }
    filled_.notify_one();
}

/// From now on requests of that haste cut short what is under way, those too that stand in the queue.
void Adapter::heed(Haste least) {
    const std::lock_guard lock(mutex_);
    heeded_ = least;
    interrupt_ = leaving_ = false;
    for (const Task& task : queue_) {
        if (!cuts_short(task)) continue;
        leaving_ = leaving_ || task.haste == Haste::Leave;
        interrupt_ = true;
    }
}

std::function<void()> Adapter::take(bool wait) {
    std::unique_lock lock(mutex_);
    if (wait) filled_.wait(lock, [&] { return !queue_.empty(); });
    if (queue_.empty()) return nullptr;
    auto work = std::move(queue_.front().work);
    queue_.pop_front();
    return work;
}

/// Called while the engine waits for the program.
void Adapter::answer_waiting() {
    sync_breakpoints();
    sync_modules();
    while (auto task = take(false))
        task();
}

int Adapter::serve() {
    std::signal(SIGPIPE, SIG_IGN);
    dap_->bind(wire_, wire_, [this] {
        // The editor is gone without a word: the program is ended or left as a disconnect would.
        post([this] { end_session(!attached); }, Haste::Leave);
    });
    while (!done_) {
        if (next_run != Run::Nothing)
            run();
        else
            take(true)();
    }
    return 0;
}

Status Adapter::need_stop() const {
    switch (state) {
    case State::Stopped:
        return {};
    case State::NotStarted:
        return fail("the program has not been started");
    case State::Starting:
        return fail("the program has not made a Vulkan device yet");
    case State::Ended:
        return fail("the program has ended");
    default:
        return fail("the program is running and no wave is stopped");
    }
}

void Adapter::say(const std::string& text, const char* category) {
    dap::OutputEvent event;
    event.category = std::string(category);
    event.output = text;
    send(event);
}

void Adapter::changed_variables() {
    if (!tells_invalidated) return;
    dap::InvalidatedEvent event;
    dap::array<dap::InvalidatedAreas> areas;
    areas.emplace_back("variables");
    event.areas = areas;
    send(event);
}

void Adapter::changed_focus() {
    if (!tells_invalidated) return;
    dap::InvalidatedEvent event;
    dap::array<dap::InvalidatedAreas> areas;
    for (const char* area : {"threads", "stacks", "variables"})
        areas.emplace_back(area);
    event.areas = areas;
    send(event);
}

} // namespace wb::cli::dap_server
