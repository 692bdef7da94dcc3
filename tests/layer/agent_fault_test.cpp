// SPDX-License-Identifier: MIT
// Page faults and lost devices, as the agent passes them on.
#include "layer/agent/faults.h"
#include "tests/layer/agent_fixture.h"

#include <fstream>

namespace wb::test {
namespace {

// The last page of "grass" is its only one; the fault is in the page behind it.
const wb_fault kFault{FakeRadv::kBufferVa + FakeRadv::kBufferSize, 4096, 0x41051, 1};

TEST_F(AgentTest, TheFaultAndWhatWasFreed) {
    auto client = attach();
    json reply = client->get(protocol::kOpGetFault, {{"device", device}});
    EXPECT_FALSE(reply["fault"]["known"]);
    EXPECT_EQ(reply["fault"]["why"], "the kernel has recorded no page fault");
    radv.fault = kFault;
    reply = client->get(protocol::kOpGetFault, {{"device", device}});
    EXPECT_TRUE(reply["fault"]["known"]);
    EXPECT_EQ(reply["fault"]["address"], kFault.address);
    EXPECT_EQ(reply["fault"]["write"], true);
    ASSERT_EQ(reply["freed"].size(), 1u);
    EXPECT_EQ(reply["freed"][0]["name"], "gone");
}

TEST_F(AgentTest, ALostDeviceIsToldToTheEngine) {
    auto client = attach();
    radv.fault = kFault;
    radv.record_command(7, "cull");
    radv.lose();
    const json event = client->event(protocol::kEventDeviceLost);
    EXPECT_EQ(event["device"], device);
    EXPECT_EQ(event["fault"]["address"], kFault.address);
    const std::string text = event["text"];
    EXPECT_NE(
        text.find("a write at 0x100001000 to 0x100001fff faulted: just behind the end of buffer 'grass'"),
        std::string::npos)
        << text;
    // Of three batches the one that the kernel has ended.
    EXPECT_NE(text.find("the kernel has ended submission 2, which had 3 dispatches of shader 'grass' (main), "
                        "command 7 'frame / cull / cull'"),
              std::string::npos)
        << text;
    EXPECT_EQ(text.find("submission 1"), std::string::npos) << text;
    EXPECT_EQ(text.find("submission 3"), std::string::npos) << text;
    std::lock_guard guard(said_lock);
    EXPECT_TRUE(said.empty()) << said.front();
}

TEST_F(AgentTest, ALostDeviceIsToldOnStderrWithoutAnEngine) {
    start();
    device = agent->add_device(radv.driver());
    radv.fault = {FakeRadv::kFreedVa, 4096, 0x1031, 0};
    radv.lose();
    agent->remove_device(device);
    std::lock_guard guard(said_lock);
    ASSERT_EQ(said.size(), 1u);
    EXPECT_NE(said[0].find("a read at 0x300000000 to 0x300000fff faulted: in buffer 'gone' (4096 bytes at "
                           "0x300000000), which has been destroyed"),
              std::string::npos)
        << said[0];
    // The device that is gone has no callback.
    radv.lose();
    EXPECT_EQ(said.size(), 1u);
}

TEST_F(AgentTest, WavesAreInterruptedThroughTheInstaller) {
    auto client = attach();
    EXPECT_EQ(installs.traps, 0);
    client->get(protocol::kOpInterrupt, {{"device", device}});
    EXPECT_EQ(installs.traps, 1);
    EXPECT_FALSE(client->ask(protocol::kOpInterrupt, {{"device", device + 1}}).value("ok", true));
}

TEST(Lockup, TheModuleParameter) {
    const std::string file = testing::TempDir() + "wb-lockup";
    const std::pair<const char*, uint32_t> cases[] = {{"10000,60000,10000,10000\n", 10000},
                                                      {"500\n", 500},
                                                      {"\n", 10000},
                                                      {"-1\n", 0},
                                                      {"0\n", 10000},
                                                      {"", 10000}};
    for (const auto& [text, expected] : cases) {
        std::ofstream(file) << text;
        EXPECT_EQ(layer::lockup_milliseconds(file.c_str()), expected) << text;
    }
    std::remove(file.c_str());
    EXPECT_EQ(layer::lockup_milliseconds(file.c_str()), 0u);
}

} // namespace
} // namespace wb::test
