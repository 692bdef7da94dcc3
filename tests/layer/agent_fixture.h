// SPDX-License-Identifier: MIT
// An agent on a socket in a folder of its own, a fake driver, and a client that plays the engine.
#pragma once

#include "layer/agent/agent.h"
#include "protocol/messages.h"
#include "protocol/socket.h"
#include "tests/layer/fake_radv.h"

#include <gtest/gtest.h>

namespace wb::test {

using nlohmann::json;
using namespace std::chrono_literals;

/// The engine's end of a connection.
class Client {
public:
    explicit Client(int fd) : channel(fd) {}
    /// Says hello and returns the answer.
    json greet(uint32_t version = protocol::kVersion);
    /// The reply to a request; events that come before it are kept.
    json ask(const char* op, json fields = json::object());
    /// Like ask, but the reply must say ok.
    json get(const char* op, json fields = json::object());
    /// The next event of that name within 5 s; others are dropped. Null when none came.
    json event(const std::string& name);
    /// True when the agent closes the connection within 5 s.
    bool is_closed();

    protocol::Channel channel;

private:
    std::deque<json> events_;
    uint64_t last_id_ = 0;
};

/// Counts what an installer is asked.
struct Installs {
    std::atomic<int> installed{0}, removed{0}, traps{0};
    std::atomic<uint32_t> vmid{0};
    std::string refusal; ///< not empty: install fails so
};

class AgentTest : public testing::Test {
protected:
    void SetUp() override;
    void TearDown() override;

    layer::AgentOptions options();
    void start();
    std::unique_ptr<Client> connect();
    /// Connected, greeted, the device added and released.
    std::unique_ptr<Client> attach();
    /// Waits, at most 5 s, for a condition that another thread brings about.
    static bool eventually(const std::function<bool()>& condition);

    std::string folder, path;
    Installs installs;
    std::mutex said_lock;
    std::vector<std::string> said;
    FakeRadv radv;
    std::unique_ptr<layer::Agent> agent;
    uint32_t device = 0;
};

} // namespace wb::test
