// SPDX-License-Identifier: MIT
// The debugged program as a child process.
#pragma once

#include "cli/paths.h"
#include "engine/session/transport.h"

#include <atomic>
#include <memory>
#include <vector>

namespace wb::cli {

enum class Gpu { Auto, Simulated, Hardware };

struct ProgramOptions {
    std::vector<std::string> command;
    Gpu gpu = Gpu::Auto;
    bool quiet_output = false; ///< the program's standard output goes to standard error
};

class Program {
public:
    ~Program();
    /// Starts the program with layer, driver and (simulated) shim in its environment, and waits until its
    /// layer has connected. Fails when the program ends first, with its status, or cannot be started.
    Result<std::unique_ptr<engine::Transport>> start(const ProgramOptions& options,
                                                     const std::atomic<bool>& interrupt);
    /// Waits for the program's end. Its exit status, or 128 + signal.
    int wait();
    bool running();
    void terminate();
    int pid() const { return pid_; }

private:
    int pid_ = -1, status_ = -1, listener_ = -1;
    std::string socket_;
};

/// "exited with status 3" / "was ended by signal 11 (Segmentation fault)".
std::string exit_text(int status);

} // namespace wb::cli
