// SPDX-License-Identifier: MIT
#include "tests/layer/agent_fixture.h"

#include <unistd.h>

namespace wb::test {

json Client::greet(uint32_t version) {
    protocol::Hello hello;
    hello.version = version;
    hello.name = "test";
    hello.pid = getpid();
    // An agent that refuses may have closed its end already; its answer is still there to be read.
    (void)channel.send(json(hello));
    auto answer = channel.receive(5s);
    return answer && *answer ? **answer : json();
}

json Client::ask(const char* op, json fields) {
    fields["op"] = op;
    fields["id"] = ++last_id_;
    EXPECT_TRUE(channel.send(fields));
    while (true) {
        auto message = channel.receive(5s);
        if (!message || !*message) return json();
        if (!(*message)->contains("event")) {
            EXPECT_EQ((**message)["id"], last_id_);
            return **message;
        }
        events_.push_back(**message);
    }
}

json Client::get(const char* op, json fields) {
    json reply = ask(op, std::move(fields));
    EXPECT_TRUE(reply.is_object() && reply.value("ok", false)) << op << ": " << reply.dump();
    return reply;
}

json Client::event(const std::string& name) {
    while (true) {
        json next;
        if (events_.empty()) {
            auto message = channel.receive(5s);
            if (!message || !*message) return json();
            next = **message;
        } else {
            next = events_.front();
            events_.pop_front();
        }
        if (next.value("event", "") == name) return next;
    }
}

bool Client::is_closed() {
    while (true) {
        auto message = channel.receive(5s);
        if (!message) return true;
        if (!*message) return false;
    }
}

namespace {
class FakeInstaller final : public layer::TrapInstaller {
public:
    explicit FakeInstaller(Installs& installs) : installs_(installs) {}
    const char* name() const override { return "fake"; }
    Status install(uint32_t vmid, uint64_t handler, uint64_t control) override {
        EXPECT_EQ(handler, FakeRadv::kHandlerVa);
        EXPECT_EQ(control, FakeRadv::kControlVa);
        if (!installs_.refusal.empty()) return fail(installs_.refusal);
        installs_.vmid = vmid;
        ++installs_.installed;
        return {};
    }
    Result<bool> refresh() override { return false; }
    Status trap_waves() override {
        ++installs_.traps;
        return {};
    }
    void remove() override { ++installs_.removed; }

private:
    Installs& installs_;
};
} // namespace

void AgentTest::SetUp() {
    char name[] = "/tmp/wb-agent-XXXXXX";
    ASSERT_NE(mkdtemp(name), nullptr);
    folder = name;
    path = folder + "/agent.sock";
}

void AgentTest::TearDown() {
    if (agent) agent->stop();
    agent.reset();
    unlink(path.c_str());
    unlink((folder + "/engine.sock").c_str());
    EXPECT_EQ(rmdir(folder.c_str()), 0);
}

layer::AgentOptions AgentTest::options() {
    layer::AgentOptions out;
    out.listen_path = path;
    out.program = "/usr/bin/program";
    out.services.load_code = [](uint32_t) { return layer::TrapCode{{1}, {2}}; };
    out.services.make_installer = [this](const wb_device_info&) {
        return std::make_unique<FakeInstaller>(installs);
    };
    out.services.say = [this](int, const std::string& text) {
        std::lock_guard guard(said_lock);
        said.push_back(text);
    };
    return out;
}

void AgentTest::start() {
    agent = std::make_unique<layer::Agent>(options());
    agent->start();
    ASSERT_TRUE(agent->is_running());
}

std::unique_ptr<Client> AgentTest::connect() {
    auto fd = protocol::connect_to(path);
    EXPECT_TRUE(fd) << (fd ? "" : fd.error().message);
    return fd ? std::make_unique<Client>(*fd) : nullptr;
}

std::unique_ptr<Client> AgentTest::attach() {
    if (!agent) start();
    auto client = connect();
    EXPECT_EQ(client->greet().value("error", ""), "");
    std::thread program([&] { device = agent->add_device(radv.driver()); });
    const json created = client->event(protocol::kEventDeviceCreated);
    EXPECT_TRUE(created.is_object());
    client->get(protocol::kOpRelease, {{"hold", created.value("hold", 0)}});
    program.join();
    return client;
}

bool AgentTest::eventually(const std::function<bool()>& condition) {
    const auto deadline = std::chrono::steady_clock::now() + 5s;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > deadline) return false;
        std::this_thread::yield();
    }
    return true;
}

} // namespace wb::test
