// SPDX-License-Identifier: MIT
// Where the waves of a submission are that runs so long that the kernel may soon end it. The kernel tells
// nothing of that afterwards, so we look beforehand: a host trap has them say where they are and go on.
#include "engine/session/session.h"
#include "trap_handler/mailbox.h"

#include <bit>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace wb::engine {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

static constexpr size_t kPlacesTold = 4, kWatched = 64;

void Session::Watch::submitted(uint32_t device, uint64_t submission, std::vector<uint32_t> commands) {
    // Of a program that has so many on the way only the newest are looked at.
    if (running.size() >= kWatched) running.erase(running.begin());
    running.push_back({device, submission, std::move(commands), Clock::now()});
    last = running.back();
}

void Session::Watch::completed(uint32_t device, uint64_t submission) {
    std::erase_if(running,
                  [&](const Running& r) { return r.device == device && r.submission == submission; });
}

void Session::note_place(WaveView& view) {
    if (!watch_.looking || watch_.places.size() >= kPlacesTold) return;
    const Slot* slot = view.statement();
    if (!slot) return;
    const std::string_view file = view.shader()->file_of(*slot);
    std::string place =
        fmt::format("{}:{} of {}", file.substr(file.rfind('/') + 1), slot->line, view.shader()->title());
    const uint64_t exec = view.info().exec;
    if (const auto id = view.global_id(exec ? unsigned(std::countr_zero(exec)) : 0))
        place += fmt::format(", invocation ({}, {}, {})", (*id)[0], (*id)[1], (*id)[2]);
    watch_.places.insert(std::move(place));
}

void Session::begin_look(const Watch::Running& running) {
    watch_.looked.insert(running.submission);
    watch_.looking = true;
    watch_.places.clear();
    watch_.submission = running.submission;
    watch_.until = Clock::now() + 1s;
    // Any wave, not those of one breakpoint only.
    if (Status ok = apply_filter(nullptr); !ok) return notify(2, ok.error().message);
    if (Status ok = agent_.interrupt(running.device); !ok) notify(2, ok.error().message);
}

void Session::end_look() {
    watch_.looking = false;
    if (Status ok = apply_filter(nullptr); !ok) notify(2, ok.error().message);
    if (watch_.places.empty()) return;
    std::string text;
    for (const std::string& place : watch_.places)
        text += "\n  " + place;
    watch_.seen = fmt::format("submission {} was last seen at{}", watch_.submission, text);
    notify(1,
           fmt::format("submission {} has been running for a long time; the kernel ends it after {:.3g} s. "
                       "It is at{}",
                       watch_.submission, watch_.limit / 1000.0, text));
}

void Session::watch() {
    if (watch_.looking) {
        if (!watch_.places.empty() || Clock::now() > watch_.until) end_look();
        return;
    }
    if (!waves_.empty() || watch_.running.empty()) return;
    for (const Watch::Running& running : watch_.running) {
        if (watch_.looked.contains(running.submission)) continue;
        for (const protocol::DeviceInfo& device : devices_)
            if (device.device == running.device && device.lockup_ms &&
                Clock::now() - running.since > std::chrono::milliseconds(device.lockup_ms / 2)) {
                watch_.limit = device.lockup_ms;
                return begin_look(running);
            }
    }
}

void Session::on_device_lost(const nlohmann::json& event) {
    std::string text = event.value("text", "");
    if (!watch_.seen.empty()) text += "\n  " + watch_.seen;
    notify(2, text);
}

} // namespace wb::engine
