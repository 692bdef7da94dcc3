// SPDX-License-Identifier: MIT
#include "cli/commands.h"
#include "cli/session_runner.h"
#include "protocol/socket.h"

#include <csignal>
#include <fmt/format.h>

namespace wb::cli {

int attach(const AttachOptions& options) {
    catch_interrupts();
    const auto refuse = [](const std::string& text) {
        fmt::print(stderr, "wavebreak: error: {}\n", text);
        return 2;
    };
    if (kill(options.pid, 0) != 0)
        return refuse(fmt::format("there is no process {} that this user may debug", options.pid));
    auto path = protocol::socket_path(options.pid);
    if (!path) return refuse(path.error().message);
    auto fd = protocol::connect_to(*path);
    if (!fd)
        return refuse(fmt::format("process {} has no Wavebreak layer listening ({}); start it with "
                                  "WAVEBREAK=1 and the layer installed",
                                  options.pid, fd.error().message));
    auto transport = engine::SocketTransport::open(*fd, std::chrono::seconds(5));
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
