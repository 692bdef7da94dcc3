// SPDX-License-Identifier: MIT
#pragma once

#include "common/result.h"

#include <vector>

namespace wb::random_shader {

struct Ended {
    int status = 0;     ///< exit status, or 128 and the signal's number
    std::string output; ///< of standard output and error
};

/// Runs `command`, found in PATH, and waits for its end. An error when it cannot be started.
Result<Ended> run_process(const std::vector<std::string>& command);

} // namespace wb::random_shader
