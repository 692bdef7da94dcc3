// SPDX-License-Identifier: MIT
// The process at the other end of a session.
#pragma once

#include <chrono>
#include <string>
#include <sys/types.h>

namespace wb::cli {

/// Process id of the other end of a connected Unix socket, -1 = not known.
pid_t peer_of(int socket);

/// Watches a process by a descriptor that is its and not its number's.
class Peer {
public:
    explicit Peer(pid_t pid);
    ~Peer();
    Peer(const Peer&) = delete;

    /// Its process id, -1 = not known.
    pid_t pid() const { return pid_; }
    /// Becomes readable when it ends; -1 = not to be had.
    int descriptor() const { return fd_; }
    /// True when it has ended, at the latest after `patience`.
    bool has_ended(std::chrono::milliseconds patience) const;
    /// Once its line to us is cut (which is a little before a process is gone): "" when it ends, else what it
    /// does, to stand behind "the program".
    std::string going_on() const;
    /// Removes the socket it listened at, if it has ended: one that crashed left it behind.
    void clean_up() const;

private:
    pid_t pid_;
    int fd_;
};

} // namespace wb::cli
