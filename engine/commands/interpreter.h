// SPDX-License-Identifier: MIT
// The command language: gdb's words over a Session.
#pragma once

#include "engine/session/session.h"
#include "engine/values/format.h"

#include <iosfwd>
#include <nlohmann/json.hpp>
#include <optional>

namespace wb::engine {

/// A command and what it did. The front end prints `text`; `ok` decides a script's exit status.
struct Outcome {
    bool ok = true;
    std::string text;
    bool quit = false;
    nlohmann::json data{}; ///< What a tool wants beside the text: an object of further fields, or null.
};

/// An expression that is shown after each stop.
struct Display {
    unsigned number = 0;
    std::string text;
    Format format;
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
    std::vector<Display> displays;
    unsigned next_display = 1;
    unsigned stopped_at = 0; ///< Breakpoint of the last stop, 0 = another kind of stop.

private:
    Session& session_;
};

using CommandFn = Outcome (*)(Interpreter& interpreter, std::string_view arguments);

/// What is true of a command, or'd.
enum CommandFlags : unsigned {
    kLetsGo = 1,       ///< Interpreter::lets_go
    kTakesNothing = 2, ///< an argument is refused
    kTakesFormat = 4,  ///< may be followed by '/' and letters
};

/// One command. `least`: characters that name it without ambiguity (gdb's habits decide, not the alphabet).
struct CommandRow {
    std::string_view name;
    unsigned least;
    CommandFn run;
    std::string_view usage, help;
    unsigned flags = 0; ///< CommandFlags
};

// The commands, by area: one file each.
std::span<const CommandRow> breakpoint_commands();
std::span<const CommandRow> running_commands();
std::span<const CommandRow> data_commands();
std::span<const CommandRow> display_commands();
std::span<const CommandRow> memory_commands();
std::span<const CommandRow> info_commands();
std::span<const CommandRow> source_commands();
std::span<const CommandRow> focus_commands();

inline Outcome failed(std::string text) {
    return {false, std::move(text), false, {}};
}
/// Takes "/x" off the front of `text`. Errors name the letters that there are.
Result<Format> take_format(std::string_view& text, std::string_view command);
/// The displays' values where the focus is, in lines, for a person and into `data["displays"]` for a tool.
std::string show_displays(Interpreter& interpreter, nlohmann::json& data);
/// " Did you mean 'next'?" of the word in `known` that is nearest to `word`, "" when none is near.
std::string nearest(std::string_view word, std::span<const std::string_view> known);
/// All of `text` as a number, in decimal or hexadecimal.
std::optional<uint64_t> whole_number(std::string_view text);
std::string_view trimmed(std::string_view text);
/// Takes the first word off `text`.
std::string_view take_word(std::string_view& text);

} // namespace wb::engine
