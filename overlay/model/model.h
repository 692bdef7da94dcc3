// SPDX-License-Identifier: MIT
// The engine as a front end sees it: a thread that owns the session, snapshots that come from it, commands
// that go to it.
//
// The engine may wait for minutes (for a breakpoint to be hit), so no function here waits for it. Everything
// may be called from any thread; a front end uses one.
#pragma once

#include "common/result.h"
#include "overlay/model/parts.h"
#include "overlay/model/wants.h"

#include <atomic>
#include <functional>
#include <memory>

namespace wb::engine {
class Transport;
}

namespace wb::overlay {

class Worker;

/// Where the program comes from. Its functions are called on the model's thread.
struct ModelOptions {
    ModelOptions();
    ModelOptions(ModelOptions&&) noexcept;
    ModelOptions& operator=(ModelOptions&&) noexcept;
    ~ModelOptions();
    std::unique_ptr<engine::Transport> transport; ///< May be one that is connected by `start`.
    /// Starts the program and returns once it is connected; empty: attached to one that runs. `interrupt`
    /// becomes true to give up.
    std::function<Status(const std::atomic<bool>& interrupt)> start;
    std::function<std::string()> how_ended; ///< engine::Session::how_ended
    std::string program;                    ///< For the title: its name or process id.
    std::vector<std::string> first;         ///< Commands to run at once: breakpoints, then perhaps "run".
    /// Something new is in snapshot(). Called on the model's thread; wakes the front end's loop.
    std::function<void()> changed = [] {};
};

class Model {
public:
    explicit Model(ModelOptions options);
    /// Lets the program go on by itself (engine::Session::detach), cutting short what is in progress.
    ~Model();
    Model(const Model&) = delete;

    /// What is known now; never null, and it does not change.
    std::shared_ptr<const Snapshot> snapshot() const;

    /// Changes what snapshots hold; nothing happens when it is as before.
    void want(const Wants& wants);

    // ---- commands; what they did is in the console and in later snapshots
    /// A line of the command language, as typed in the console. The keys send "continue", "next", "step",
    /// "finish" and "stepi".
    void execute(std::string line);
    /// Starts the program, to be stopped at the first statement of its first dispatch.
    void start_stopped();
    /// Ends the wait that is in progress. Of waves that run one is stopped, where that can be
    /// (engine::Session::ask_to_stop); the program's start ends with the program.
    void cancel();
    void focus(uint64_t wave, unsigned lane);
    void select_frame(unsigned frame);
    /// Sets a breakpoint on that line, or deletes the one that is there.
    void toggle_breakpoint(std::string file, uint32_t line);
    void enable_breakpoint(unsigned id, bool enabled);
    void delete_breakpoint(unsigned id);
    /// Gives a breakpoint this condition (what stands behind `if`) and hit condition; what is wrong with them
    /// is told in the console, and the breakpoint is then left.
    void change_breakpoint(unsigned id, std::string condition, std::string hit_condition);
    /// Sets a variable, register or memory of the focus lane.
    void assign(std::string expression, std::string value);
    /// Stops at the first statement of that command from its next submission on; the second time no longer.
    /// `shader`: the command's, which is stopped instead when the program has dropped the command.
    void debug_dispatch(uint32_t device, uint32_t command, uint64_t shader);
    /// A line for the console that is no command's answer: the program's output, the front end's notices.
    void say(ConsoleLine::Kind kind, std::string text);

    /// Lines that `line` may become by completing its last word, as known from the last stop.
    std::vector<std::string> complete(std::string_view line) const;

private:
    std::unique_ptr<Worker> worker_;
};

} // namespace wb::overlay
