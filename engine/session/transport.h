// SPDX-License-Identifier: MIT
// How the engine reaches an agent: a socket to a live program, or a recording of such a session.
#pragma once

#include "common/result.h"
#include "protocol/frame.h"

#include <atomic>
#include <chrono>
#include <deque>
#include <memory>
#include <nlohmann/json.hpp>

namespace wb::engine {

/// One session's line to the agent. Used by one engine thread.
class Transport {
public:
    virtual ~Transport() = default;
    /// Sends {"op": op, …fields} and waits for the reply. The agent's refusal is an Error with its sentence.
    virtual Result<nlohmann::json> request(const char* op, nlohmann::json fields) = 0;
    /// The same for what may take long: once `interrupt` is true the reply is no longer waited for (-EINTR).
    /// A transport that never waits long need not know this.
    virtual Result<nlohmann::json> request_until(const char* op, nlohmann::json fields,
                                                 const std::atomic<bool>& interrupt) {
        (void)interrupt;
        return request(op, std::move(fields));
    }
    /// The next event; nothing when none came in time. An error means that the line is gone.
    virtual Result<std::optional<nlohmann::json>> next_event(std::chrono::milliseconds timeout) = 0;
};

/// What wavebreak says first on a line to an agent.
nlohmann::json own_hello();
/// Says hello on a connected line and takes in the agent's; its refusal is an Error with its sentence.
/// Returns the program's process id.
Result<int> exchange_hellos(protocol::Channel& channel, std::chrono::milliseconds patience);

/// A live session over a socket. The hellos have been exchanged.
class SocketTransport final : public Transport {
public:
    /// Takes over a connected socket and exchanges hellos; fails with the agent's sentence when it refuses.
    static Result<std::unique_ptr<SocketTransport>> open(int fd, std::chrono::milliseconds patience);
    Result<nlohmann::json> request(const char* op, nlohmann::json fields) override;
    Result<nlohmann::json> request_until(const char* op, nlohmann::json fields,
                                         const std::atomic<bool>& interrupt) override;
    Result<std::optional<nlohmann::json>> next_event(std::chrono::milliseconds timeout) override;
    int peer_pid() const { return peer_pid_; }

private:
    explicit SocketTransport(int fd) : channel_(fd) {}
    Result<nlohmann::json> ask(const char* op, nlohmann::json fields, const std::atomic<bool>* interrupt);
    protocol::Channel channel_;
    std::deque<nlohmann::json> events_;
    uint64_t next_id_ = 1;
    int peer_pid_ = 0;
    bool gone_ = false;
};

} // namespace wb::engine
