// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/peer.h"
#include "cli/session_runner.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace wb::cli {

int attach(const AttachOptions& options) {
    catch_interrupts();
    if (!can_read(options.script)) return 2;
    const auto refuse = [](const std::string& text) {
        fmt::print(stderr, "wavebreak: error: {}\n", text);
        return 2;
    };
    const Peer peer(options.pid);
    auto transport = connect_to_process(options.pid);
    if (!transport) return refuse(transport.error().message);
    engine::Session session(std::move(*transport));
    engine::Interpreter interpreter(session);
    interpreter.started = true;
    session.how_ended = [&] { return peer.going_on(); };
    listen(session);
    if (Status ok = session.learn(); !ok) return refuse(ok.error().message);
    const bool ok = drive(interpreter, {}, options.script, options.json);
    session.detach();
    peer.clean_up();
    return ok ? 0 : 1;
}

} // namespace wb::cli
