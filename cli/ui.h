// SPDX-License-Identifier: MIT
// The subcommand ui, and attach --ui.
#pragma once

#include "cli/program.h"

namespace wb::cli {

struct UiOptions {
    ProgramOptions program; ///< Its command may be empty: the window then only says so.
    int attach_pid = 0;     ///< A process to attach to instead; 0 = none
    std::vector<std::string> breakpoints;
    std::string record; ///< A file to write what the window shows into, as JSON; "" = none
};
/// The window (docs/ui.md). The process's exit status: 2 when nothing could begin.
int ui(const UiOptions& options);

} // namespace wb::cli
