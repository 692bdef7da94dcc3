// SPDX-License-Identifier: MIT
// The overlay's voice and what it may know of the process, without the agent's headers.
#pragma once

#include <string>

namespace wb::layer {

/// A line on the program's stderr, the same text once only. severity: 0 information, 1 warning, 2 error.
void say_once(int severity, const std::string& text);
/// An agent runs in this process: it is no forked child, no launcher, and not about to end.
bool has_agent();

} // namespace wb::layer
