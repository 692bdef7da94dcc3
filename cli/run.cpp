// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/session_runner.h"

#include <fmt/format.h>

namespace wb::cli {

int run(RunOptions options) {
    catch_interrupts();
    if (!can_read(options.script)) return 2;
    options.program.quiet_output = options.json;
    auto deferred = std::make_unique<DeferredTransport>();
    DeferredTransport& line = *deferred;
    Program program;
    bool start_failed = false;
    engine::Session session(std::move(deferred));
    engine::Interpreter interpreter(session);
    interpreter.start = [&]() -> Status {
        auto transport = program.start(options.program, g_interrupted);
        start_failed = !transport;
        if (!transport) return std::unexpected(transport.error());
        line.connect(std::move(*transport));
        return {};
    };
    std::vector<std::string> first;
    for (const std::string& where : options.breakpoints)
        first.push_back("break " + where);
    if (!options.breakpoints.empty() && options.script.empty()) first.push_back("run");
    session.how_ended = [&] { return program.ending(); };
    listen(session);
    const bool ok = drive(interpreter, first, options.script, options.json);
    session.detach();
    if (!interpreter.started) return ok ? 0 : start_failed ? 2 : 1;
    const int status = program.wait(g_interrupted);
    if (status != 0 && !program.ending_told())
        fmt::print(stderr, "wavebreak: the program {}\n", exit_text(status));
    return ok ? 0 : 1;
}

} // namespace wb::cli
