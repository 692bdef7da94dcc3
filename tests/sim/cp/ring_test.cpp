// SPDX-License-Identifier: MIT
// Rings with their threads: order, killing, registers.
#include "tests/sim/cp/cp_fixture.h"

#include <condition_variable>
#include <future>

namespace wb::sim::test {
namespace {

class Rings : public WaveFixture {
protected:
    static constexpr uint64_t kIb = kWindowBase + 0x38000;
    void SetUp() override {
        WaveFixture::SetUp();
        auto made = wb::sim::make_device(traps);
        ASSERT_TRUE(made) << made.error().message;
        whole = std::move(*made);
    }
    void TearDown() override {
        whole = {};
        WaveFixture::TearDown();
    }
    std::future<JobEnd> submit(RingId ring, uint64_t id, uint64_t va, const Words& words) {
        put(va, words);
        auto promise = std::make_shared<std::promise<JobEnd>>();
        Job job;
        job.id = id;
        job.ring = ring;
        job.vm = std::shared_ptr<Vm>(std::shared_ptr<Vm>(), vm.get());
        job.ibs = {{va, uint32_t(words.size()), 0}};
        job.ended = [promise](JobEnd end) { promise->set_value(end); };
        auto future = promise->get_future();
        whole.rings->submit(std::move(job));
        return future;
    }
    static Words wait_for_one(uint64_t va) {
        return {0xc0053c00, 0x13, uint32_t(va), uint32_t(va >> 32), 1, ~0u, 4};
    }
    Device whole;
};

TEST_F(Rings, OneThatWaitsDoesNotBlockAnother) {
    auto waiting = submit({Ip::Compute, 0}, 1, kIb, wait_for_one(kData));
    // The other ring writes what the first waits for.
    auto writing = submit({Ip::Compute, 3}, 2, kIb + 0x100,
                          {0xc0033700, 0x00100500, uint32_t(kData), uint32_t(kData >> 32), 1});
    EXPECT_EQ(writing.get(), JobEnd::Done);
    EXPECT_EQ(waiting.get(), JobEnd::Done);
}

TEST_F(Rings, KillQueuedAndRunning) {
    const RingId ring{Ip::Gfx, 0};
    auto first = submit(ring, 1, kIb, wait_for_one(kData));
    auto second = submit(ring, 2, kIb + 0x100, wait_for_one(kData + 4));
    auto third = submit(ring, 3, kIb + 0x200, {0xffff1000});
    whole.rings->kill(ring, 2);
    whole.rings->kill(ring, 99);
    whole.rings->kill(ring, 1);
    EXPECT_EQ(first.get(), JobEnd::Killed);
    EXPECT_EQ(second.get(), JobEnd::Killed);
    EXPECT_EQ(third.get(), JobEnd::Done) << "the ring lives on";
}

TEST_F(Rings, DeviceGoesAwayUnderAWaitingJob) {
    auto waiting = submit({Ip::Compute, 1}, 1, kIb, wait_for_one(kData));
    whole.rings.reset();
    EXPECT_EQ(waiting.get(), JobEnd::Killed);
}

TEST_F(Rings, SdmaTakesNopsOnly) {
    EXPECT_EQ(submit({Ip::Sdma, 0}, 1, kIb, {0, 0x00020000, 7, 7}).get(), JobEnd::Done);
    EXPECT_EQ(submit({Ip::Sdma, 1}, 2, kIb, {0x1}).get(), JobEnd::Failed);
}

TEST_F(Rings, UnknownRegistersSayTheirOffset) {
    RegisterSelect select;
    const auto read = whole.registers->read_register(select, 0x1234);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, -EINVAL);
    EXPECT_NE(read.error().message.find("0x1234"), std::string::npos);
    // SQ_CMD: (0x1260 + 0x111b) * 4. Command 9 does not exist.
    EXPECT_TRUE(whole.registers->write_register(select, 0x8dec, 0x11));
    EXPECT_FALSE(whole.registers->write_register(select, 0x8dec, 0x19));
    // GRBM_GFX_INDEX: (0xA000 + 0x2200) * 4.
    EXPECT_TRUE(whole.registers->write_register(select, 0x30800, 0x40000000));
    EXPECT_EQ(*whole.registers->read_register(select, 0x30800), 0x40000000u);
}

} // namespace
} // namespace wb::sim::test
