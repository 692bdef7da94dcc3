// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/session_runner.h"

#include <fmt/format.h>

namespace wb::cli {

int attach(const AttachOptions& options) {
    catch_interrupts();
    const auto refuse = [](const std::string& text) {
        fmt::print(stderr, "wavebreak: error: {}\n", text);
        return 2;
    };
    auto transport = connect_to_process(options.pid);
    if (!transport) return refuse(transport.error().message);
    engine::Session session(std::move(*transport));
    engine::Interpreter interpreter(session);
    interpreter.started = true;
    if (Status ok = session.learn(); !ok) return refuse(ok.error().message);
    const bool ok = drive(interpreter, {}, options.script, options.json);
    session.detach();
    return ok ? 0 : 1;
}

} // namespace wb::cli
