// SPDX-License-Identifier: MIT
#include "cli/shell.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fmt/format.h>
#include <istream>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <unistd.h>

namespace wb::cli {

bool run_command(engine::Interpreter& interpreter, const std::string& line, const ShellOptions& options,
                 bool& quit) {
    const std::string_view trimmed = engine::trimmed(line);
    const bool silent = trimmed.empty() || trimmed.starts_with('#');
    if (options.echo && !options.json && !silent) fmt::print("(wavebreak) {}\n", trimmed);
    // A Ctrl-C counts for the command that ran when it came.
    if (options.interrupt) *options.interrupt = false;
    const engine::Outcome outcome = interpreter.execute(line);
    if (options.interrupt) *options.interrupt = false;
    quit = outcome.quit;
    if (options.json) {
        nlohmann::json answer{{"command", trimmed}, {"ok", outcome.ok}, {"text", outcome.text}};
        if (outcome.data.is_object()) answer.update(outcome.data);
        // Names in a program's shaders need not be UTF-8.
        if (!silent)
            fmt::print("{}\n", answer.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    } else if (!outcome.text.empty()) {
        fmt::print("{}{}\n", outcome.ok ? "" : "error: ", outcome.text);
    }
    std::fflush(stdout);
    return outcome.ok;
}

/// Waits for a line of a terminal on standard input (which hands over one line at a time, so that none waits
/// in a buffer of ours). False: Ctrl-C came first.
static bool wait_for_line(const ShellOptions& options) {
    std::atomic<bool>& interrupt = *options.interrupt;
    sigset_t interrupts, before;
    sigemptyset(&interrupts);
    sigaddset(&interrupts, SIGINT);
    // Held back until ppoll, which lets it in and waits in one step.
    pthread_sigmask(SIG_BLOCK, &interrupts, &before);
    pollfd input{STDIN_FILENO, POLLIN, 0};
    while (!interrupt)
        if (ppoll(&input, 1, nullptr, &before) >= 0 || errno != EINTR) break;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return !interrupt.exchange(false);
}

bool run_commands(engine::Interpreter& interpreter, std::istream& input, const ShellOptions& options) {
    bool all = true, quit = false;
    std::string line;
    while (!quit) {
        if (options.prompt) {
            fmt::print("(wavebreak) ");
            std::fflush(stdout);
        }
        // Ctrl-C at the prompt gives up the line, not the session.
        if (options.prompt && options.interrupt && !wait_for_line(options)) {
            fmt::print("\n");
            continue;
        }
        if (!std::getline(input, line)) break;
        // An empty line repeats the last step at a prompt only.
        if (!options.prompt && engine::trimmed(line).empty()) continue;
        all &= run_command(interpreter, line, options, quit);
    }
    return all;
}

} // namespace wb::cli
