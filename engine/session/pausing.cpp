// SPDX-License-Identifier: MIT
// Ctrl-C and pause: waves that run stop at their next statements. docs/stepping.md says how.
#include "engine/session/session.h"
#include "engine/session/step_state.h"

#include <fmt/format.h>
#include <ranges>

namespace wb::engine {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

/// A program that submits again and again has something running within this time.
static constexpr auto kIdle = 500ms;
/// Waves that a semaphore keeps from starting, say, do not come at all.
static constexpr auto kNoAnswer = 10s;
static constexpr const char* kNothing =
    "no submission that the debugger has seen runs; a breakpoint stops what comes";
/// A stepped wave has this time to come to a statement before any other wave will do.
static constexpr auto kStepped = 1s;

const std::map<uint32_t, uint64_t>& Session::variants_of(Watch::Running& running) {
    constexpr size_t kMost = 1024;
    if (!running.variants) {
        running.variants.emplace();
        for (const uint32_t id : running.commands | std::views::take(kMost))
            if (const auto info = agent_.command(running.device, id); info && info->variant_bound)
                running.variants->emplace(id, info->shader);
    }
    return *running.variants;
}

/// True when there are shaders among them that have yet to be armed.
bool Session::pause_shaders_of(Watch::Running& running) {
    bool is_new = false;
    for (const auto& [command, id] : variants_of(running))
        // The interrupt that is the reason for all this must not keep a shader from being known.
        if (Shader* shader = shaders_.find(id); shader && load(*shader, nullptr))
            is_new |= pause_->shaders.insert(id).second;
    return is_new;
}

Status Session::arm_pause() {
    if (Status ok = apply_arming(nullptr, 0); !ok) return ok;
    return apply_filter(nullptr);
}

void Session::send_host_traps(const std::set<uint32_t>& devices) {
    for (const uint32_t device : devices)
        if (Status ok = agent_.interrupt(device); !ok) notify(1, ok.error().message);
}

Status Session::ask_to_stop() {
    if (!devices_.empty()) catch_up();
    if (ended()) return fail(end_text());
    if (pause_) return {};
    const auto now = Clock::now();
    pause_.emplace(Pause{.shaders = {}, .since = now, .ran = now});
    const bool runs = !watch_.running.empty();
    for (Watch::Running& running : watch_.running)
        pause_shaders_of(running);
    if (!runs && watch_.last) pause_shaders_of(*watch_.last);
    if (pause_->shaders.empty()) {
        pause_.reset();
        return fail(runs ? "what runs on the GPU has no debug variant: waves can be stopped in shaders that "
                           "were recorded while the debugger was there"
                         : kNothing);
    }
    if (Status ok = arm_pause(); !ok) {
        end_pause();
        return ok;
    }
    catch_up(); // what began before the slots were armed
    std::set<uint32_t> devices;
    for (const Watch::Running& running : watch_.running)
        devices.insert(running.device);
    send_host_traps(devices);
    return {};
}

std::string Session::why_in_vain() {
    const auto now = Clock::now();
    if (!watch_.running.empty()) pause_->ran = now;
    if (now - pause_->ran > kIdle) return kNothing;
    if (now - pause_->since > kNoAnswer)
        return fmt::format("submission {} has not ended, but no wave of it has come to a statement for {} s",
                           watch_.running.front().submission, kNoAnswer.count());
    return "";
}

void Session::end_pause() {
    if (!pause_) return;
    pause_.reset();
    if (Status ok = arm_pause(); !ok) notify(2, ok.error().message);
}

/// What a wait makes of an interrupt, and of having been asked for a stop: nothing while a wave may yet come.
std::optional<Stop> Session::interrupted(StepState* step) {
    if (interrupt && *interrupt) {
        if (leaving && *leaving) return Stop{Stop::Kind::Interrupted, 0, 0, ""};
        const auto now = Clock::now();
        if (step && !step->interrupted) step->interrupted = now;
        if (!pause_ && (!step || now - *step->interrupted > kStepped))
            if (Status ok = ask_to_stop(); !ok)
                return Stop{Stop::Kind::Interrupted, 0, 0, ok.error().message};
    }
    if (!pause_ || !pause_->waiting) return std::nullopt;
    const std::string why = why_in_vain();
    if (why.empty()) return std::nullopt;
    end_pause();
    return Stop{Stop::Kind::Interrupted, 0, 0, why};
}

bool Session::has_shader_unarmed(const Breakpoint& breakpoint) const {
    return std::ranges::any_of(breakpoint.places, [&](const Breakpoint::Place& place) {
        const auto armed = armed_.find(place.shader);
        return armed == armed_.end() || armed->second.empty();
    });
}

/// Waves that run have the code in their instruction caches as it was. A host trap has them fetch it anew,
/// and find what was armed for a breakpoint meanwhile.
void Session::reach_running(const Breakpoint& armed, bool shader_is_new) {
    // A program that has no device, or has not begun, runs nothing.
    if (devices_.empty()) return;
    catch_up(); // what began before the slots were armed
    std::set<uint32_t> with_places, devices;
    for (const Breakpoint::Place& place : armed.places)
        if (const Shader* shader = shaders_.find(place.shader)) with_places.insert(shader->device);
    for (Watch::Running& running : watch_.running) {
        if (!with_places.contains(running.device)) continue;
        running.unknown |= shader_is_new;
        devices.insert(running.device);
    }
    send_host_traps(devices);
}

/// A wave that was launched before its entry slot was armed: what its registers and the submissions tell.
void Session::identify(WaveView& view) {
    if (!view.identify()) return;
    std::optional<std::pair<uint32_t, uint64_t>> found;
    for (Watch::Running& running : watch_.running) {
        if (running.device != view.info().device) continue;
        for (const auto& [command, shader] : variants_of(running)) {
            if (shader != view.info().shader) continue;
            if (!found)
                found = {command, running.submission};
            else if (found->first != command)
                return; // either
        }
    }
    if (found) view.set_command(found->first, found->second);
}

} // namespace wb::engine
