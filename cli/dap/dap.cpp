// SPDX-License-Identifier: MIT
// wavebreak dap: over standard input and output, or for one editor at a port.
#include "cli/commands.h"
#include "cli/dap/adapter.h"

#include <arpa/inet.h>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

namespace wb::cli {

/// Waits for one editor at 127.0.0.1:`port` (0 = any free one) and says on standard output where.
static Result<int> wait_for_editor(int port) {
    const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int on = 1;
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(uint16_t(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (::bind(listener, reinterpret_cast<sockaddr*>(&address), size) != 0 || ::listen(listener, 1) != 0 ||
        getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
        const int error = errno;
        close(listener);
        return fail(fmt::format("cannot listen at port {}: {}", port, std::strerror(error)));
    }
    fmt::print("wavebreak: waiting for an editor at 127.0.0.1:{}\n", ntohs(address.sin_port));
    std::fflush(stdout);
    const int editor = accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
    const int error = errno;
    close(listener);
    if (editor < 0) return fail(fmt::format("no editor has connected: {}", std::strerror(error)));
    return editor;
}

int dap(int port) {
    if (port >= 0) {
        auto editor = wait_for_editor(port);
        if (!editor) {
            fmt::print(stderr, "wavebreak: error: {}\n", editor.error().message);
            return 2;
        }
        dap_server::Adapter adapter(*editor, *editor);
        return adapter.serve();
    }
    // Nothing but messages may come to the editor, whoever prints.
    const int input = fcntl(0, F_DUPFD_CLOEXEC, 3), output = fcntl(1, F_DUPFD_CLOEXEC, 3);
    dup2(2, 1);
    dap_server::Adapter adapter(input, output);
    return adapter.serve();
}

} // namespace wb::cli
