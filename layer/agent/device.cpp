// SPDX-License-Identifier: MIT
#include "layer/agent/device.h"

#include "layer/agent/faults.h"
#include "layer/agent/hooks.h"

#include <thread>

namespace wb::layer {

using Clock = std::chrono::steady_clock;

/// REALTIME ticks in a millisecond: 100 MHz on gfx11 (mailbox.h).
static constexpr uint64_t kTicksPerMs = 100'000;
static constexpr uint32_t kDefaultTimeoutMs = 10'000;
/// A wave that had passed the handler's filter when everything was let go is published within this time.
static constexpr std::chrono::milliseconds kStragglers{250};

Device::Device(uint32_t number, DriverDevice driver, const Services& services, Outbox& outbox, Holds& holds)
    : number_(number), driver_(std::move(driver)), services_(services), outbox_(outbox), holds_(holds),
      slots_(driver_) {
    if (driver_.table)
        (void)driver_.table->get_device_info(driver_.handle, &info_);
    else
        why_ = driver_.why;
    loss_ = std::make_unique<LossReporter>(number_, driver_, commands_, outbox_, services_.say);
}

Device::~Device() = default;

protocol::DeviceInfo Device::describe() const {
    protocol::DeviceInfo out;
    out.device = number_;
    out.name = info_.device_name ? info_.device_name : driver_.name;
    out.driver = info_.driver_info ? info_.driver_info : driver_.driver;
    out.debuggable = mailbox_.has_value() && why_.empty();
    out.simulated = services_.simulated;
    out.why = why_;
    if (!driver_.table) return out;
    out.gfx_level = info_.gfx_level;
    out.vmid = info_.vmid;
    out.handler_va = info_.handler_va;
    out.control_va = info_.control_va;
    out.install = installer_ ? installer_->name() : "";
    out.lockup_ms = lockup_milliseconds();
    return out;
}

Status Device::check() const {
    if (mailbox_ && why_.empty()) return {};
    return fail("device " + std::to_string(number_) +
                " cannot be debugged: " + (why_.empty() ? "no engine is attached" : why_));
}

Status Device::prepare_trap() {
    auto code = services_.load_code(info_.gfx_level);
    if (!code) return std::unexpected(code.error());
    const VkResult result = driver_.table->init_trap(
        driver_.handle, code->handler.data(), code->handler.size(), code->probe.data(), code->probe.size());
    if (result < 0) return driver_failure("RADV could not set up the trap handler", result);
    (void)driver_.table->get_device_info(driver_.handle, &info_);
    if (!info_.control || !info_.pool || !info_.page_map || !info_.directory || !info_.transfer)
        return fail("RADV gave no mailbox");
    if (info_.control->magic != WB_MAILBOX_MAGIC || info_.control->version != WB_MAILBOX_VERSION)
        return fail("RADV and layer disagree about the mailbox; install both from one build");
    installer_ = services_.make_installer(info_);
    return installer_->install(info_.vmid, info_.handler_va, info_.control_va);
}

void Device::engage() {
    if (!driver_.table || engaged_) return;
    engaged_ = true;
    hooks_.reset(
        new Hooks{number_, services_, outbox_, holds_, commands_, code_, debugged_, driver_.label_of});
    const wb_radv_callbacks callbacks = make_callbacks(*hooks_);
    driver_.table->set_callbacks(driver_.handle, &callbacks);
    if (!mailbox_) {
        const Status ready = prepare_trap();
        why_ = ready ? "" : ready.error().message;
        if (!ready) {
            installer_.reset();
            services_.say(1, why_);
            outbox_.message(1, "device " + std::to_string(number_) + " cannot be debugged: " + why_);
            return;
        }
        mailbox_.emplace(info_);
    }
    mailbox_->stop_nothing();
    mailbox_->beat();
    set_timeout(kDefaultTimeoutMs);
    seen_stops_ = mailbox_->stop_count();
}

void Device::disengage() {
    if (!engaged_) return;
    engaged_ = false;
    wants_stops_ = false;
    forget_destroyed();
    if (mailbox_) {
        mailbox_->stop_nothing();
        slots_.disarm_all();
        mailbox_->let_all_go();
        draining_ = true;
        drain_until_ = Clock::now() + kStragglers;
        going_.clear();
    }
    driver_.table->set_debug_default(driver_.handle, 0, 0);
    for (const uint64_t shader : debugged_.take())
        (void)driver_.table->set_shader_debug(driver_.handle, shader, 0, 0);
    note_waves_stopped(0);
    driver_.table->set_callbacks(driver_.handle, nullptr);
    hooks_.reset();
    commands_.clear();
}

void Device::retire(std::chrono::milliseconds patience) {
    disengage();
    const auto deadline = Clock::now() + patience;
    while (mailbox_ && !drain() && Clock::now() < deadline)
        std::this_thread::sleep_for(std::chrono::microseconds(200));
    if (installer_) installer_->remove();
}

Status Device::set_debug(uint64_t shader, bool on, uint32_t flags) {
    if (!driver_.table) return check();
    if (shader == 0) {
        debugged_.set_default(on);
        driver_.table->set_debug_default(driver_.handle, on, flags);
        return {};
    }
    // Armed slots belong to the variant in use; another one has other slots.
    if (slots_.any(shader)) {
        if (!on) return fail("shader " + std::to_string(shader) + " has armed slots; disarm them first");
    }
    const VkResult result = driver_.table->set_shader_debug(driver_.handle, shader, on, flags);
    if (result < 0)
        return driver_failure("debugging of shader " + std::to_string(shader) + " cannot be switched",
                              result);
    debugged_.set(shader, on);
    return {};
}

void Device::set_filter(const Filter& filter) {
    mailbox_->set_filter(filter);
    wants_stops_ = filter.reasons != 0;
}

void Device::set_timeout(uint32_t milliseconds) {
    mailbox_->set_timeout(milliseconds * kTicksPerMs);
}

Status Device::interrupt() {
    return installer_ ? installer_->trap_waves() : check();
}

std::vector<Area> Device::waiting() {
    std::vector<Area> out = mailbox_->stopped();
    std::set<uint32_t> still_going;
    std::erase_if(out, [&](const Area& area) {
        if (!going_.contains(area.serial)) return false;
        still_going.insert(area.serial);
        return true;
    });
    going_ = std::move(still_going);
    return out;
}

Result<Area> Device::find_wave(uint64_t wave) {
    for (const Area& area : waiting())
        if (wave_id(area) == wave) return area;
    return fail("wave " + std::to_string(wave) +
                " is not stopped any more; it was let go, or the time limit has let it go");
}

bool Device::let_go(const Area& area, uint32_t command) {
    if (!mailbox_->let_go(area, command)) return false;
    going_.insert(area.serial);
    return true;
}

uint32_t Device::let_all_go(uint32_t command) {
    uint32_t count = 0;
    for (const Area& area : waiting())
        count += let_go(area, command);
    return count;
}

void Device::note_waves_stopped(size_t count) {
    const bool stopped = count != 0;
    if (stopped == waves_stopped_) return;
    waves_stopped_ = stopped;
    driver_.table->set_waves_stopped(driver_.handle, stopped);
}

/// A wave that was on its way into the handler when everything was let go reads the control block afterwards,
/// so it has to be let go by itself.
bool Device::drain() {
    if (mailbox_->is_empty()) return true;
    mailbox_->beat();
    for (const Area& area : mailbox_->stopped())
        if (going_.insert(area.serial).second) (void)mailbox_->let_go(area, WB_CMD_RESUME);
    return false;
}

void Device::forget_destroyed() {
    for (const uint64_t shader : debugged_.take_destroyed()) {
        slots_.forget(shader);
        code_.remove(shader);
    }
}

bool Device::poll() {
    if (!mailbox_) return false;
    forget_destroyed();
    if (!engaged_) {
        if (!draining_ || !drain() || Clock::now() < drain_until_) return false;
        draining_ = false;
        going_.clear();
        return false;
    }
    draining_ = false;
    const uint32_t stops = mailbox_->stop_count();
    const bool is_new = stops != seen_stops_;
    if (!is_new && !waves_stopped_) return false;
    const size_t count = waiting().size();
    note_waves_stopped(count);
    if (!is_new) return false;
    seen_stops_ = stops;
    outbox_.put(
        {{"event", protocol::kEventStopped}, {"device", number_}, {"waves", count}, {"stops", stops}});
    return true;
}

void Device::beat() {
    if (!mailbox_) return;
    mailbox_->beat();
    const auto now = Clock::now();
    if (!engaged_ || !slots_.any() || now - last_refresh_ < std::chrono::seconds(1)) return;
    last_refresh_ = now;
    const auto lost = installer_->refresh();
    if (lost && *lost)
        outbox_.message(1, "the GPU had lost the trap handler's address (power saving, suspend or reset); it "
                           "was written again");
}

} // namespace wb::layer
