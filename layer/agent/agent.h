// SPDX-License-Identifier: MIT
// The agent: one thread in the program's process that serves one engine over a socket (docs/protocol.md).
#pragma once

#include "layer/agent/device.h"
#include "protocol/frame.h"

#include <thread>

namespace wb::layer {

struct AgentOptions {
    std::string connect_path; ///< socket of an engine that waits for us (WAVEBREAK_SOCKET); empty: none
    std::string listen_path;  ///< where engines may attach; empty: nowhere
    std::string program;      ///< path of the executable, for the hello
    Services services;
};

class Agent {
public:
    explicit Agent(AgentOptions options);
    ~Agent();
    Agent(const Agent&) = delete;

    /// Connects or listens, and starts the thread. With `connect_path`, returns when the hellos were
    /// exchanged, or after `services.patience`. Trouble is said on stderr; the program goes on.
    void start();
    /// Lets everything go, says goodbye, ends the thread. May be called twice.
    void stop();
    bool is_running() const { return thread_.joinable(); }
    /// The child of a fork: forgets thread and connection, which are its parent's. Async-signal-safe.
    void abandon_in_child();

    /// A VkDevice was made. With an engine attached this returns when the engine has released the device, at
    /// most after `services.patience`. Returns the device's number.
    uint32_t add_device(DriverDevice driver);
    /// The VkDevice is about to be destroyed.
    void remove_device(uint32_t number);

    /// True while an engine is attached. Any thread.
    bool is_attached() const { return outbox_.is_open(); }

    // For the requests, on the agent thread.
    Result<Device*> device(uint32_t number);
    Result<Device*> device_of_wave(uint64_t wave) { return device(uint32_t(wave >> 32)); }
    std::map<uint32_t, std::unique_ptr<Device>>& devices() { return devices_; }
    Holds& holds() { return holds_; }
    const Services& services() const { return options_.services; }

private:
    void run();
    void run_on_thread(std::function<void()> task);
    void wait_for_something();
    void run_tasks();
    void accept_engines();
    void serve_engine();
    void serve_visitor();
    void refuse(protocol::Channel& channel) const;
    bool handle(const nlohmann::json& message);
    bool greet(const nlohmann::json& hello);
    void flush_events();
    void drop_engine(const std::string& reason);
    void look_at_devices();
    nlohmann::json hello() const;

    AgentOptions options_;
    int wake_fd_, listener_ = -1;
    Outbox outbox_;
    Holds holds_;
    std::unique_ptr<protocol::Channel> engine_;
    /// Somebody who came while an engine is attached: a second engine, or a hotkey that is pressed by
    /// command.
    std::unique_ptr<protocol::Channel> visitor_;
    std::chrono::steady_clock::time_point visitor_deadline_{};
    bool greeted_ = false, quit_ = false;
    std::chrono::steady_clock::time_point greet_deadline_, last_beat_{};
    std::chrono::microseconds poll_interval_{0};
    std::map<uint32_t, std::unique_ptr<Device>> devices_;
    uint32_t last_device_ = 0;

    std::mutex task_lock_;
    std::condition_variable task_done_;
    std::deque<std::function<void()>> tasks_;
    uint64_t tasks_put_ = 0, tasks_run_ = 0;
    std::condition_variable greeted_changed_;
    bool settled_ = false; ///< the first engine was greeted or has failed; under task_lock_
    std::thread thread_;
};

} // namespace wb::layer
