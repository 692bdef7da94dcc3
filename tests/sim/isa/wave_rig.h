// SPDX-License-Identifier: MIT
// One wave with a little memory around it, to run a few instructions on: the fixture of the instruction
// tests.
#pragma once

#include "sim/isa/code_cache.h"
#include "sim/wave/wave.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace wb::test {

/// The wave starts with all lanes on, every register 0, TRAP_EN set, PRIV clear, and MODE as RADV sets it for
/// compute (round to nearest even, f32 denormals flushed, f16/f64 ones kept, dx10_clamp, ieee off).
class WaveRig final : public sim::WaveServices {
public:
    static constexpr uint64_t kCode = sim::kWindowBase + 0x10000;  ///< Where run() puts code: 64 KiB mapped.
    static constexpr uint64_t kData = sim::kWindowBase + 0x100000; ///< 64 KiB of zeros for the test's use.
    static constexpr uint64_t kUnmapped = sim::kWindowBase + 0x800000;
    static constexpr unsigned kVgprs = 256;
    static constexpr size_t kLdsBytes = 64 * 1024;
    static constexpr uint64_t kTma = 0xffff'8000'1234'5600, kTba = 0xffff'8000'4321'0000;

    explicit WaveRig(unsigned lanes = 64);
    ~WaveRig() override;

    /// Assembles `text`, puts it at kCode and runs it from its first instruction until the PC leaves it or an
    /// instruction raises an event, which is then in wave.events. Returns the instructions executed. More
    /// than `limit` instructions fail the test.
    unsigned run(std::string_view text, unsigned limit = 1000);
    /// The same for machine words.
    unsigned run_words(std::span<const uint32_t> words, unsigned limit = 1000);

    uint32_t& s(unsigned code) { return wave.sgpr[code]; }
    uint64_t s64(unsigned code) const { return wave.sgpr64(code); }
    void set_s64(unsigned code, uint64_t value) { wave.set_sgpr64(code, value); }
    uint32_t& v(unsigned number, unsigned lane) { return vgprs[number].lane[lane]; }
    /// Sets all lanes of a VGPR to one value.
    void fill(unsigned number, uint32_t value);
    template <class T>
    T load(uint64_t address) {
        return memory->load<T>(address);
    }
    template <class T>
    void store(uint64_t address, T value) {
        memory->store<T>(address, value);
    }

    // sim::WaveServices
    uint64_t realtime() override { return 0x1234'5678'9abc'def0; }
    uint64_t shader_cycles() override { return 0xabc'def12; }
    uint64_t trap_memory_address(const sim::Wave&) override { return kTma; }
    uint64_t trap_base_address(const sim::Wave&) override { return kTba; }
    void send_message(sim::Wave& sender, unsigned message) override {
        messages.push_back({message, sender.sgpr[sim::kM0]});
    }
    void invalidate_instruction_cache(sim::Wave& invalidator) override;

    std::unique_ptr<sim::GpuMemory> memory;
    std::vector<sim::Vgpr> vgprs;
    sim::Workgroup group;
    sim::Wave wave;
    std::vector<std::pair<unsigned, uint32_t>> messages; ///< s_sendmsg ids with M0.
    sim::CodeCacheEpochs epochs;
    std::unique_ptr<sim::CodeCache> code;

private:
    std::unique_ptr<sim::GpuMemory::ExecutorThread> thread_;
    sim::Wave* waves_[1];
};

} // namespace wb::test
