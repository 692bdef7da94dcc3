// SPDX-License-Identifier: MIT
#include "cli/shell.h"

#include <cstdio>
#include <fmt/format.h>
#include <istream>
#include <nlohmann/json.hpp>

namespace wb::cli {

bool run_command(engine::Interpreter& interpreter, const std::string& line, const ShellOptions& options,
                 bool& quit) {
    const std::string_view trimmed = engine::trimmed(line);
    const bool silent = trimmed.empty() || trimmed.starts_with('#');
    if (options.echo && !options.json && !silent) fmt::print("(wavebreak) {}\n", trimmed);
    const engine::Outcome outcome = interpreter.execute(line);
    quit = outcome.quit;
    if (options.json) {
        if (!silent)
            fmt::print("{}\n",
                       nlohmann::json{{"command", trimmed}, {"ok", outcome.ok}, {"text", outcome.text}}.dump(
                           -1, ' ', false, nlohmann::json::error_handler_t::replace));
    } else if (!outcome.text.empty()) {
        fmt::print("{}{}\n", outcome.ok ? "" : "error: ", outcome.text);
    }
    std::fflush(stdout);
    return outcome.ok;
}

bool run_commands(engine::Interpreter& interpreter, std::istream& input, const ShellOptions& options) {
    bool all = true, quit = false;
    std::string line;
    while (!quit) {
        if (options.prompt) {
            fmt::print("(wavebreak) ");
            std::fflush(stdout);
        }
        if (!std::getline(input, line)) break;
        // An empty line repeats the last step at a prompt only.
        if (!options.prompt && engine::trimmed(line).empty()) continue;
        all &= run_command(interpreter, line, options, quit);
    }
    return all;
}

} // namespace wb::cli
