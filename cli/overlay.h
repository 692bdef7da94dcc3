// SPDX-License-Identifier: MIT
// `--overlay` of run and attach: the panels in the program's picture, beside a prompt.
#pragma once

#include "cli/program.h"

namespace wb::cli {

struct OverlayOptions {
    ProgramOptions program;
    int attach_pid = 0; ///< A process to attach to instead; 0 = none
    std::vector<std::string> breakpoints;
    std::string script; ///< Commands to run, at whose end it ends; "" = a prompt
    std::string record; ///< A file to write what the panels in the picture show into, as JSON; "" = none
    bool window =
        true; ///< Open the window when waves are stopped, as the program's picture stands still then.
};
/// docs/overlay.md. The process's exit status, as run's and attach's.
int overlay(const OverlayOptions& options);

} // namespace wb::cli
