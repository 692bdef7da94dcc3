// SPDX-License-Identifier: MIT
// Sessions: hellos, holds, second engines, engines that go away.
#include "tests/layer/agent_fixture.h"

#include <csignal>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace wb::test {

TEST_F(AgentTest, AnswersHelloWithVersionAndProgram) {
    start();
    auto client = connect();
    const json answer = client->greet();
    EXPECT_EQ(answer["version"], protocol::kVersion);
    EXPECT_EQ(answer["program"], "/usr/bin/program");
    EXPECT_EQ(answer["pid"], getpid());
    EXPECT_FALSE(answer.contains("error"));
}

TEST_F(AgentTest, RefusesAnotherProtocolVersion) {
    start();
    auto client = connect();
    EXPECT_NE(client->greet(99).value("error", "").find("99"), std::string::npos);
    EXPECT_TRUE(client->is_closed());
    // The place is free again.
    auto next = connect();
    EXPECT_FALSE(next->greet().contains("error"));
}

TEST_F(AgentTest, RefusesASecondEngineAndKeepsTheFirst) {
    auto first = attach();
    auto second = connect();
    const json answer = second->greet();
    EXPECT_NE(answer.value("error", "").find("another debugger is attached"), std::string::npos);
    EXPECT_TRUE(second->is_closed());
    EXPECT_EQ(first->get(protocol::kOpListDevices)["devices"].size(), 1u);
}

TEST_F(AgentTest, ConnectsToAnEngineThatWaits) {
    auto listener = protocol::listen_at(folder + "/engine.sock");
    ASSERT_TRUE(listener);
    auto with_socket = options();
    with_socket.connect_path = folder + "/engine.sock";
    agent = std::make_unique<layer::Agent>(with_socket);
    std::thread program([&] { agent->start(); });
    auto fd = protocol::accept_peer(*listener);
    ASSERT_TRUE(fd);
    Client client(*fd);
    EXPECT_EQ(client.greet()["program"], "/usr/bin/program");
    program.join();
    EXPECT_TRUE(agent->is_attached());
    close(*listener);
}

TEST_F(AgentTest, StartsWithoutTheEngineThatIsNotThere) {
    auto with_socket = options();
    with_socket.connect_path = folder + "/engine.sock";
    agent = std::make_unique<layer::Agent>(with_socket);
    agent->start();
    EXPECT_TRUE(agent->is_running());
    ASSERT_EQ(said.size(), 1u);
    EXPECT_NE(said[0].find("without its debugger"), std::string::npos);
}

TEST_F(AgentTest, DoesNotWaitForAnEngineThatSaysNothing) {
    auto listener = protocol::listen_at(folder + "/engine.sock");
    ASSERT_TRUE(listener);
    auto with_socket = options();
    with_socket.connect_path = folder + "/engine.sock";
    with_socket.services.patience = 50ms;
    agent = std::make_unique<layer::Agent>(with_socket);
    agent->start();
    EXPECT_FALSE(agent->is_attached());
    close(*listener);
}

TEST_F(AgentTest, DoesNothingToDevicesWithoutAnEngine) {
    start();
    device = agent->add_device(radv.driver());
    EXPECT_EQ(device, 1u);
    EXPECT_FALSE(radv.has_callbacks());
    EXPECT_EQ(radv.init_calls, 0);
    agent->remove_device(device);
}

TEST_F(AgentTest, EngagesDevicesWhenAnEngineAttachesLater) {
    start();
    device = agent->add_device(radv.driver());
    auto client = connect();
    client->greet();
    const json devices = client->get(protocol::kOpListDevices)["devices"];
    EXPECT_EQ(devices[0]["debuggable"], true);
    EXPECT_EQ(devices[0]["vmid"], 3);
    EXPECT_EQ(devices[0]["install"], "fake");
    EXPECT_TRUE(radv.has_callbacks());
    EXPECT_EQ(installs.vmid, 3u);
}

TEST_F(AgentTest, HoldsDeviceCreationUntilReleased) {
    start();
    auto client = connect();
    client->greet();
    std::atomic<bool> created{false};
    std::thread program([&] {
        device = agent->add_device(radv.driver());
        created = true;
    });
    const json event = client->event(protocol::kEventDeviceCreated);
    EXPECT_EQ(event["name"], "fake navi31");
    EXPECT_EQ(event["gfx_level"], 1100);
    // The engine may do anything meanwhile.
    client->get(protocol::kOpArm, {{"device", 1}, {"shader", 1}, {"offsets", {16}}, {"armed", true}});
    EXPECT_FALSE(created);
    client->get(protocol::kOpRelease, {{"hold", event["hold"]}});
    program.join();
    EXPECT_TRUE(created);
}

