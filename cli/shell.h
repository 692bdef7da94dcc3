// SPDX-License-Identifier: MIT
// Feeds commands to the interpreter: from a script, from options, or from a prompt.
#pragma once

#include "engine/commands/interpreter.h"

#include <atomic>
#include <istream>

namespace wb::cli {

struct ShellOptions {
    bool json = false; ///< one JSON object a command on standard output
    bool echo = false; ///< show each command before its answer (scripts)
    bool prompt = false;
    std::atomic<bool>* interrupt =
        nullptr; ///< Becomes true on Ctrl-C, which ends the command that runs then.
};

/// Runs every line of `input`; true when all commands succeeded. Ends at `quit` or the end of input.
bool run_commands(engine::Interpreter& interpreter, std::istream& input, const ShellOptions& options);
/// Runs one line and prints what it did. `quit` is set by the command of that name.
bool run_command(engine::Interpreter& interpreter, const std::string& line, const ShellOptions& options,
                 bool& quit);

} // namespace wb::cli
