// SPDX-License-Identifier: MIT
// The model's thread: it owns the session, takes commands from a queue and publishes snapshots. Internal to
// overlay/model.
#pragma once

#include "engine/commands/interpreter.h"
#include "overlay/model/collect.h"
#include "overlay/model/model.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace wb::overlay {

class Worker {
public:
    explicit Worker(ModelOptions options);
    ~Worker();

    // ---- from any thread
    std::shared_ptr<const Snapshot> snapshot() const;
    void post(std::function<void()> task);
    void want(const Wants& wants);
    void cancel();

    // ---- on the worker's thread, from tasks
    engine::Session& session() { return *session_; }
    /// Names of commands that begin with `start`. From any thread: they do not change.
    std::vector<std::string> command_names(std::string_view start) const {
        return interpreter_->complete(start);
    }
    void say(ConsoleLine::Kind kind, const std::string& text);
    /// Runs a line, or notes it to be run, when it lets waves go on.
    void command(const std::string& line, bool echo);
    /// The session, or what it shows, has changed: everything is collected anew.
    void touch() { stale_ = ~0u; }
    /// More waves are stopped, or fewer; the focus is as before.
    void touch_waves();

private:
    void loop();
    bool take(std::function<void()>& task, std::chrono::milliseconds wait);
    void work_off(std::chrono::milliseconds wait);
    bool look_at_program();
    void show_compiling(const std::string& shader);
    void while_running();
    void run(const std::string& line);
    void keep_waiting();
    void settle(const engine::Outcome& outcome);
    void begin(Phase phase, const std::string& activity, bool can_cancel);
    void collect();
    template <class Part>
    bool collect_part(unsigned bit, Collected<Part> Snapshot::* where, Collected<Part> (*make)(Collector&));
    void publish(const std::function<void(Snapshot&)>& change);
    void publish_overview();
    bool collect_first(bool looks);
    void collect_rest(bool looks);
    void flush();

    ModelOptions options_;
    std::unique_ptr<engine::Session> session_;
    std::unique_ptr<engine::Interpreter> interpreter_;
    Overview overview_, before_compiling_;
    std::deque<ConsoleLine> console_;
    uint64_t console_total_ = 0;
    Wants wants_; ///< The worker's copy.
    Changes changes_;
    std::map<uint64_t, ShaderTexts> texts_;
    unsigned stale_ = ~0u;          ///< Parts to collect, a bit each.
    std::optional<Snapshot> batch_; ///< Changes that are to be seen at once.
    std::string next_line_;
    bool in_run_ = false;
    double refreshed_ = 0;

    std::atomic<bool> interrupt_{false}, quit_{false};
    mutable std::mutex mutex_; ///< Of what follows.
    std::condition_variable filled_;
    std::deque<std::function<void()>> queue_;
    std::optional<Wants> new_wants_;
    std::shared_ptr<const Snapshot> snapshot_;
    std::thread thread_;
};

} // namespace wb::overlay
