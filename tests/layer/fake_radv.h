// SPDX-License-Identifier: MIT
// A driver table over plain memory, and waves played by a thread that obeys the mailbox as the trap handler
// does (trap_handler/mailbox.h). Shader 1 has slots at 0 (entry), 16 and 32.
#pragma once

#include "layer/agent/driver.h"
#include "trap_handler/mailbox.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

namespace wb::test {

class FakeRadv {
    const void* dispatch_key_ = this; ///< the first word of a dispatchable handle

public:
    FakeRadv();
    ~FakeRadv();

    static constexpr uint64_t kShader = 1, kCodeVa = 0x8000'0000, kHandlerVa = 0x9000'0000,
                              kControlVa = 0x9001'0000;
    static constexpr uint64_t kBufferVa = 0x1'0000'0000, kBufferSize = 4096; ///< CPU-mapped, "grass"
    static constexpr uint64_t kHiddenVa = 0x2'0000'0000, kHiddenSize = 4096; ///< no CPU mapping
    static constexpr uint64_t kFreedVa = 0x3'0000'0000;                      ///< the destroyed buffer "gone"
    static constexpr uint32_t kPages = 80, kWaveSize = 64, kVgprs = 8, kLds = 256;

    layer::DriverDevice driver();
    VkDevice handle() { return reinterpret_cast<VkDevice>(this); }

    // What the driver saw.
    std::map<uint32_t, uint32_t> code; ///< slot words by offset
    std::atomic<int> init_calls{0}, waves_stopped{0}, default_on{0};
    VkResult init_result = VK_SUCCESS;
    wb_fault fault{}; ///< precision 0: none
    /// The driver learns that the device is lost.
    void lose() { lost_(); }
    bool has_callbacks();
    uint32_t word(uint32_t offset);
    bool all_disarmed();

    // The program's doings, on the caller's thread.
    void create_shader(uint64_t id);
    void destroy_shader(uint64_t id);
    void record_command(uint32_t id, const char* label);
    void submit(uint64_t submission, std::vector<uint32_t> commands);
    void ran_normal(uint64_t submission, uint64_t shader, uint32_t dispatches);
    void complete(uint64_t submission);
    void message(const char* text);

    // Waves. A stop is published as the handler does it; the wave then obeys until it is let go.
    /// Publishes a stop of `pages` pages and returns its first page.
    uint32_t stop_wave(uint32_t command, uint64_t pc, uint32_t reason = WB_REASON_SLOT);
    bool is_stopped(uint32_t page);
    uint32_t gone(uint32_t command) { return command == WB_CMD_STEP ? stepped_.load() : resumed_.load(); }
    wb_record* record(uint32_t page);
    uint32_t* sgprs(uint32_t page);
    uint32_t* vgprs(uint32_t page);
    wb_control& control() { return *reinterpret_cast<wb_control*>(control_.data()); }

    VkCommandBuffer recording = VK_NULL_HANDLE; ///< the command buffer that record_command names
    std::vector<uint8_t> buffer, hidden, lds;
    /// The handler does not answer transfer commands while set.
    std::atomic<bool> deaf{false};

private:
    struct Calls;
    friend struct Calls;
    void play();
    void obey(uint32_t page);
    void leave(uint32_t page);
    uint8_t* memory(uint64_t va);
    wb_radv_callbacks acquire();
    void release();

    alignas(4096) std::vector<uint64_t> control_, pool_;
    std::vector<uint32_t> page_map_, directory_;
    std::vector<uint8_t> transfer_;
    std::mutex lock_;
    std::condition_variable idle_;
    bool has_set_ = false;
    std::function<void()> lost_ = [] {};
    int running_ = 0;
    wb_radv_callbacks callbacks_{};
    std::map<uint32_t, uint32_t> epochs_; ///< resume epoch by the page of a stopped wave
    std::atomic<uint32_t> resumed_{0}, stepped_{0};
    std::atomic<bool> quit_{false};
    std::thread handler_;
};

} // namespace wb::test
