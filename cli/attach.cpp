// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/overlay.h"
#include "cli/peer.h"
#include "cli/session_runner.h"

#include <fmt/format.h>

namespace wb::cli {

int attach(const AttachOptions& options) {
    catch_interrupts();
    if (!can_read(options.script)) return 2;
    const auto refuse = [](const std::string& text) {
        fmt::print(stderr, "wavebreak: error: {}\n", text);
        return 2;
    };
    const Peer peer(options.pid);
    std::optional<Overlay> overlay;
    if (options.overlay) overlay.emplace("process " + std::to_string(options.pid));
    auto transport = connect_to_process(options.pid, overlay ? overlay->opener() : open_socket);
    if (!transport) return refuse(transport.error().message);
    engine::Session session(std::move(*transport));
    engine::Interpreter interpreter(session);
    interpreter.started = true;
    session.how_ended = [&] { return peer.going_on(); };
    listen(session);
    if (Status ok = session.learn(); !ok) return refuse(ok.error().message);
    if (overlay) overlay->serve(session);
    const bool ok =
        drive(interpreter, {}, options.script, options.json, overlay ? overlay->shell() : ShellOptions());
    if (overlay) overlay->end();
    session.detach();
    peer.clean_up();
    return ok ? 0 : 1;
}

} // namespace wb::cli
