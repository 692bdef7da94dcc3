// SPDX-License-Identifier: MIT
// The program behind the panels, in the window and in the program's own picture: started by us, or attached
// to.
#pragma once

#include "cli/program.h"
#include "cli/session_runner.h"
#include "overlay/model/model.h"

namespace wb::cli {

class ModelSource {
public:
    /// A model that starts the program, once it is told to. `breakpoints` are set at once.
    overlay::ModelOptions launched(ProgramOptions options, const std::vector<std::string>& breakpoints);
    /// A model over process `pid`.
    Result<overlay::ModelOptions> attached(int pid, const std::vector<std::string>& breakpoints,
                                           const OpenTransport& open = open_socket);
    /// Adds to a program's options what a start of it needs. Called on the model's thread.
    std::function<Status(ProgramOptions&)> prepare = [](ProgramOptions&) { return Status(); };

    Program program;          ///< Has none when attached.
    std::optional<Peer> peer; ///< When attached.

private:
    DeferredTransport* line_ = nullptr; ///< The model's.
};

} // namespace wb::cli
