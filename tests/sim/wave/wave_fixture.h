// SPDX-License-Identifier: MIT
// A small device for tests: memory, one VM, trap registers and a dispatcher.
#pragma once

#include "sim/kernel/ring_port.h"
#include "sim/wave/dispatcher.h"
#include "tests/sim/wave/programs.h"

#include <gtest/gtest.h>
#include <initializer_list>
#include <span>
#include <vector>

namespace wb::sim::test {

class FakeVm final : public Vm {
public:
    explicit FakeVm(GpuMemory& memory) : memory_(memory) {}
    GpuMemory& memory() override { return memory_; }
    unsigned vmid() const override { return 3; }
    void page_fault(const MemoryFault& fault, const char* client) override {
        last_fault = fault;
        last_client = client;
        ++faults;
    }
    MemoryFault last_fault;
    std::string last_client;
    std::atomic<unsigned> faults{0};

private:
    GpuMemory& memory_;
};

using Words = std::vector<uint32_t>;
/// Programs one after another.
inline Words concat(std::initializer_list<std::span<const uint32_t>> parts) {
    Words out;
    for (const auto part : parts)
        out.insert(out.end(), part.begin(), part.end());
    return out;
}

class WaveFixture : public ::testing::Test {
protected:
    static constexpr uint64_t kCode = kWindowBase + 0x10000, kHandler = kWindowBase + 0x20000,
                              kTma = kWindowBase + 0x30000, kData = kWindowBase + 0x100000;
    static constexpr uint64_t kDataSize = 0x100000;

    void SetUp() override {
        auto made = GpuMemory::create(1 << 24);
        ASSERT_TRUE(made) << made.error().message;
        memory = std::move(*made);
        ASSERT_TRUE(memory->map_anonymous(kWindowBase + 0x10000, 0x30000));
        ASSERT_TRUE(memory->map_anonymous(kData, kDataSize));
        vm = std::make_unique<FakeVm>(*memory);
        make_device({});
    }
    void TearDown() override {
        dispatcher.reset();
        device.reset();
    }
    void make_device(const WaveOptions& options) {
        dispatcher.reset();
        device = std::make_unique<WaveDevice>(traps, options);
        dispatcher = std::make_unique<Dispatcher>(*device);
    }
    void put(uint64_t va, std::span<const uint32_t> words) {
        std::memcpy(memory->host_base() + (va - kWindowBase), words.data(), words.size_bytes());
        device->code_epochs.invalidate_all();
    }
    uint32_t data(unsigned word) const {
        return __atomic_load_n(
            reinterpret_cast<const uint32_t*>(memory->host_base() + (kData - kWindowBase)) + word,
            __ATOMIC_ACQUIRE);
    }
    void set_word(uint64_t va, uint32_t value) {
        __atomic_store_n(reinterpret_cast<uint32_t*>(memory->host_base() + (va - kWindowBase)), value,
                         __ATOMIC_RELEASE);
    }
    /// The handler is installed for the VM's VMID.
    void install(std::span<const uint32_t> handler) {
        put(kHandler, handler);
        traps[vm->vmid()].tba = kHandler;
        traps[vm->vmid()].tma = kTma;
        traps[vm->vmid()].trap_en = true;
    }
    /// `groups` groups of `threads` threads, wave64, the programs' launch state.
    ComputeDispatch dispatch_of(uint32_t groups, uint32_t threads) const {
        ComputeDispatch d;
        d.program = kCode;
        rsrc1::vgprs.set(d.rsrc1, 3); // 16 VGPRs
        rsrc1::float_mode.set(d.rsrc1, 0xC0);
        rsrc1::wgp_mode.set(d.rsrc1, 1);
        rsrc2::user_sgpr.set(d.rsrc2, 2);
        rsrc2::tgid_x_en.set(d.rsrc2, 1);
        rsrc2::tg_size_en.set(d.rsrc2, 1);
        d.user_data[0] = uint32_t(kData);
        d.user_data[1] = uint32_t(kData >> 32);
        d.threads = {threads, 1, 1};
        d.last_threads = d.threads;
        d.end_group = {groups, 1, 1};
        d.vmid = vm->vmid();
        return d;
    }
    DispatchEnd run(const ComputeDispatch& d) {
        const GpuMemory::ExecutorThread executor(*memory);
        return dispatcher->run(d, *vm, cancelled);
    }

    std::unique_ptr<GpuMemory> memory;
    std::unique_ptr<FakeVm> vm;
    TrapRegisters traps;
    std::unique_ptr<WaveDevice> device;
    std::unique_ptr<Dispatcher> dispatcher;
    std::atomic<bool> cancelled{false};
};

} // namespace wb::sim::test
