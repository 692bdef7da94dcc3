// SPDX-License-Identifier: MIT
// Arming, filters, time limits, facts, and requests that do not fit.
#include "tests/layer/agent_fixture.h"

namespace wb::test {

static constexpr uint32_t kEntryTrap = WB_S_TRAP_GFX11 | WB_TRAP_ENTRY,
                          kSlotTrap = WB_S_TRAP_GFX11 | WB_TRAP_SLOT;

TEST_F(AgentTest, ArmsTheEntrySlotWithTheFirstSlotAndDisarmsItWithTheLast) {
    auto client = attach();
    const auto arm = [&](std::vector<uint32_t> offsets, bool armed) {
        return client->ask(protocol::kOpArm,
                           {{"device", device}, {"shader", 1}, {"offsets", offsets}, {"armed", armed}});
    };
    EXPECT_EQ(arm({16}, true)["ok"], true);
    EXPECT_EQ(radv.word(0), kEntryTrap);
    EXPECT_EQ(radv.word(16), kSlotTrap);
    EXPECT_EQ(radv.word(32), WB_S_NOP);
    arm({32, 16}, true);
    arm({16}, false);
    EXPECT_EQ(radv.word(0), kEntryTrap);
    EXPECT_EQ(radv.word(16), WB_S_NOP);
    EXPECT_EQ(radv.word(32), kSlotTrap);
    arm({32}, false);
    EXPECT_TRUE(radv.all_disarmed());
    // The entry slot itself can be a breakpoint.
    arm({0, 16}, true);
    arm({16}, false);
    EXPECT_EQ(radv.word(0), kEntryTrap);
    arm({0}, false);
    EXPECT_TRUE(radv.all_disarmed());
}

TEST_F(AgentTest, ArmingSomethingThatIsNoSlotArmsNothing) {
    auto client = attach();
    const json reply = client->ask(
        protocol::kOpArm, {{"device", device}, {"shader", 1}, {"offsets", {16, 20}}, {"armed", true}});
    EXPECT_NE(reply.value("error", "").find("offset 20 of shader 1 cannot be armed: there is no slot"),
              std::string::npos)
        << reply.dump();
    EXPECT_TRUE(radv.all_disarmed());
    // As the very first one too, when only the entry slot has been written.
    client->ask(protocol::kOpArm, {{"device", device}, {"shader", 1}, {"offsets", {20}}, {"armed", true}});
    EXPECT_TRUE(radv.all_disarmed());
}

TEST_F(AgentTest, FilterGoesIntoTheControlBlock) {
    auto client = attach();
    EXPECT_EQ(radv.control().reasons, 0u);
    client->get(protocol::kOpSetFilter, {{"device", device},
                                         {"command", 7},
                                         {"group", {1, 2, 3}},
                                         {"local", 5},
                                         {"reasons", WB_REASON_SLOT | WB_REASON_STEP}});
    EXPECT_EQ(radv.control().focus_command, 7u);
    EXPECT_EQ(radv.control().focus_group[2], 3u);
    EXPECT_EQ(radv.control().focus_local, 5u);
    EXPECT_EQ(radv.control().reasons, unsigned(WB_REASON_SLOT | WB_REASON_STEP));
    EXPECT_EQ(radv.control().flags, 0u) << "a wave that does not know who it is cannot be the one in focus";
    client->get(protocol::kOpSetFilter, {{"device", device}, {"reasons", WB_REASON_SLOT}});
    EXPECT_EQ(radv.control().focus_command, WB_ANY);
    EXPECT_EQ(radv.control().flags, unsigned(WB_FLAG_UNMARKED));
    client->get(protocol::kOpSetFilter, {{"device", device}, {"reasons", 0}});
    EXPECT_EQ(radv.control().reasons, 0u);
}

TEST_F(AgentTest, TimeLimitIsTenSecondsUnlessChanged) {
    auto client = attach();
    EXPECT_EQ(radv.control().timeout, 1'000'000'000u); // 100 MHz
    client->get(protocol::kOpSetTimeout, {{"device", device}, {"milliseconds", 250}});
    EXPECT_EQ(radv.control().timeout, 25'000'000u);
    client->get(protocol::kOpSetTimeout, {{"device", device}, {"milliseconds", 0}});
    EXPECT_EQ(radv.control().timeout, 0u);
}

TEST_F(AgentTest, ShadersWithAndWithoutSpirv) {
    auto client = attach();
    const json shaders = client->get(protocol::kOpListShaders, {{"device", device}})["shaders"];
    ASSERT_EQ(shaders.size(), 2u);
    EXPECT_EQ(shaders[0]["name"], "grass");
    EXPECT_EQ(shaders[0]["spec_ids"], json({7}));
    EXPECT_EQ(shaders[0]["spec_values"], json({42}));
    EXPECT_EQ(shaders[1]["no_spirv_reason"], "made from a module identifier");
    EXPECT_EQ(
        client->get(protocol::kOpGetSpirv, {{"device", device}, {"shader", 1}})["spirv"].get_binary().size(),
        20u);
    const json none = client->ask(protocol::kOpGetSpirv, {{"device", device}, {"shader", 2}});
    EXPECT_NE(none.value("error", "").find("module identifier"), std::string::npos);
    const json unknown = client->ask(protocol::kOpGetSpirv, {{"device", device}, {"shader", 3}});
    EXPECT_NE(unknown.value("error", "").find("no shader 3"), std::string::npos);
}

TEST_F(AgentTest, RecordKeepsEveryMember) {
    auto client = attach();
    const auto record = client->get(protocol::kOpGetRecord, {{"device", device}, {"shader", 1}})["record"]
                            .get<protocol::Record>();
    EXPECT_EQ(record.code_va, FakeRadv::kCodeVa);
    EXPECT_EQ(record.files, std::vector<std::string>{"grass.comp"});
    ASSERT_EQ(record.slots.size(), 3u);
    EXPECT_EQ(record.slots[1], (std::array<uint32_t, 10>{16, 0, 40, 5, 100, 9, 0, WB_SLOT_STATEMENT, 0, 1}));
    ASSERT_EQ(record.locations.size(), 2u);
    EXPECT_EQ(record.locations[0],
              (std::array<uint64_t, 10>{0, 0, WB_LOC_VGPR, 32, 0, 0, WB_LOC_WRITABLE, 3, WB_NONE, 0}));
    EXPECT_EQ(record.locations[1][9], 0xfedc'ba98'7654'3210u);
    EXPECT_EQ(record.command_sgpr, 5u);
    EXPECT_EQ(record.descriptor_set_sgpr.size(), 32u);
    EXPECT_EQ(record.code.size(), 8u);
    const json none = client->ask(protocol::kOpGetRecord, {{"device", device}, {"shader", 2}});
    EXPECT_NE(none.value("error", "").find("gave no SPIR-V"), std::string::npos) << none.dump();
}

TEST_F(AgentTest, CommandsCarryLabelsAndCountSubmissions) {
    auto client = attach();
    radv.record_command(6, "");
    radv.record_command(7, "blades");
    radv.submit(1, {6, 7});
    radv.submit(2, {7});
    radv.complete(1);
    EXPECT_EQ(client->event(protocol::kEventSubmitted)["commands"], json({6, 7}));
    EXPECT_EQ(client->event(protocol::kEventCompleted)["submission"], 1);
    const json commands =
        client->get(protocol::kOpListCommands, {{"device", device}, {"newest", 10}})["commands"];
    ASSERT_EQ(commands.size(), 2u);
    EXPECT_EQ(commands[0]["label"], "frame / cull");
    EXPECT_EQ(commands[1]["label"], "frame / cull / blades");
    EXPECT_EQ(commands[1]["submissions"], 2);
    EXPECT_EQ(commands[1]["last_submission"], 2);
    EXPECT_EQ(commands[1]["sets"], json({0x1000, 0, 0x3000}));
    EXPECT_EQ(commands[1]["groups"], json({4, 5, 6}));
    EXPECT_EQ(commands[1]["push_constants"].get_binary().size(), 4u);
    const json newest =
        client->get(protocol::kOpListCommands, {{"device", device}, {"newest", 1}})["commands"];
    EXPECT_EQ(newest[0]["command"], 7);
    // Recorded before anybody listened: the driver still knows it.
    EXPECT_EQ(client->get(protocol::kOpGetCommand, {{"device", device}, {"command", 77}})["command"]["kind"],
              int(WB_COMMAND_DISPATCH_INDIRECT));
    EXPECT_EQ(client->ask(protocol::kOpGetCommand, {{"device", device}, {"command", 78}})["ok"], false);
}

TEST_F(AgentTest, DispatchesWithoutAVariantAreToldWithTheirSubmission) {
    auto client = attach();
    radv.ran_normal(2, 5, 3);
    radv.submit(1, {});
    radv.ran_normal(2, 4, 1);
    radv.submit(2, {});
    EXPECT_FALSE(client->event(protocol::kEventSubmitted).contains("normal"));
    EXPECT_EQ(client->event(protocol::kEventSubmitted)["normal"], json({{4, 1}, {5, 3}}));
}

TEST_F(AgentTest, ResourcesAndRanges) {
    auto client = attach();
    const json resource = client->get(
        protocol::kOpGetResource,
        {{"device", device}, {"command", 7}, {"set", 1}, {"binding", 2}, {"element", 3}})["resource"];
    EXPECT_EQ(resource["va"], FakeRadv::kBufferVa + 27);
    EXPECT_EQ(resource["raw"], json({0x1234, 0, 0, 0}));
    const json ranges = client->get(protocol::kOpListRanges, {{"device", device}})["ranges"];
    ASSERT_EQ(ranges.size(), 2u);
    EXPECT_EQ(ranges[0]["name"], "grass");
    EXPECT_EQ(ranges[0]["va"], FakeRadv::kBufferVa);
}

TEST_F(AgentTest, DriverMessagesReachTheEngine) {
    auto client = attach();
    radv.message("the shader was too long");
    const json event = client->event(protocol::kEventMessage);
    EXPECT_EQ(event["text"], "the shader was too long");
    EXPECT_EQ(event["severity"], 2);
}

TEST_F(AgentTest, RequestsThatDoNotFitAreRefusedAndTheSessionGoesOn) {
    auto client = attach();
    EXPECT_NE(client->ask("fly").value("error", "").find("'fly'"), std::string::npos);
    const char* ops[] = {protocol::kOpListShaders,  protocol::kOpGetSpirv,    protocol::kOpGetRecord,
                         protocol::kOpSetDebug,     protocol::kOpArm,         protocol::kOpSetFilter,
                         protocol::kOpListCommands, protocol::kOpGetCommand,  protocol::kOpGetResource,
                         protocol::kOpListRanges,   protocol::kOpListWaves,   protocol::kOpGetRegisters,
                         protocol::kOpGetVgprs,     protocol::kOpSetRegister, protocol::kOpReadMemory,
                         protocol::kOpWriteMemory,  protocol::kOpReadLds,     protocol::kOpWriteLds,
                         protocol::kOpResume,       protocol::kOpRelease,     protocol::kOpSetTimeout};
    for (const char* op : ops) {
        EXPECT_EQ(client->ask(op)["ok"], false) << op << " without fields";
        EXPECT_EQ(client->ask(op, {{"device", "one"}, {"wave", json::array()}, {"hold", {{"a", 1}}}})["ok"],
                  false)
            << op << " with fields of wrong types";
        if (op != std::string(protocol::kOpRelease)) {
            EXPECT_EQ(client->ask(op, {{"device", 99}, {"wave", 99}})["ok"], false) << op << " on no device";
        }
    }
    EXPECT_EQ(client->get(protocol::kOpListDevices)["devices"].size(), 1u);
}

} // namespace wb::test
