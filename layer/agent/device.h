// SPDX-License-Identifier: MIT
// One VkDevice under the debugger: trap handler, slots, stopped waves. Everything but the callbacks belongs
// to the agent thread.
#pragma once

#include "layer/agent/command_log.h"
#include "layer/agent/events.h"
#include "layer/agent/mailbox.h"
#include "layer/agent/slots.h"
#include "layer/trap/installer.h"

#include <optional>
#include <set>

namespace wb::layer {

/// What a device needs from its surroundings; replaced in tests.
struct Services {
    std::function<Result<TrapCode>(uint32_t gfx_level)> load_code;
    std::function<std::unique_ptr<TrapInstaller>(const wb_device_info&)> make_installer;
    /// Says something on the program's stderr: 0 information, 1 warning, 2 error.
    std::function<void(int severity, const std::string& text)> say = [](int, const std::string&) {};
    /// How long the program waits for the engine at device and pipeline creation.
    std::chrono::milliseconds patience{2000};
    bool simulated = false;
};

struct Hooks;
class LossReporter;

class Device {
public:
    Device(uint32_t number, DriverDevice driver, const Services& services, Outbox& outbox, Holds& holds);
    ~Device();
    Device(const Device&) = delete;

    uint32_t number() const { return number_; }
    VkDevice handle() const { return driver_.handle; }
    bool has_table() const { return driver_.table != nullptr; }
    const wb_radv_table& table() const { return *driver_.table; }
    const DriverDevice& driver() const { return driver_; }
    protocol::DeviceInfo describe() const;

    /// An engine is there: callbacks, trap handler and mailbox. Failure leaves the device not debuggable.
    void engage();
    /// The engine is gone: nothing stops any more, every slot is disarmed, every wave goes on.
    void disengage();
    /// Waits, bounded, until no wave is in the handler, and takes the handler away. Before the VkDevice dies.
    void retire(std::chrono::milliseconds patience);

    /// An error that says why nothing can be debugged here.
    Status check() const;
    Mailbox& mailbox() { return *mailbox_; }
    Slots& slots() { return slots_; }
    CommandLog& commands() { return commands_; }
    CodeMap& code() { return code_; }

    /// Switches debug variants: for all new shaders (`shader` 0), or for one.
    Status set_debug(uint64_t shader, bool on, uint32_t flags);
    /// True when the shader's variant is bound at recording, as far as set_debug was asked.
    bool is_debugged(uint64_t shader) const { return debugged_.contains(shader); }
    void set_filter(const Filter& filter);
    void set_timeout(uint32_t milliseconds);
    /// Has every wave trap that can: they stop where they are, if the filter has WB_REASON_HOST.
    Status interrupt();

    /// Waves that wait for the engine: stopped, and not told to go on.
    std::vector<Area> waiting();
    uint64_t wave_id(const Area& area) const { return uint64_t(number_) << 32 | area.serial; }
    /// The place of a waiting wave, by its id.
    Result<Area> find_wave(uint64_t wave);
    bool let_go(const Area& area, uint32_t command);
    uint32_t let_all_go(uint32_t command);

    /// Looks at the mailbox: reports new stops, lets stragglers go after an engine has left. True when
    /// something has happened.
    bool poll();
    /// True while the mailbox must be polled.
    bool is_active() const { return mailbox_ && (wants_stops_ || waves_stopped_ || draining_); }
    void beat();
    /// A wave is stopped or may stop at a slot.
    bool may_stop() const { return slots_.any() || waves_stopped_; }

private:
    void note_waves_stopped(size_t count);
    bool drain();
    void forget_destroyed();
    Status prepare_trap();

    const uint32_t number_;
    DriverDevice driver_;
    const Services& services_;
    Outbox& outbox_;
    Holds& holds_;
    wb_device_info info_{};
    std::string why_;
    std::optional<Mailbox> mailbox_;
    std::unique_ptr<TrapInstaller> installer_;
    Slots slots_;
    CommandLog commands_;
    CodeMap code_;
    std::unique_ptr<Hooks> hooks_; ///< what RADV's callbacks work on, while there are some
    std::unique_ptr<LossReporter> loss_;
    std::set<uint32_t> going_; ///< serials of stops that were told to go on
    DebuggedShaders debugged_;
    uint32_t seen_stops_ = 0;
    bool engaged_ = false, wants_stops_ = false, waves_stopped_ = false, draining_ = false;
    std::chrono::steady_clock::time_point last_refresh_{}, drain_until_{};
};

} // namespace wb::layer
