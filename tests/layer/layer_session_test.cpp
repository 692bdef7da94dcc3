// SPDX-License-Identifier: MIT
// The layer with a driver of ours below and an engine attached through the socket it listens at.
#include "protocol/messages.h"
#include "protocol/socket.h"
#include "tests/layer/agent_fixture.h"
#include "tests/layer/mock_chain.h"

#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>

namespace wb::test {

static const int kSessionKey = 0;

class LayerSession : public ChainTest {
protected:
    void SetUp() override {
        ChainTest::SetUp();
        next().radv = &radv;
        ASSERT_EQ(create_instance(&instance, &kSessionKey), VK_SUCCESS);
    }
    void TearDown() override {
        destroy(instance);
        next().radv = nullptr;
        EXPECT_EQ(next().violations, std::vector<std::string>());
    }
    std::unique_ptr<Client> attach() {
        auto path = protocol::socket_path(getpid());
        auto fd = protocol::connect_to(path.value_or(""));
        EXPECT_TRUE(fd) << (fd ? "" : fd.error().message);
        auto client = std::make_unique<Client>(fd.value_or(-1));
        EXPECT_FALSE(client->greet().contains("error"));
        return client;
    }
    FakeRadv radv;
    VkInstance instance = VK_NULL_HANDLE;
    VkDevice device = VK_NULL_HANDLE;
};

TEST_F(LayerSession, EngineAttachesToARunningProgram) {
    ASSERT_EQ(create_device(instance, &device, nullptr), VK_SUCCESS);
    EXPECT_FALSE(radv.has_callbacks()) << "nobody is attached";
    auto client = attach();
    const json info = client->get(protocol::kOpListDevices)["devices"][0];
    EXPECT_TRUE(radv.has_callbacks()); // requests are served once the devices know of the engine
    EXPECT_EQ(info["name"], "fake navi31");
    EXPECT_EQ(info["debuggable"], false);
    EXPECT_NE(info["why"].get<std::string>().find("handler_gfx11.bin"), std::string::npos) << info["why"];
    destroy(device);
    EXPECT_FALSE(radv.has_callbacks());
    EXPECT_TRUE(client->event(protocol::kEventDeviceDestroyed).is_object());
}

TEST_F(LayerSession, LabelsNameCommands) {
    ASSERT_EQ(create_device(instance, &device, nullptr), VK_SUCCESS);
    auto client = attach();
    const json info = client->get(protocol::kOpListDevices)["devices"][0];
    Handle handle{*reinterpret_cast<const void* const*>(radv.handle())};
    auto* const buffer = reinterpret_cast<VkCommandBuffer>(&handle);
    radv.recording = buffer;
    const auto begin =
        device_function<PFN_vkCmdBeginDebugUtilsLabelEXT>(device, "vkCmdBeginDebugUtilsLabelEXT");
    const auto end = device_function<PFN_vkCmdEndDebugUtilsLabelEXT>(device, "vkCmdEndDebugUtilsLabelEXT");
    const auto insert =
        device_function<PFN_vkCmdInsertDebugUtilsLabelEXT>(device, "vkCmdInsertDebugUtilsLabelEXT");
    const auto start = device_function<PFN_vkBeginCommandBuffer>(device, "vkBeginCommandBuffer");
    const auto label = [](const char* name) {
        return VkDebugUtilsLabelEXT{VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT, nullptr, name, {}};
    };
    const auto frame = label("frame"), cull = label("cull"), blades = label("blades");
    start(buffer, nullptr);
    begin(buffer, &frame);
    begin(buffer, &cull);
    radv.record_command(1, "");
    insert(buffer, &blades);
    radv.record_command(2, "");
    end(buffer);
    radv.record_command(3, "");
    start(buffer, nullptr); // recorded anew: the open label is gone
    radv.record_command(4, "");
    const json commands =
        client->get(protocol::kOpListCommands, {{"device", info["device"]}, {"newest", 10}})["commands"];
    std::vector<std::string> labels;
    for (const json& command : commands)
        labels.push_back(command["label"]);
    EXPECT_EQ(labels, (std::vector<std::string>{"frame / cull", "frame / cull / blades", "frame", ""}));
    EXPECT_EQ(next().calls["label"], 3);
    EXPECT_EQ(next().calls["end label"], 1);
    destroy(device);
}

TEST_F(LayerSession, AHiddenOverlayAddsNoCallToAFrame) {
    ASSERT_EQ(create_device(instance, &device, nullptr), VK_SUCCESS);
    auto client = attach();
    client->get(protocol::kOpListDevices);
    Handle queue{*reinterpret_cast<const void* const*>(radv.handle())};
    const auto present = device_function<PFN_vkQueuePresentKHR>(device, "vkQueuePresentKHR");
    const VkPresentInfoKHR info{
        VK_STRUCTURE_TYPE_PRESENT_INFO_KHR, nullptr, 0, nullptr, 0, nullptr, nullptr, nullptr};
    // Never shown, and hidden again.
    for (int round = 0; round < 2; ++round) {
        next().calls.clear();
        next().asked = 0;
        for (int frame = 0; frame < 100; ++frame) {
            next().presented = nullptr;
            EXPECT_EQ(present(reinterpret_cast<VkQueue>(&queue), &info), VK_SUBOPTIMAL_KHR);
            EXPECT_EQ(next().presented, &info) << "the program's own struct";
        }
        EXPECT_EQ(next().calls, (std::map<std::string, int>{{"vkQueuePresentKHR", 100}}));
        EXPECT_EQ(next().asked, 0);
        client->get(protocol::kOpOverlayShow, {{"visible", true}});
        EXPECT_EQ(client->event(protocol::kEventOverlay)["visible"], true);
        EXPECT_EQ(present(reinterpret_cast<VkQueue>(&queue), &info), VK_SUBOPTIMAL_KHR);
        client->get(protocol::kOpOverlayShow, {{"visible", false}});
        EXPECT_EQ(client->event(protocol::kEventOverlay)["visible"], false);
    }
    destroy(device);
}

TEST_F(LayerSession, AForkedChildDoesNotTalk) {
    ASSERT_EQ(create_device(instance, &device, nullptr), VK_SUCCESS);
    auto client = attach();
    client->get(protocol::kOpListDevices);
    const pid_t child = fork();
    if (child == 0) {
        // It may use Vulkan, with no debugger, and may end in the orderly way.
        const auto destroy_device = device_function<PFN_vkDestroyDevice>(device, "vkDestroyDevice");
        destroy_device(device, nullptr);
        VkDevice own;
        const bool made = create_device(instance, &own, nullptr) == VK_SUCCESS;
        _exit(made ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(WEXITSTATUS(status), 0);
    EXPECT_TRUE(radv.has_callbacks()) << "the parent's session was touched";
    EXPECT_EQ(client->get(protocol::kOpListDevices)["devices"].size(), 1u);
    destroy(device);
}

TEST_F(LayerSession, AnotherTableVersionIsNotUsed) {
    next().table_version = WAVEBREAK_RADV_TABLE_VERSION + 1;
    ASSERT_EQ(create_device(instance, &device, nullptr), VK_SUCCESS);
    auto client = attach();
    const json info = client->get(protocol::kOpListDevices)["devices"][0];
    EXPECT_EQ(info["debuggable"], false);
    EXPECT_NE(info["why"].get<std::string>().find("version"), std::string::npos) << info["why"];
    destroy(device);
}

} // namespace wb::test
