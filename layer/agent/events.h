// SPDX-License-Identifier: MIT
// Events on their way to the engine, and the program's threads that wait for the engine's leave. Any thread.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

namespace wb::layer {

/// Messages that wait for the agent thread to send them.
class Outbox {
public:
    /// `wake_fd`: an eventfd that is written when something was put in.
    explicit Outbox(int wake_fd) : wake_fd_(wake_fd) {}

    /// While closed, everything put in is dropped: nobody listens.
    void open(bool is_open);
    bool is_open() const { return open_.load(std::memory_order_relaxed); }
    void put(nlohmann::json event);
    /// A `message` event. severity: 0 information, 1 warning, 2 error.
    void message(int severity, const std::string& text);
    /// All that waits; `dropped` counts events lost because the engine did not keep up.
    std::deque<nlohmann::json> take(uint64_t& dropped);

private:
    static constexpr size_t kLimit = 20000;
    int wake_fd_;
    std::atomic<bool> open_{false};
    std::mutex lock_;
    std::deque<nlohmann::json> events_;
    uint64_t dropped_ = 0;
};

/// Threads of the program that wait, bounded, until the engine has looked at what they made.
class Holds {
public:
    uint64_t begin();
    /// Waits for release; false when `patience` ran out first.
    bool wait(uint64_t hold, std::chrono::milliseconds patience);
    void release(uint64_t hold);
    void release_all();

private:
    std::mutex lock_;
    std::condition_variable changed_;
    uint64_t last_ = 0;
    std::set<uint64_t> held_;
};

} // namespace wb::layer
