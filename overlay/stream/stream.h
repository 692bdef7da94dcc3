// SPDX-License-Identifier: MIT
// The overlay's front end: a thread with a Dear ImGui context of its own that draws while the overlay is
// shown, and sends each frame that differs to the layer.
#pragma once

#include "engine/session/transport.h"
#include "protocol/messages.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace wb::overlay {

/// A frame's dispatches and draws, as captured.
struct Capture {
    uint64_t number = 0;
    std::vector<protocol::CommandInfo> commands;
    std::string note; ///< why there are none, or what is missing; "" = nothing
};

struct StreamOptions {
    /// Asked from the stream's thread.
    std::function<Result<nlohmann::json>(const char* op, nlohmann::json fields)> request;
    /// The person chose a command; on the stream's thread. Returns what to say about it.
    std::function<std::string(const protocol::CommandInfo&)> pick;
    /// A frame was captured; on the stream's thread.
    std::function<void(const Capture&)> captured = [](const Capture&) {};
    std::string program; ///< for the title
};

class Stream {
public:
    explicit Stream(StreamOptions options);
    ~Stream();
    Stream(const Stream&) = delete;

    /// An event of SharedTransport's `on_overlay`. Any thread; does not wait.
    void event(const nlohmann::json& event);
    /// A line about what the engine is doing, for the panel. Any thread.
    void status(std::string text);
    /// Shows the overlay and asks for a capture. Any thread.
    void capture();

private:
    struct Panel;
    void run();
    void take_in(const nlohmann::json& event);
    void take_capture(const nlohmann::json& event);
    void draw();
    void send();

    StreamOptions options_;
    std::mutex lock_;
    std::condition_variable changed_;
    std::deque<nlohmann::json> events_; ///< under `lock_`
    std::string status_;                ///< under `lock_`
    bool quit_ = false;                 ///< under `lock_`

    // The thread's own.
    protocol::OverlayState state_;
    Capture capture_;
    std::string said_, refused_;
    size_t chosen_ = 0;
    bool font_sent_ = false;
    std::vector<uint8_t> sent_;
    std::thread thread_;
};

} // namespace wb::overlay
