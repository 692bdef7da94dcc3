// SPDX-License-Identifier: MIT
// A packet processor over a small device. Packets go to kIb, data is at kData (zero).
#pragma once

#include "sim/cp/processor.h"
#include "tests/sim/wave/wave_fixture.h"

namespace wb::sim::test {

class CpFixture : public WaveFixture {
protected:
    static constexpr uint64_t kIb = kWindowBase + 0x38000;
    static constexpr uint32_t kDataLow = uint32_t(kData), kDataHigh = uint32_t(kData >> 32);

    void SetUp() override {
        WaveFixture::SetUp();
        use_ring({Ip::Compute, 0});
    }
    void TearDown() override {
        processor.reset();
        WaveFixture::TearDown();
    }
    void use_ring(RingId id) {
        ring = id;
        processor = std::make_unique<PacketProcessor>(*device, id);
    }
    JobEnd execute(const Words& words) {
        put(kIb, words);
        Job job;
        job.id = 1;
        job.ring = ring;
        job.vm = std::shared_ptr<Vm>(std::shared_ptr<Vm>(), vm.get());
        job.ibs = {{kIb, uint32_t(words.size()), 0}};
        const GpuMemory::ExecutorThread executor(*memory);
        return processor->run(job);
    }
    RingId ring;
    std::unique_ptr<PacketProcessor> processor;
};

} // namespace wb::sim::test
