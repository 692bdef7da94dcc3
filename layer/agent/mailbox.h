// SPDX-License-Identifier: MIT
// The host's side of the mailbox (trap_handler/mailbox.h): control words, stopped waves, orders to them.
// Used by the agent thread only.
#pragma once

#include "common/result.h"
#include "layer/agent/driver.h"
#include "trap_handler/mailbox.h"

#include <array>
#include <chrono>
#include <functional>
#include <span>

namespace wb::layer {

/// Which waves the handler stops; WB_ANY = any.
struct Filter {
    uint32_t command = WB_ANY;
    std::array<uint32_t, 3> group{WB_ANY, 0, 0};
    uint32_t local = WB_ANY;
    uint32_t reasons = 0; ///< WB_REASON_*; 0 = stop nothing
};

/// A stopped wave's place: the first page of its save area, and the number of the stop that is expected
/// there.
struct Area {
    uint32_t page = 0;
    uint32_t serial = 0;
};

class Mailbox {
public:
    /// `info` after init_trap; its mappings outlive the mailbox.
    explicit Mailbox(const wb_device_info& info) : info_(info) {}

    void set_filter(const Filter& filter);
    /// From now on every trap is resumed at once.
    void stop_nothing();
    /// Dead-man's switch of the handler, in REALTIME ticks (10 ns on gfx11); 0 = off.
    void set_timeout(uint64_t ticks);
    /// Tells the handler that the agent lives.
    void beat();

    uint32_t stop_count() const;
    uint32_t missed() const;
    uint32_t timed_out() const;

    /// All waves that are published as stopped.
    std::vector<Area> stopped() const;
    /// True when no wave holds a save area: none is stopped, about to stop, or about to go on.
    bool is_empty() const;
    /// The wave's record, null when that stop is over. Host writes go to members marked H in mailbox.h.
    wb_record* record(const Area& area) const;
    /// SGPRs (WB_SAVED_SGPRS words), and VGPRs behind them: register r of lane l at r * wave_size + l.
    uint32_t* sgprs(const Area& area) const;
    uint32_t* vgprs(const Area& area) const;

    /// Lets the wave go on (WB_CMD_RESUME or WB_CMD_STEP). False when that stop is over.
    bool let_go(const Area& area, uint32_t command);
    /// Lets every wave go on that is stopped now.
    void let_all_go();

    /// Has the wave copy memory or LDS (WB_CMD_READ_MEMORY, …). `address` and size: multiples of 4. Waits at
    /// most `patience`; the handler looks every 0.1 ms. Data goes through the transfer buffer in pieces.
    Status read(const Area& area, uint32_t command, uint64_t address, std::span<uint8_t> out,
                std::chrono::milliseconds patience);
    Status write(const Area& area, uint32_t command, uint64_t address, std::span<const uint8_t> data,
                 std::chrono::milliseconds patience);

private:
    Status order(const Area& area, uint32_t command, uint64_t address, uint32_t size,
                 std::chrono::milliseconds patience);
    uint32_t used_pages(uint32_t word) const;

    wb_device_info info_;
    uint32_t sequence_ = 0;
};

} // namespace wb::layer
