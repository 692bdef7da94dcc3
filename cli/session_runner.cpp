// SPDX-License-Identifier: MIT
#include "cli/session_runner.h"

#include <csignal>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <unistd.h>

namespace wb::cli {

std::atomic<bool> g_interrupted{false};

void catch_interrupts() {
    struct sigaction action{};
    action.sa_handler = [](int) { g_interrupted = true; };
    sigaction(SIGINT, &action, nullptr);
    signal(SIGPIPE, SIG_IGN);
}

Result<nlohmann::json> DeferredTransport::request(const char* op, nlohmann::json fields) {
    if (!transport_) return fail("the program has not been started");
    return transport_->request(op, std::move(fields));
}

Result<nlohmann::json> DeferredTransport::request_until(const char* op, nlohmann::json fields,
                                                        const std::atomic<bool>& interrupt) {
    if (!transport_) return fail("the program has not been started");
    return transport_->request_until(op, std::move(fields), interrupt);
}

Result<std::optional<nlohmann::json>> DeferredTransport::next_event(std::chrono::milliseconds timeout) {
    if (!transport_) return fail("the program has not been started");
    return transport_->next_event(timeout);
}

bool can_read(const std::string& script) {
    if (script.empty() || script == "-" || (std::ifstream(script) && !std::filesystem::is_directory(script)))
        return true;
    fmt::print(stderr, "wavebreak: error: cannot read the commands in '{}'\n", script);
    return false;
}

void listen(engine::Session& session) {
    session.interrupt = &g_interrupted;
    session.notify = [](int severity, const std::string& text) {
        fmt::print(stderr, "wavebreak: {}{}\n",
                   severity == 2   ? "error: "
                   : severity == 1 ? "warning: "
                                   : "",
                   text);
    };
}

bool drive(engine::Interpreter& interpreter, const std::vector<std::string>& first, const std::string& script,
           bool json) {
    ShellOptions options;
    options.json = json;
    options.interrupt = &g_interrupted;
    options.echo = !script.empty();
    bool all = true, quit = false;
    for (const std::string& line : first)
        all &= run_command(interpreter, line, options, quit);
    if (quit) return all;
    if (script.empty()) {
        options.prompt = isatty(0) && !json;
        // A person may mistype; only a script's mistakes make the exit status.
        run_commands(interpreter, std::cin, options);
        return all;
    }
    if (script == "-") return run_commands(interpreter, std::cin, options) && all;
    std::ifstream file(script);
    return run_commands(interpreter, file, options) && all;
}

} // namespace wb::cli