TEST_F(AgentTest, HoldEndsByItselfWithAMessage) {
    auto impatient = options();
    impatient.services.patience = 30ms;
    agent = std::make_unique<layer::Agent>(impatient);
    agent->start();
    auto client = connect();
    client->greet();
    device = agent->add_device(radv.driver());
    EXPECT_NE(client->event(protocol::kEventMessage).value("text", "").find("did not answer within 30 ms"),
              std::string::npos);
}

TEST_F(AgentTest, HoldsShaderCreation) {
    auto client = attach();
    client->get(protocol::kOpSetDebug, {{"device", device}, {"shader", 0}, {"on", true}, {"flags", 0}});
    EXPECT_EQ(radv.default_on, 1);
    std::thread program([&] { radv.create_shader(9); });
    const json event = client->event(protocol::kEventShaderCreated);
    EXPECT_EQ(event["shader"], 9);
    EXPECT_EQ(event["name"], "new one");
    EXPECT_EQ(event["debug"], true);
    client->get(protocol::kOpRelease, {{"hold", event["hold"]}});
    program.join();
    radv.destroy_shader(9);
    EXPECT_EQ(client->event(protocol::kEventShaderDestroyed)["shader"], 9);
}

TEST_F(AgentTest, LosingTheEngineFreesAHeldProgram) {
    auto client = attach();
    std::thread program([&] { radv.create_shader(9); });
    EXPECT_TRUE(client->event(protocol::kEventShaderCreated).is_object());
    client.reset();
    const auto before = std::chrono::steady_clock::now();
    program.join();
    EXPECT_LT(std::chrono::steady_clock::now() - before, 1500ms);
}

/// After the engine is gone nothing may stay behind.
static void expect_free(FakeRadv& radv, uint32_t page) {
    EXPECT_FALSE(radv.is_stopped(page));
    EXPECT_TRUE(radv.all_disarmed());
    EXPECT_EQ(radv.control().reasons, 0u);
    EXPECT_EQ(radv.waves_stopped, 0);
    EXPECT_EQ(radv.default_on, 0);
    EXPECT_FALSE(radv.has_callbacks());
}

static void arm_everything(Client& client, uint32_t device) {
    client.get(protocol::kOpSetDebug, {{"device", device}, {"shader", 0}, {"on", true}, {"flags", 0}});
    client.get(protocol::kOpArm, {{"device", device}, {"shader", 1}, {"offsets", {16, 32}}, {"armed", true}});
    client.get(protocol::kOpSetFilter, {{"device", device}, {"reasons", WB_REASON_SLOT}});
}

TEST_F(AgentTest, DetachLetsEverythingGo) {
    auto client = attach();
    arm_everything(*client, device);
    const uint32_t page = radv.stop_wave(7, FakeRadv::kCodeVa + 20);
    EXPECT_TRUE(client->event(protocol::kEventStopped).is_object());
    client->get(protocol::kOpDetach);
    EXPECT_TRUE(client->is_closed());
    ASSERT_TRUE(
        eventually([&] { return !agent->is_attached() && !radv.has_callbacks() && !radv.is_stopped(page); }));
    expect_free(radv, page);
    // And another engine may come.
    auto next = connect();
    EXPECT_FALSE(next->greet().contains("error"));
    EXPECT_TRUE(eventually(
        [&] { return radv.has_callbacks(); })); // the greeting is answered before the devices are engaged
}

TEST_F(AgentTest, AWaveThatWasLateIsLetGoAfterDetach) {
    auto client = attach();
    arm_everything(*client, device);
    client.reset();
    ASSERT_TRUE(eventually([&] { return !radv.has_callbacks(); }));
    // Its trap came before the detach; it takes the resume epoch and is published only now.
    const uint32_t page = radv.stop_wave(7, FakeRadv::kCodeVa + 20);
    EXPECT_TRUE(eventually([&] { return !radv.is_stopped(page); }));
}

TEST_F(AgentTest, KilledEngineLetsEverythingGo) {
    start();
    int ready[2];
    ASSERT_EQ(pipe(ready), 0);
    const pid_t engine = fork();
    if (engine == 0) {
        // A whole engine of its own that arms, sees the stop, and hangs.
        auto client = connect();
        client->greet();
        const json created = client->event(protocol::kEventDeviceCreated);
        client->get(protocol::kOpRelease, {{"hold", created["hold"]}});
        arm_everything(*client, 1);
        (void)!write(ready[1], "a", 1);
        client->event(protocol::kEventStopped);
        (void)!write(ready[1], "s", 1);
        pause();
        _exit(0);
    }
    char byte = 0;
    // The agent must know the engine before the device is made, as with `wavebreak run`.
    ASSERT_TRUE(eventually([&] { return agent->is_attached(); }));
    device = agent->add_device(radv.driver());
    ASSERT_EQ(read(ready[0], &byte, 1), 1);
    const uint32_t page = radv.stop_wave(7, FakeRadv::kCodeVa + 20);
    ASSERT_EQ(read(ready[0], &byte, 1), 1);
    EXPECT_TRUE(radv.is_stopped(page));
    ASSERT_EQ(kill(engine, SIGKILL), 0);
    EXPECT_TRUE(eventually([&] { return !radv.is_stopped(page) && !radv.has_callbacks(); }));
    expect_free(radv, page);
    waitpid(engine, nullptr, 0);
    close(ready[0]), close(ready[1]);
}

