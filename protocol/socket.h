// SPDX-License-Identifier: MIT
// Where the socket lies, and who may use it (docs/protocol.md, "Socket").
#pragma once

#include "common/result.h"

#include <string>
#include <sys/types.h>

namespace wb::protocol {

/// Folder for sockets: $XDG_RUNTIME_DIR, else /run/user/UID, else a checked 0700 folder under /tmp. `why` of
/// the error says what to set.
Result<std::string> socket_folder();
/// Path of the socket that the agent of process `pid` listens on.
Result<std::string> socket_path(pid_t pid);
/// A listening socket at `path` (mode 0600). A stale file of a dead listener is replaced; a live one is not.
Result<int> listen_at(const std::string& path);
/// A connected socket.
Result<int> connect_to(const std::string& path);
/// One connection of a listening socket; the peer's user is checked. -EAGAIN when none waits and the socket
/// does not block.
Result<int> accept_peer(int listener);
/// Refuses peers of other users (root aside).
Status check_peer(int fd);

} // namespace wb::protocol
