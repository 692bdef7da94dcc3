// SPDX-License-Identifier: MIT
// One line to the agent for several threads: the engine's, and the one that streams the overlay. A thread of
// its own reads; replies go to who asked, the overlay's events to their function, all others to next_event.
#pragma once

#include "engine/session/transport.h"
#include "protocol/messages.h"

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

namespace wb::overlay {

class SharedTransport final : public engine::Transport {
public:
    /// Takes over a connected socket and exchanges hellos. `on_overlay` gets the events named
    /// "overlay", "overlay_input" and "captured", on the reading thread, and must not wait.
    static Result<std::unique_ptr<SharedTransport>>
    open(int fd, std::chrono::milliseconds patience, std::function<void(const nlohmann::json&)> on_overlay);
    ~SharedTransport() override;

    /// Any thread.
    Result<nlohmann::json> request(const char* op, nlohmann::json fields) override;
    Result<nlohmann::json> request_until(const char* op, nlohmann::json fields,
                                         const std::atomic<bool>& interrupt) override;
    /// What `get_command` answers once the program has dropped a command that was captured: it is recorded
    /// anew for each frame, and was chosen from a list. Any thread.
    void remember(std::vector<protocol::CommandInfo> commands);
    /// One thread.
    Result<std::optional<nlohmann::json>> next_event(std::chrono::milliseconds timeout) override;

private:
    SharedTransport(protocol::Channel channel, std::function<void(const nlohmann::json&)> on_overlay);
    void read();
    Result<nlohmann::json> ask(const char* op, nlohmann::json fields, const std::atomic<bool>* interrupt);

    protocol::Channel channel_;
    std::function<void(const nlohmann::json&)> on_overlay_;
    std::mutex send_lock_, lock_;
    std::condition_variable changed_;
    std::deque<nlohmann::json> events_;
    std::vector<protocol::CommandInfo> remembered_;
    std::map<uint64_t, std::optional<nlohmann::json>> replies_; ///< nothing: still awaited
    uint64_t next_id_ = 1;
    std::string gone_; ///< why the line is gone; "" = it is not
    std::thread reader_;
};

} // namespace wb::overlay