TEST_F(AgentTest, MalformedFrameLetsEverythingGo) {
    const std::string frames[] = {
        std::string("\0\0\0\0", 4),                  // no bytes
        std::string("\xff\xff\xff\xff", 4),          // over the limit
        std::string("\x01\0\0\0\x01", 5),            // CBOR, but a number
        std::string("\x02\0\0\0\xa1\x61", 6),        // cut short
        std::string("\x04\0\0\0\xff\xff\xff\xff", 8) // no CBOR
    };
    for (const std::string& frame : frames) {
        auto client = agent ? connect() : attach();
        if (!agent->is_attached()) client->greet();
        arm_everything(*client, 1);
        const uint32_t page = radv.stop_wave(7, FakeRadv::kCodeVa + 20);
        ASSERT_EQ(::send(client->channel.fd(), frame.data(), frame.size(), MSG_NOSIGNAL),
                  ssize_t(frame.size()));
        EXPECT_TRUE(client->is_closed());
        ASSERT_TRUE(eventually([&] { return !radv.is_stopped(page) && !radv.has_callbacks(); }));
        expect_free(radv, page);
    }
}

TEST_F(AgentTest, ReportsADriverThatIsNotOurs) {
    start();
    auto client = connect();
    client->greet();
    layer::DriverDevice other;
    other.name = "llvmpipe";
    other.why = "its driver is not Wavebreak's RADV";
    std::thread program([&] { device = agent->add_device(std::move(other)); });
    const json event = client->event(protocol::kEventDeviceCreated);
    EXPECT_EQ(event["debuggable"], false);
    EXPECT_EQ(event["name"], "llvmpipe");
    EXPECT_EQ(event["why"], "its driver is not Wavebreak's RADV");
    client->get(protocol::kOpRelease, {{"hold", event["hold"]}});
    program.join();
    for (const char* op : {protocol::kOpListShaders, protocol::kOpListWaves, protocol::kOpListRanges}) {
        const json reply = client->ask(op, {{"device", device}});
        EXPECT_EQ(reply["ok"], false);
        EXPECT_NE(reply.value("error", "").find("not Wavebreak's RADV"), std::string::npos);
    }
}

TEST_F(AgentTest, ReportsWhyTheTrapHandlerIsMissing) {
    installs.refusal = "needs root";
    auto client = attach();
    const json info = client->get(protocol::kOpListDevices)["devices"][0];
    EXPECT_EQ(info["debuggable"], false);
    EXPECT_EQ(info["why"], "needs root");
    const json reply = client->ask(protocol::kOpArm,
                                   {{"device", device}, {"shader", 1}, {"offsets", {16}}, {"armed", true}});
    EXPECT_NE(reply.value("error", "").find("needs root"), std::string::npos);
    EXPECT_TRUE(radv.all_disarmed());
}

TEST_F(AgentTest, DestroyedDeviceIsLeftClean) {
    auto client = attach();
    arm_everything(*client, device);
    const uint32_t page = radv.stop_wave(7, FakeRadv::kCodeVa + 20);
    agent->remove_device(device);
    expect_free(radv, page);
    EXPECT_GE(installs.removed, 1);
    EXPECT_EQ(client->event(protocol::kEventDeviceDestroyed)["device"], device);
    EXPECT_EQ(client->get(protocol::kOpListDevices)["devices"].size(), 0u);
}

TEST_F(AgentTest, EndOfTheProgramSaysExitingAndCleansUp) {
    auto client = attach();
    arm_everything(*client, device);
    const uint32_t page = radv.stop_wave(7, FakeRadv::kCodeVa + 20);
    agent->stop();
    agent->stop();
    expect_free(radv, page);
    EXPECT_EQ(installs.removed, 1);
    EXPECT_TRUE(client->event(protocol::kEventExiting).is_object());
    EXPECT_TRUE(client->is_closed());
    EXPECT_NE(access(path.c_str(), F_OK), 0) << "the socket is left behind";
}

} // namespace wb::test
