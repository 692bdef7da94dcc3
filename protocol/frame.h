// SPDX-License-Identifier: MIT
// Frames on a stream socket: a 32-bit little-endian length and that many bytes of CBOR (docs/protocol.md).
#pragma once

#include "common/result.h"

#include <chrono>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace wb::protocol {

/// One end of a connection. Owns the descriptor. One thread reads, one at a time writes; the two may differ.
class Channel {
public:
    explicit Channel(int fd) : fd_(fd) {}
    ~Channel();
    Channel(Channel&& other) noexcept : fd_(std::exchange(other.fd_, -1)), input_(std::move(other.input_)) {}
    Channel(const Channel&) = delete;
    Channel& operator=(const Channel&) = delete;

    int fd() const { return fd_; }
    /// Sends one message, whole. Blocks while the peer does not read. Never raises SIGPIPE.
    Status send(const nlohmann::json& message);
    /// The next message; nothing when `timeout` passed first (negative: wait for ever). An error ends the
    /// connection: the peer closed, a frame is over the size limit, or it is no CBOR map.
    Result<std::optional<nlohmann::json>> receive(std::chrono::milliseconds timeout);
    /// True when a whole frame has already been read.
    bool has_buffered_frame() const;

private:
    int fd_;
    std::string input_;
};

} // namespace wb::protocol
