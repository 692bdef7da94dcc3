// SPDX-License-Identifier: MIT
// What the layer has once in a process: the agent, and a voice on stderr. Never destroyed.
#pragma once

#include "layer/agent/agent.h"

namespace wb::layer {

class Process {
public:
    static Process& get();

    /// Starts the agent at the first call (environment: WAVEBREAK_SOCKET, WAVEBREAK_SHARE). False when there
    /// is none: it could not start, this is a forked child, or a launcher that is none of our business.
    bool start_agent();
    /// Null before start_agent, after the program's exit has begun, and in a forked child.
    Agent* agent() const { return agent_.load(std::memory_order_acquire); }

    /// A line on stderr, the same text once only. severity: 0 information, 1 warning, 2 error.
    void say_once(int severity, const std::string& text);

private:
    Process() = default;
    static void at_exit();
    static void in_child();

    std::mutex lock_;
    bool tried_ = false;
    std::atomic<bool> is_child_{false};
    std::atomic<Agent*> agent_{nullptr};
    Agent* kept_ = nullptr; ///< The same for ever: threads of a program that ends may still be in it.
    std::mutex said_lock_;
    std::set<std::string> said_;
};

} // namespace wb::layer
