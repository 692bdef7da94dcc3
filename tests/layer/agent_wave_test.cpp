// SPDX-License-Identifier: MIT
// Stopped waves: listing, registers, memory, LDS, going on.
#include "tests/layer/agent_fixture.h"

#include <cstring>

namespace wb::test {

class WaveTest : public AgentTest {
protected:
    void SetUp() override {
        AgentTest::SetUp();
        client = attach();
        client->get(protocol::kOpGetRecord, {{"device", device}, {"shader", 1}});
        client->get(protocol::kOpSetFilter, {{"device", device}, {"reasons", WB_REASON_SLOT}});
    }
    void TearDown() override {
        client.reset();
        AgentTest::TearDown();
    }
    /// Stops a wave and waits until the agent has told.
    uint32_t stop(uint32_t command = 7, uint64_t pc = FakeRadv::kCodeVa + 20) {
        const uint32_t page = radv.stop_wave(command, pc);
        const json event = client->event(protocol::kEventStopped);
        EXPECT_EQ(event["device"], device);
        return page;
    }
    json waves() { return client->get(protocol::kOpListWaves, {{"device", device}})["waves"]; }

    std::unique_ptr<Client> client;
};

TEST_F(WaveTest, ListsWhatTheRecordSays) {
    radv.record_command(7, "");
    radv.submit(3, {7});
    stop();
    const json list = waves();
    ASSERT_EQ(list.size(), 1u);
    const json& wave = list[0];
    EXPECT_EQ(wave["command"], 7);
    EXPECT_EQ(wave["submission"], 3);
    EXPECT_EQ(wave["shader"], 1);
    EXPECT_EQ(wave["pc"], FakeRadv::kCodeVa + 20);
    EXPECT_EQ(wave["group"], json({1, 2, 3}));
    EXPECT_EQ(wave["reason"], WB_REASON_SLOT);
    EXPECT_EQ(wave["wave_size"], 64);
    EXPECT_EQ(wave["exec"], ~0ull);
    EXPECT_EQ(radv.waves_stopped, 1);
}

TEST_F(WaveTest, ResumesAndNumbersTheNextStopAnew) {
    const uint32_t page = stop();
    const uint64_t first = waves()[0]["wave"];
    EXPECT_EQ(client->get(protocol::kOpResume, {{"device", device}, {"waves", {first}}})["resumed"], 1);
    EXPECT_EQ(waves().size(), 0u) << "a wave that was told to go on is listed";
    EXPECT_TRUE(eventually([&] { return !radv.is_stopped(page); }));
    EXPECT_TRUE(eventually([&] { return radv.waves_stopped == 0; }));
    stop();
    const uint64_t second = waves()[0]["wave"];
    EXPECT_NE(first, second);
    const json late = client->ask(protocol::kOpGetRegisters, {{"wave", first}});
    EXPECT_NE(late.value("error", "").find("not stopped any more"), std::string::npos);
}

TEST_F(WaveTest, ResumesAll) {
    std::vector<uint32_t> pages;
    for (uint32_t i = 0; i < 70; ++i)
        pages.push_back(radv.stop_wave(i, FakeRadv::kCodeVa + 20));
    ASSERT_TRUE(eventually([&] { return waves().size() == 70; }));
    EXPECT_EQ(client->get(protocol::kOpResume, {{"device", device}, {"waves", json::array()}})["resumed"],
              70);
    for (const uint32_t page : pages)
        EXPECT_TRUE(eventually([&] { return !radv.is_stopped(page); }));
    EXPECT_EQ(radv.gone(WB_CMD_RESUME), 70u);
}

TEST_F(WaveTest, StepsOneInstruction) {
    stop();
    client->get(protocol::kOpResume, {{"device", device}, {"waves", json::array()}, {"step", true}});
    EXPECT_EQ(client->event(protocol::kEventStopped)["stops"], 2);
    const json list = waves();
    ASSERT_EQ(list.size(), 1u);
    EXPECT_EQ(list[0]["reason"], WB_REASON_STEP);
    EXPECT_EQ(list[0]["pc"], FakeRadv::kCodeVa + 24);
    EXPECT_EQ(radv.gone(WB_CMD_STEP), 1u);
}

static std::vector<uint32_t> words(const json& bytes) {
    std::vector<uint32_t> out(bytes.get_binary().size() / 4);
    std::memcpy(out.data(), bytes.get_binary().data(), out.size() * 4);
    return out;
}

TEST_F(WaveTest, ReadsRegisters) {
    const uint32_t page = stop();
    radv.vgprs(page)[3 * 64 + 17] = 0xabcd;
    const uint64_t wave = waves()[0]["wave"];
    const auto sgprs = words(client->get(protocol::kOpGetRegisters, {{"wave", wave}})["sgprs"]);
    ASSERT_EQ(sgprs.size(), 128u);
    EXPECT_EQ(sgprs[105], 1105u);
    const auto vgprs =
        words(client->get(protocol::kOpGetVgprs, {{"wave", wave}, {"first", 3}, {"count", 2}})["vgprs"]);
    ASSERT_EQ(vgprs.size(), 128u);
    EXPECT_EQ(vgprs[17], 0xabcdu);
    EXPECT_EQ(vgprs[64], 4u * 64);
    const json beyond = client->ask(protocol::kOpGetVgprs, {{"wave", wave}, {"first", 7}, {"count", 2}});
    EXPECT_NE(beyond.value("error", "").find("the wave has 8"), std::string::npos);
    EXPECT_EQ(
        client->ask(protocol::kOpGetVgprs, {{"wave", wave}, {"first", 1}, {"count", 0xffffffffu}})["ok"],
        false);
}

TEST_F(WaveTest, WritesRegistersIntoTheSaveArea) {
    const uint32_t page = stop();
    const uint64_t wave = waves()[0]["wave"];
    const auto set = [&](const char* kind, uint32_t index, uint32_t lane, uint64_t value) {
        return client->ask(protocol::kOpSetRegister, {{"wave", wave},
                                                      {"kind", kind},
                                                      {"index", index},
                                                      {"lane", lane},
                                                      {"value", value}})["ok"] == true;
    };
    EXPECT_TRUE(set("sgpr", 12, 0, 5));
    EXPECT_TRUE(set("sgpr", 107, 0, 0x55));
    EXPECT_TRUE(set("vgpr", 2, 63, 6));
    EXPECT_TRUE(set("exec", 0, 0, 0xf0f0));
    EXPECT_TRUE(set("m0", 0, 0, 9));
    EXPECT_TRUE(set("scc", 0, 0, 7));
    EXPECT_TRUE(set("mode", 0, 0, 0xf0));
    EXPECT_TRUE(set("pc", 0, 0, FakeRadv::kCodeVa + 8));
    EXPECT_EQ(radv.sgprs(page)[12], 5u);
    EXPECT_EQ(radv.record(page)->vcc, 0x55'0000'0000u) << "the handler restores VCC from the record";
    EXPECT_EQ(radv.vgprs(page)[2 * 64 + 63], 6u);
    EXPECT_EQ(radv.record(page)->exec, 0xf0f0u);
    EXPECT_EQ(radv.record(page)->m0, 9u);
    EXPECT_EQ(radv.record(page)->scc, 1u);
    EXPECT_EQ(radv.record(page)->mode, 0xf0u);
    EXPECT_EQ(radv.record(page)->pc, FakeRadv::kCodeVa + 8);
    EXPECT_FALSE(set("sgpr", 108, 0, 0));
    EXPECT_FALSE(set("vgpr", 8, 0, 0));
    EXPECT_FALSE(set("vgpr", 0, 64, 0));
    EXPECT_FALSE(set("pc", 0, 0, 0x1234));
    EXPECT_FALSE(set("flags", 0, 0, 0));
}

TEST_F(WaveTest, MovesMemoryThroughTheStoppedWave) {
    stop();
    for (size_t i = 0; i < radv.hidden.size(); ++i)
        radv.hidden[i] = uint8_t(i * 7);
    // Not aligned, and longer than the transfer buffer of 64 bytes.
    const json reply = client->get(protocol::kOpReadMemory,
                                   {{"device", device}, {"address", FakeRadv::kHiddenVa + 5}, {"size", 301}});
    const auto& data = reply["data"].get_binary();
    ASSERT_EQ(data.size(), 301u);
    EXPECT_TRUE(std::equal(data.begin(), data.end(), radv.hidden.begin() + 5));

    const std::vector<uint8_t> old = radv.hidden;
    std::vector<uint8_t> fresh(130, 0xee);
    client->get(protocol::kOpWriteMemory,
                {{"device", device}, {"address", FakeRadv::kHiddenVa + 7}, {"data", json::binary(fresh)}});
    for (size_t i = 0; i < old.size(); ++i)
        ASSERT_EQ(radv.hidden[i], i >= 7 && i < 137 ? 0xee : old[i]) << i;
}

TEST_F(WaveTest, ReadsMappedMemoryWithoutAWave) {
    radv.buffer[10] = 0x5a;
    const json reply = client->get(protocol::kOpReadMemory,
                                   {{"device", device}, {"address", FakeRadv::kBufferVa + 10}, {"size", 1}});
    EXPECT_EQ(reply["data"].get_binary().at(0), 0x5a);
    client->get(protocol::kOpWriteMemory, {{"device", device},
                                           {"address", FakeRadv::kBufferVa + 11},
                                           {"data", json::binary(std::vector<uint8_t>{1, 2, 3})}});
    EXPECT_EQ(radv.buffer[13], 3);
    const json hidden = client->ask(protocol::kOpReadMemory,
                                    {{"device", device}, {"address", FakeRadv::kHiddenVa}, {"size", 4}});
    EXPECT_NE(hidden.value("error", "").find("while a wave is stopped"), std::string::npos);
}

TEST_F(WaveTest, RefusesUnmappedMemoryByName) {
    stop();
    const auto read = [&](uint64_t address, uint64_t size) {
        return client
            ->ask(protocol::kOpReadMemory, {{"device", device}, {"address", address}, {"size", size}})
            .value("error", "");
    };
    const std::string before = read(FakeRadv::kBufferVa - 8, 4);
    EXPECT_NE(before.find("0xfffffff8"), std::string::npos) << before;
    EXPECT_NE(before.find("'grass'"), std::string::npos) << before;
    const std::string across = read(FakeRadv::kBufferVa + FakeRadv::kBufferSize - 4, 8);
    EXPECT_NE(across.find("0x100001000"), std::string::npos) << across;
    EXPECT_NE(read(~0ull - 3, 8).find("wraps"), std::string::npos);
    EXPECT_NE(read(FakeRadv::kBufferVa, 1ull << 40).find("at once"), std::string::npos);
    EXPECT_NE(
        client
            ->ask(protocol::kOpWriteMemory,
                  {{"device", device}, {"address", 0x10}, {"data", json::binary(std::vector<uint8_t>{1})}})
            .value("error", "")
            .find("nothing is mapped"),
        std::string::npos);
}

TEST_F(WaveTest, ReadsAndWritesWordsOfLds) {
    stop();
    for (size_t i = 0; i < radv.lds.size(); ++i)
        radv.lds[i] = uint8_t(i);
    const uint64_t wave = waves()[0]["wave"];
    const json reply = client->get(protocol::kOpReadLds, {{"wave", wave}, {"offset", 3}, {"size", 100}});
    EXPECT_TRUE(std::equal(reply["data"].get_binary().begin(), reply["data"].get_binary().end(),
                           radv.lds.begin() + 3));
    client->get(protocol::kOpWriteLds,
                {{"wave", wave}, {"offset", 8}, {"data", json::binary(std::vector<uint8_t>{9, 9, 9, 9})}});
    EXPECT_EQ(radv.lds[8], 9);
    EXPECT_EQ(radv.lds[12], 12);
    const json beyond = client->ask(protocol::kOpReadLds, {{"wave", wave}, {"offset", 250}, {"size", 8}});
    EXPECT_NE(beyond.value("error", "").find("the group has 256"), std::string::npos);
}

TEST_F(WaveTest, AWaveThatDoesNotAnswerIsAnError) {
    stop();
    radv.deaf = true;
    const json reply = client->ask(protocol::kOpReadMemory,
                                   {{"device", device}, {"address", FakeRadv::kHiddenVa}, {"size", 4}});
    EXPECT_NE(reply.value("error", "").find("does not answer"), std::string::npos);
    radv.deaf = false;
}

TEST_F(WaveTest, HeartBeatsWhileWavesAreStopped) {
    stop();
    const uint32_t before = std::atomic_ref(radv.control().heartbeat).load();
    EXPECT_TRUE(eventually([&] { return std::atomic_ref(radv.control().heartbeat).load() - before >= 3; }));
}

} // namespace wb::test
