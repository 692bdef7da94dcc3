// SPDX-License-Identifier: MIT
// What the debugged program prints, and its end.
#pragma once

#include "common/result.h"

#include <atomic>
#include <functional>
#include <string>
#include <thread>

namespace wb::cli::dap_server {

/// Two pseudo-terminals for a program's standard streams, so that it writes line by line, and a thread that
/// reads them.
class ProgramOutput {
public:
    /// Both are called on the watching thread. `on_text`: category "stdout" or "stderr". `on_end`: the
    /// program has ended (it can be waited for without blocking) and all it printed was told.
    std::function<void(const char* category, std::string text)> on_text;
    std::function<void()> on_end;

    ~ProgramOutput();
    Status open();
    int output() const { return program_ends_[0]; }
    int errors() const { return program_ends_[1]; }
    /// Begins to watch process `pid`, which has our ends.
    void watch(int pid);
    bool watching() const { return thread_.joinable(); }
    /// True once all that `on_end` stands for has happened; then `on_end` is called. Any thread.
    bool ended() const { return ended_; }
    /// Stops watching. With `keep_reading` a small process stays behind that reads until the program has
    /// closed its streams: it could else not print any more.
    void stop(bool keep_reading);

private:
    void close_program_ends();
    void read_until_end();
    bool pump(int which);

    std::string unfinished_[2]; ///< the first bytes of a character whose others have not come yet
    int our_ends_[2] = {-1, -1}, program_ends_[2] = {-1, -1}, process_ = -1, wake_ = -1;
    std::atomic<bool> ended_{false};
    std::thread thread_;
};

} // namespace wb::cli::dap_server
