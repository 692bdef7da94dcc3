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

TEST_F(Rings, SdmaRefusesWhatItDoesNotKnow) {
    EXPECT_EQ(submit({Ip::Sdma, 0}, 1, kIb, {0, 0x00020000, 7, 7}).get(), JobEnd::Done);
    EXPECT_EQ(submit({Ip::Sdma, 1}, 2, kIb, {0x2}).get(), JobEnd::Failed) << "a write";
    EXPECT_EQ(submit({Ip::Sdma, 1}, 3, kIb, {0x1}).get(), JobEnd::Failed) << "cut off";
    EXPECT_EQ(submit({Ip::Sdma, 1}, 4, kIb, {0x40001, 3, 0, 0, 0, 0, 0}).get(), JobEnd::Failed)
        << "encrypted";
}

TEST_F(Rings, SdmaCopiesAndFills) {
    const uint32_t low = uint32_t(kData), high = uint32_t(kData >> 32);
    // Four dwords, then ten bytes of them to an odd place.
    EXPECT_EQ(submit({Ip::Sdma, 0}, 1, kIb,
                     {0x8000000b, low, high, 0x44332211, 15, //
                      0x1, 9, 0, low + 4, high, low + 101, high})
                  .get(),
              JobEnd::Done);
    EXPECT_EQ(data(3), 0x44332211u);
    EXPECT_EQ(data(4), 0u);
    EXPECT_EQ(data(25), 0x33221100u);
    EXPECT_EQ(data(27), 0x00221144u);
}

// The middle of a picture of 200 x 40 texels of 4 bytes, in blocks of 64 KB (128 x 128 texels, two in a row
// of blocks), there and back: columns 120 to 135 lie in two blocks.
TEST_F(Rings, SdmaCopiesBetweenTiledAndLinear) {
    constexpr uint64_t kTiled = kData, kLinear = kData + 0x40000;
    constexpr uint32_t kInfo = 2 | 27 << 3 | 1 << 9; // 4 bytes, 64KB_R_X, 2D, one level
    const auto tiled_word = [](uint32_t x, uint32_t y) { return x / 128 * 0x4000 + y * 128 + x % 128; };
    for (uint32_t i = 0; i < 32; ++i)
        put(kLinear + 4 * (i / 16 * 20 + i % 16), Words{100 + i});
    const auto copy = [&](uint32_t header, uint64_t linear) {
        return Words{header,
                     uint32_t(kTiled),
                     uint32_t(kTiled >> 32),
                     120 | 3 << 16,
                     199 << 16,
                     39,
                     kInfo,
                     uint32_t(linear),
                     uint32_t(linear >> 32),
                     0,
                     19 << 16,
                     39,
                     15 | 1 << 16,
                     0};
    };
    EXPECT_EQ(submit({Ip::Sdma, 0}, 1, kIb, copy(0x501, kLinear)).get(), JobEnd::Done);
    EXPECT_EQ(data(tiled_word(119, 3)), 0u);
    EXPECT_EQ(data(tiled_word(120, 3)), 100u);
    EXPECT_EQ(data(tiled_word(128, 3)), 108u);
    EXPECT_EQ(data(tiled_word(135, 4)), 131u);
    EXPECT_EQ(submit({Ip::Sdma, 0}, 2, kIb, copy(0x80000501, kLinear + 0x1000)).get(), JobEnd::Done);
    for (uint32_t i = 0; i < 32; ++i)
        EXPECT_EQ(data(0x10400 + i / 16 * 20 + i % 16), 100 + i) << i;
    // From one linear window to another, of two rows of three.
    EXPECT_EQ(submit({Ip::Sdma, 0}, 3, kIb,
                     {0x40000401, uint32_t(kLinear), uint32_t(kLinear >> 32), 1, 19 << 13, 39, //
                      uint32_t(kLinear + 0x2000), uint32_t(kLinear >> 32), 0, 3 << 13, 7, 2 | 1 << 16, 0})
                  .get(),
              JobEnd::Done);
    EXPECT_EQ(data(0x10800), 101u);
    EXPECT_EQ(data(0x10806), 119u);
    EXPECT_EQ(data(0x10803), 0u);
    // Nothing is mapped there.
    EXPECT_EQ(submit({Ip::Sdma, 0}, 4, kIb, copy(0x501, kWindowBase + 0x800000)).get(), JobEnd::Failed);
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
