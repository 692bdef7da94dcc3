// SPDX-License-Identifier: MIT
// The command language: gdb's words over a Session.
#pragma once

#include "engine/session/session.h"

#include <iosfwd>
#include <nlohmann/json.hpp>

namespace wb::engine {

/// A command and what it did. The front end prints `text`; `ok` decides a script's exit status.
struct Outcome {
    bool ok = true;
    std::string text;
    bool quit = false;
    nlohmann::json data{}; ///< What a tool wants beside the text: an object of further fields, or null.
};

class Interpreter {
public:
    explicit Interpreter(Session& session) : session_(session) {}

    /// Runs one line: a command, an unambiguous abbreviation, or nothing (which repeats step, next, stepi and
    /// list).
    Outcome execute(std::string_view line);
    /// Starts the program; set by the front end. Returns once the program is connected.
    std::function<Status()> start;
    bool started = false;
    /// Words that may follow `text`, for completion in a prompt.
    std::vector<std::string> complete(std::string_view text) const;

    /// Full name of the command that `line` begins with ("n 3" -> "next"), "" when there is none.
    static std::string_view command_name(std::string_view line);
    /// That `line` lets waves go on and then waits for a stop: run, continue and the steps.
    static bool lets_go(std::string_view line);

    // ---- for the commands
    Session& session() { return session_; }
    /// Makes sure that something is stopped, or says why not.
    Result<WaveView*> stopped();
    Outcome say_stop(const Result<Stop>& stop);
    std::string current_file();
    uint32_t list_line = 0; ///< Where `list` goes on.
    std::string list_file;
    std::string repeatable; ///< Command that an empty line repeats.

private:
    Session& session_;
};

using CommandFn = Outcome (*)(Interpreter& interpreter, std::string_view arguments);

/// One command. `least`: characters that name it without ambiguity (gdb's habits decide, not the alphabet).
struct CommandRow {
    std::string_view name;
    unsigned least;
    CommandFn run;
    std::string_view usage, help;
    bool lets_go = false; ///< Interpreter::lets_go
};

// The commands, by area: one file each.
std::span<const CommandRow> breakpoint_commands();
std::span<const CommandRow> running_commands();
std::span<const CommandRow> data_commands();
std::span<const CommandRow> memory_commands();
std::span<const CommandRow> info_commands();
std::span<const CommandRow> source_commands();
std::span<const CommandRow> focus_commands();

inline Outcome failed(std::string text) {
    return {false, std::move(text), false, {}};
}
std::string_view trimmed(std::string_view text);
/// Takes the first word off `text`.
std::string_view take_word(std::string_view& text);

} // namespace wb::engine
