// SPDX-License-Identifier: MIT
#include "cli/overlay_input.h"

#include "cli/session_runner.h"

#include <fmt/format.h>
#include <fstream>
#include <poll.h>
#include <unistd.h>

namespace wb::cli {

Result<OverlayInput> OverlayInput::open(std::vector<std::string> first, const std::string& script) {
    OverlayInput out;
    out.lines_.assign(first.begin(), first.end());
    out.is_script_ = !script.empty();
    out.reads_ = script.empty() || script == "-";
    out.prompts_ = script.empty() && isatty(STDIN_FILENO);
    if (out.reads_) return out;
    if (!can_read(script)) return fail("there is nothing to do");
    std::ifstream file(script);
    for (std::string line; std::getline(file, line);)
        out.lines_.push_back(line);
    out.ended_ = true;
    return out;
}

void OverlayInput::read() {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (poll(&input, 1, 0) <= 0) return;
    char bytes[4096];
    const ssize_t got = ::read(STDIN_FILENO, bytes, sizeof bytes);
    if (got < 0) return;
    rest_.append(bytes, size_t(got));
    if (got == 0) {
        ended_ = true;
        if (!rest_.empty()) rest_ += '\n';
    }
    for (size_t end; (end = rest_.find('\n')) != std::string::npos; rest_.erase(0, end + 1))
        lines_.push_back(rest_.substr(0, end));
}

std::optional<std::string> OverlayInput::next() {
    if (lines_.empty() && reads_ && !ended_) {
        if (prompts_ && !prompted_) {
            fmt::print("(wavebreak) ");
            std::fflush(stdout);
            prompted_ = true;
        }
        read();
    }
    if (lines_.empty()) return std::nullopt;
    std::string line = std::move(lines_.front());
    lines_.pop_front();
    prompted_ = false;
    return line;
}

} // namespace wb::cli
