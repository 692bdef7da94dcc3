// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/session_runner.h"

#include <fmt/format.h>

namespace wb::cli {

int run(RunOptions options) {
    catch_interrupts();
    options.program.quiet_output = options.json;
    auto deferred = std::make_unique<DeferredTransport>();
    DeferredTransport& line = *deferred;
    Program program;
    engine::Session session(std::move(deferred));
    engine::Interpreter interpreter(session);
    interpreter.start = [&]() -> Status {
        auto transport = program.start(options.program, g_interrupted);
        if (!transport) return std::unexpected(transport.error());
        line.connect(std::move(*transport));
        return {};
    };
    std::vector<std::string> first;
    for (const std::string& where : options.breakpoints)
        first.push_back("break " + where);
    if (!options.breakpoints.empty() && options.script.empty()) first.push_back("run");
    const bool ok = drive(interpreter, first, options.script, options.json);
    session.detach();
    if (!interpreter.started) return ok ? 0 : 1;
    const int status = program.wait();
    if (status != 0) fmt::print(stderr, "wavebreak: the program {}\n", exit_text(status));
    return ok ? 0 : 1;
}

} // namespace wb::cli
