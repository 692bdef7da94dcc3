// SPDX-License-Identifier: MIT
#include "cli/overlay.h"

#include <algorithm>
#include <fmt/format.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace wb::cli {

Overlay::Overlay(std::string program)
    : program_(std::move(program)), wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

Overlay::~Overlay() {
    end();
    if (wake_ >= 0) close(wake_);
}

OpenTransport Overlay::opener() {
    return [this](int fd, std::chrono::milliseconds patience) -> Result<std::unique_ptr<engine::Transport>> {
        auto line = overlay::SharedTransport::open(fd, patience, [this](const nlohmann::json& event) {
            std::lock_guard guard(lock_);
            if (stream_)
                stream_->event(event);
            else
                early_.push_back(event);
        });
        if (!line) return std::unexpected(line.error());
        line_ = line->get();
        overlay::StreamOptions options;
        options.program = program_;
        options.request = [line = line_](const char* op, nlohmann::json fields) {
            return line->request(op, std::move(fields));
        };
        options.pick = [this](const protocol::CommandInfo& command) { return pick(command); };
        options.captured = [this](const overlay::Capture& capture) { captured(capture); };
        std::lock_guard guard(lock_);
        stream_ = std::make_unique<overlay::Stream>(std::move(options));
        for (const nlohmann::json& event : early_)
            stream_->event(event);
        early_.clear();
        return std::move(*line);
    };
}

void Overlay::serve(engine::Session& session) {
    session_ = &session;
    session.idle = [this] { work_off(); };
}

ShellOptions Overlay::shell() {
    ShellOptions out;
    out.wake = wake_;
    out.woken = [this] { work_off(); };
    return out;
}

void Overlay::end() {
    std::unique_ptr<overlay::Stream> stream;
    {
        std::lock_guard guard(lock_);
        stream = std::move(stream_);
    }
}

void Overlay::post(std::function<void(engine::Session&)> task) {
    {
        std::lock_guard guard(lock_);
        tasks_.push_back(std::move(task));
    }
    const uint64_t one = 1;
    (void)!write(wake_, &one, sizeof one);
}

void Overlay::work_off() {
    uint64_t count;
    (void)!read(wake_, &count, sizeof count);
    std::deque<std::function<void(engine::Session&)>> tasks;
    {
        std::lock_guard guard(lock_);
        tasks.swap(tasks_);
    }
    for (const auto& task : tasks)
        task(*session_);
}

void Overlay::captured(const overlay::Capture& capture) {
    post([capture](engine::Session& session) {
        std::string text = fmt::format("captured a frame with {} commands", capture.commands.size());
        if (!capture.note.empty()) text += ": " + capture.note;
        for (const protocol::CommandInfo& command : capture.commands)
            text += fmt::format("\n  #{}  {} x {} x {}  {}", command.command, command.groups[0],
                                command.groups[1], command.groups[2], command.label);
        session.notify(0, text);
    });
}

std::string Overlay::pick(const protocol::CommandInfo& command) {
    if (!command.variant_bound)
        return "It was recorded with the normal shader, before the debugger came; a program that records it "
               "again makes it debuggable.";
    post([command](engine::Session& session) {
        engine::Breakpoint breakpoint;
        breakpoint.function = engine::Breakpoint::kAnyEntry;
        // A command that is recorded anew for each frame never comes again; its shader does.
        if (command.submissions > 1) breakpoint.command = command.command;
        engine::Breakpoint& added = session.add_breakpoint(std::move(breakpoint));
        std::erase_if(added.places,
                      [&](const engine::Breakpoint::Place& place) { return place.shader != command.shader; });
        if (Status ok = session.set_enabled(added.id, true); !ok)
            return session.notify(2, ok.error().message);
        session.notify(0,
                       fmt::format("breakpoint {} at the entry of dispatch {}{}", added.id, command.command,
                                   added.places.empty() ? ", whose shader cannot be debugged" : ""));
    });
    return fmt::format("Dispatch {} stops from its next submission on.", command.command);
}

} // namespace wb::cli
