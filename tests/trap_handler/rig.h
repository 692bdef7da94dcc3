// SPDX-License-Identifier: MIT
// The real trap handler on the simulator's waves, with this process as the host side of the mailbox: no
// driver, no command processor. A test puts a program, starts it on a thread, and talks to its stopped waves.
#pragma once

#include "sim/wave/dispatcher.h"
#include "tests/sim/isa/assembler.h"
#include "tests/sim/wave/wave_fixture.h"
#include "trap_handler/mailbox.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace wb::test {

/// A stopped wave's save area, as the host sees it.
struct Stopped {
    unsigned page = 0; ///< First page of its area.
    wb_record* record = nullptr;
    uint32_t serial = 0;      ///< Of the record when the wave was found: its area may be another's by now.
    uint32_t* sgpr = nullptr; ///< WB_SAVED_SGPRS words.
    uint32_t* vgpr = nullptr; ///< Register r of lane l at [r * wave_size + l].
    uint32_t& v(unsigned number, unsigned lane) const { return vgpr[number * record->wave_size + lane]; }
};

class TrapRig : public ::testing::Test {
protected:
    static constexpr uint64_t kBase = sim::kWindowBase;
    static constexpr uint64_t kCode = kBase + 0x10100, kHandler = kBase + 0x30000, kControl = kBase + 0x40000,
                              kDirectory = kBase + 0x50000, kPageMap = kBase + 0x60004,
                              kTransfer = kBase + 0x70000, kData = kBase + 0x100000,
                              kPool = kBase + 0x1000000;
    static constexpr uint32_t kTransferSize = 0x10000, kDataSize = 0x100000, kPageWords = 512;
    static constexpr uint32_t kUserSgprs =
        5; ///< s0:1 kData, s2:3 0, s4 the command id; then group ids x, y, z, TG_SIZE.
    static constexpr uint32_t kCommandId = 77;

    void SetUp() override;
    void TearDown() override;

    /// Restarts the device with other options.
    void make_device(const sim::WaveOptions& options);
    /// Puts `text` behind a variant header at kCode. Its launch state is that of dispatch_of().
    void program(std::string_view text, unsigned lanes);
    /// `groups` groups of `threads` threads with at least `vgprs` VGPRs and TRAP_PRESENT.
    sim::ComputeDispatch dispatch_of(uint32_t groups, uint32_t threads, unsigned lanes,
                                     unsigned vgprs = 16) const;
    /// Runs the dispatch to its end on this thread: nothing may stop.
    sim::DispatchEnd run(const sim::ComputeDispatch& dispatch);
    /// Runs it on another thread.
    void start(const sim::ComputeDispatch& dispatch);
    /// Waits for its end.
    sim::DispatchEnd finish();

    /// The host's side. All waits end the test with a failure (and std::runtime_error) after 60 s.
    wb_control& control() const { return *at<wb_control>(kControl); }
    void wait_until(const std::function<bool()>& condition, const char* what) const;
    /// Waits until `count` stops have been published since the start of the test.
    void wait_stops(uint32_t count) const;
    /// All stopped waves, in the order of their serials.
    std::vector<Stopped> stopped() const;
    /// Waits for stop number `count` (from 1) and returns the only stopped wave.
    Stopped only_stop(uint32_t count) const;
    /// Writes a command; resume and step do not wait.
    void command(const Stopped& wave, uint32_t command) const;
    void resume(const Stopped& wave) const { command(wave, WB_CMD_RESUME); }
    void resume_all() const;
    /// Runs a transfer command to its end.
    void transfer(const Stopped& wave, uint32_t command, uint64_t address, uint32_t size) const;
    /// Steps the wave and waits for its next stop.
    Stopped step(const Stopped& wave) const;
    /// True when every page of the pool is free again.
    bool pool_is_free() const;
    /// Marks pages of the pool as lacking.
    void keep_pages(unsigned pages);

    template <class T>
    T* at(uint64_t va) const {
        return reinterpret_cast<T*>(memory->host_base() + (va - kBase));
    }
    uint32_t read(const uint32_t& word) const { return __atomic_load_n(&word, __ATOMIC_ACQUIRE); }
    uint32_t data(unsigned word) const { return read(at<uint32_t>(kData)[word]); }
    /// A copy of the first `bytes` of the data buffer.
    std::vector<uint32_t> data_words(uint32_t bytes) const;
    void clear_data() { std::memset(at<uint8_t>(kData), 0, kDataSize); }
    /// GPU address of a label: the program defines `name = .` by a marker, see marker().
    uint64_t code_at(unsigned word) const { return kCode + word * 4u; }
    /// Writes a word of code, as arming a slot does, and drops the instruction caches.
    void patch(unsigned word, uint32_t value);
    /// Index of the nth (from 0) word of the program that equals `value`.
    unsigned find_word(uint32_t value, unsigned nth = 0) const;
    std::vector<uint32_t> words; ///< The program.

    std::unique_ptr<sim::GpuMemory> memory;
    std::unique_ptr<sim::test::FakeVm> vm;
    sim::TrapRegisters traps;
    std::unique_ptr<sim::WaveDevice> device;
    std::unique_ptr<sim::Dispatcher> dispatcher;
    std::atomic<bool> cancelled{false};

private:
    std::thread runner_;
    std::atomic<bool> ended_{false};
    sim::DispatchEnd end_;
};

} // namespace wb::test
