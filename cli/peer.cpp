// SPDX-License-Identifier: MIT
#include "cli/peer.h"

#include "protocol/socket.h"

#include <cerrno>
#include <csignal>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace wb::cli {

pid_t peer_of(int socket) {
    ucred peer{};
    socklen_t size = sizeof peer;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 || peer.pid <= 0) return -1;
    return peer.pid;
}

Peer::Peer(pid_t pid) : pid_(pid), fd_(pid > 0 ? int(syscall(SYS_pidfd_open, pid, 0)) : -1) {}

Peer::~Peer() {
    if (fd_ >= 0) close(fd_);
}

bool Peer::has_ended(std::chrono::milliseconds patience) const {
    if (fd_ < 0) return pid_ > 0 && kill(pid_, 0) != 0 && errno == ESRCH;
    pollfd waiting{fd_, POLLIN, 0};
    int ready = 0;
    do
        ready = poll(&waiting, 1, int(patience.count()));
    while (ready < 0 && errno == EINTR);
    return ready > 0;
}

std::string Peer::going_on() const {
    return has_ended(std::chrono::seconds(2)) ? ""
                                              : "has closed its connection and runs on without the debugger";
}

void Peer::clean_up() const {
    if (pid_ <= 0 || !has_ended(std::chrono::milliseconds(0))) return;
    if (const auto path = protocol::socket_path(pid_)) unlink(path->c_str());
}

} // namespace wb::cli
