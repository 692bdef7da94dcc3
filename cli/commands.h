// SPDX-License-Identifier: MIT
// The subcommands. Each returns the process's exit status: 0 when every command succeeded, 1 when one failed,
// 2 when nothing could begin.
#pragma once

#include "cli/program.h"

namespace wb::cli {

struct RunOptions {
    ProgramOptions program;
    std::vector<std::string> breakpoints;
    std::string script; ///< "" = a prompt
    bool json = false;
};
int run(RunOptions options);

struct AttachOptions {
    int pid = 0;
    std::string script;
    bool json = false;
};
int attach(const AttachOptions& options);

/// The capture hotkey of a program that was started with the layer: an attached debugger shows the frame's
/// commands; without one they are printed.
int capture(int pid, bool json);

/// Debug adapter for editors: over standard input and output, or (`port` from 0, 0 = any) for one editor at a
/// port of this machine. docs/dap.md.
int dap(int port);

int doctor();

} // namespace wb::cli
