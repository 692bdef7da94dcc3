// SPDX-License-Identifier: MIT
// The session's bookkeeping: events, breakpoints, arming, focus. Judging stops is in judge.cpp, stepping in
// stepping.cpp.
#include "engine/session/session.h"

#include "engine/session/step_state.h"
#include "engine/session/transport.h"
#include "trap_handler/mailbox.h"

#include <fmt/format.h>

namespace wb::engine {

using nlohmann::json;

Session::Session(std::unique_ptr<Transport> transport)
    : transport_(std::move(transport)), agent_(*transport_), shaders_(agent_) {
    logged = [this](const Breakpoint& breakpoint, WaveView&, const LogLine& line) {
        notify(0, fmt::format("breakpoint {} at {}: {}", breakpoint.id, breakpoint.where(), line.text));
    };
}

Session::~Session() = default;

Status Session::learn() {
    auto devices = agent_.devices();
    if (!devices) return std::unexpected(devices.error());
    for (const protocol::DeviceInfo& device : *devices) {
        json event = device;
        event["hold"] = 0;
        on_device(event);
        if (!device.debuggable) continue;
        auto shaders = agent_.shaders(device.device);
        if (!shaders) return std::unexpected(shaders.error());
        for (protocol::ShaderInfo& info : *shaders) {
            info.device = device.device;
            shaders_.add(device.device, info);
            // The device's default is for shaders to come.
            if (!info.alive || info.stage != protocol::kStageCompute) continue;
            if (Status ok = agent_.set_debug(device.device, info.shader, true, protocol::kVariantPerLane);
                !ok)
                notify(1, ok.error().message);
        }
    }
    return {};
}

/// For front ends that have no list of a frame's commands.
static std::string captured_text(const json& event) {
    const std::string note = event.value("note", "");
    if (!note.empty()) return "captured a frame: " + note;
    return fmt::format(
        "captured a frame with {} dispatches and draws; 'info dispatches' lists what is recorded",
        event.value("commands", json::array()).size());
}

Status Session::handle(const json& event) {
    const std::string name = event.value("event", "");
    if (name == protocol::kEventDeviceCreated)
        on_device(event);
    else if (name == protocol::kEventShaderCreated)
        on_shader(event);
    else if (name == protocol::kEventShaderDestroyed)
        shaders_.remove(event.value("shader", uint64_t(0)));
    else if (name == protocol::kEventStopped)
        stops_pending_ = true;
    else if (name == protocol::kEventSubmitted)
        on_submitted(event);
    else if (name == protocol::kEventCompleted)
        on_completed(event);
    else if (name == protocol::kEventDeviceLost)
        on_device_lost(event);
    else if (name == protocol::kEventMessage)
        notify(event.value("severity", 0), event.value("text", ""));
    else if (name == protocol::kEventCaptured)
        notify(0, captured_text(event));
    else if (name == protocol::kEventExiting)
        end(End::Program);
    else if (name == protocol::kEventDeviceDestroyed)
        std::erase_if(devices_,
                      [&](const protocol::DeviceInfo& d) { return d.device == event.value("device", 0u); });
    return {};
}

void Session::on_device(const json& event) {
    const auto device = event.get<protocol::DeviceInfo>();
    devices_.push_back(device);
    if (!device.debuggable) {
        refused_device_ = fmt::format("{} cannot be debugged: {}", device.name, device.why);
        notify(1, refused_device_);
    } else {
        filter_.reset();
        if (Status ok = agent_.set_debug(device.device, 0, true, protocol::kVariantPerLane); !ok)
            notify(2, ok.error().message);
        if (Status ok = apply_filter(nullptr); !ok) notify(2, ok.error().message);
    }
    if (const uint64_t hold = event.value("hold", uint64_t(0))) (void)agent_.release(hold);
}

void Session::on_shader(const json& event) {
    const auto info = event.get<protocol::ShaderInfo>();
    Shader& shader = shaders_.add(info.device, info);
    // Compute only: other stages have no debug variants yet.
    if (!breakpoints_.empty() && info.stage == protocol::kStageCompute && load(shader)) {
        for (auto& [id, breakpoint] : breakpoints_) {
            auto place = resolve(breakpoint, shader);
            if (place) {
                if (breakpoint.line && breakpoint.function.empty() && place->line != breakpoint.line)
                    notify(0, fmt::format("breakpoint {}: line {} has no statement; moved to line {}", id,
                                          breakpoint.line, place->line));
                tell_place(breakpoint, *place, shader);
                breakpoint.places.push_back(std::move(*place));
            } else if (place.error().code == 0) {
                breakpoint.problem = place.error().message;
                notify(1, fmt::format("breakpoint {}: {}", id, breakpoint.problem));
            }
        }
        if (Status ok = apply_arming(nullptr, 0); !ok) notify(2, ok.error().message);
        if (Status ok = apply_filter(nullptr); !ok) notify(2, ok.error().message);
    } else if (!breakpoints_.empty() && info.stage == protocol::kStageCompute) {
        notify(1, fmt::format("{}: {}", shader.title(), shader.why));
    }
    if (const uint64_t hold = event.value("hold", uint64_t(0))) (void)agent_.release(hold);
}

/// What is odd about a place that a breakpoint was waiting for.
void Session::tell_place(const Breakpoint& breakpoint, const Breakpoint::Place& place, const Shader& shader) {
    if (!breakpoint.file.empty() && !place.file.empty() && !file_fits(place.file, breakpoint.file))
        notify(1, fmt::format("breakpoint {}: no file is called '{}'; {} is taken", breakpoint.id,
                              breakpoint.file, place.file));
    if (Status ok = check_names(breakpoint, shader); !ok)
        notify(1, fmt::format("breakpoint {}: {}", breakpoint.id, ok.error().message));
}

void Session::on_completed(const json& event) {
    const auto submission = event.value("submission", uint64_t(0));
    completed_ = std::max(completed_, submission);
    watch_.completed(event.value("device", 0u), submission);
}

void Session::on_submitted(const json& event) {
    watch_.submitted(event.value("device", 0u), event.value("submission", uint64_t(0)),
                     event.value("commands", std::vector<uint32_t>()));
    if (pause_ && pause_->waiting && pause_shaders_of(watch_.running.back())) {
        if (Status ok = arm_pause(); !ok) notify(2, ok.error().message);
        // It may be under way already.
        send_host_traps({watch_.running.back().device});
    }
    const auto normal = event.find("normal");
    if (normal == event.end()) return;
    for (const auto& [shader, dispatches] : normal->get<std::vector<std::pair<uint64_t, uint64_t>>>())
        ran_normal_[shader] += dispatches;
    for (const auto& [id, breakpoint] : breakpoints_)
        tell_ran_normal(breakpoint);
}

uint64_t Session::ran_normal(uint64_t shader) const {
    const auto it = ran_normal_.find(shader);
    return it == ran_normal_.end() ? 0 : it->second;
}

/// Says once for each breakpoint and shader why the program's dispatches do not stop.
void Session::tell_ran_normal(const Breakpoint& breakpoint) {
    if (!breakpoint.enabled) return;
    for (const Breakpoint::Place& place : breakpoint.places) {
        const uint64_t dispatches = ran_normal(place.shader);
        const Shader* shader = shaders_.find(place.shader);
        if (!dispatches || !shader || !told_ran_normal_.insert({breakpoint.id, place.shader}).second)
            continue;
        notify(1,
               fmt::format("breakpoint {}: {} of {} ran without the debug variant: recorded before the "
                           "debugger was there. They will stop when the program records them again; one that "
                           "never does has to be started with 'wavebreak run'",
                           breakpoint.id,
                           dispatches == 1 ? "1 dispatch" : fmt::format("{} dispatches", dispatches),
                           shader->title()));
    }
}

bool Session::load(Shader& shader, const std::atomic<bool>* until) {
    const bool is_new = !shader.loaded;
    if (is_new) compiling(shader.title());
    const bool loaded = shaders_.load(shader, until);
    if (is_new) compiling("");
    if (is_new && shader.module)
        for (const std::string& note : shader.module->notes())
            notify(1, fmt::format("{}: {}", shader.title(), note));
    return loaded;
}

void Session::load_shaders() {
    for (auto& [id, shader] : shaders_.all()) {
        if (interrupt && *interrupt) return;
        if (shader->info.alive && shader->info.stage == protocol::kStageCompute) load(*shader);
    }
}

std::vector<std::string> Session::resolve_everywhere(Breakpoint& breakpoint) {
    std::vector<std::string> problems;
    load_shaders();
    breakpoint.places.clear();
    for (auto& [id, shader] : shaders_.all()) {
        if (!shader->record) continue;
        auto place = resolve(breakpoint, *shader);
        if (place)
            breakpoint.places.push_back(std::move(*place));
        else if (place.error().code == 0)
            problems.push_back(breakpoint.problem = place.error().message);
    }
    return problems;
}

Status Session::check_condition(Breakpoint& breakpoint) {
    if (!breakpoint.expr) return {};
    (void)resolve_everywhere(breakpoint);
    Status status;
    for (const Breakpoint::Place& place : breakpoint.places) {
        const Shader* shader = shaders_.find(place.shader);
        if (shader) status = check_names(breakpoint, *shader);
        if (status) return {};
    }
    return status;
}

Breakpoint& Session::add_breakpoint(Breakpoint breakpoint) {
    breakpoint.id = next_breakpoint_++;
    Breakpoint& added = breakpoints_[breakpoint.id] = std::move(breakpoint);
    for (const std::string& problem : resolve_everywhere(added))
        notify(1, problem);
    const bool shader_is_new = has_shader_unarmed(added);
    if (Status ok = apply_arming(nullptr, 0); !ok) notify(2, ok.error().message);
    reach_running(added, shader_is_new);
    if (Status ok = apply_filter(nullptr); !ok) notify(2, ok.error().message);
    return added;
}

bool Session::delete_breakpoint(unsigned id) {
    if (!breakpoints_.erase(id)) return false;
    if (Status ok = apply_arming(nullptr, 0); !ok) notify(2, ok.error().message);
    if (Status ok = apply_filter(nullptr); !ok) notify(2, ok.error().message);
    return true;
}

Status Session::set_enabled(unsigned id, bool enabled) {
    const auto it = breakpoints_.find(id);
    if (it == breakpoints_.end()) return fail(fmt::format("there is no breakpoint {}", id));
    const bool shader_is_new = has_shader_unarmed(it->second);
    it->second.enabled = enabled;
    if (Status ok = apply_arming(nullptr, 0); !ok) return ok;
    if (enabled) reach_running(it->second, shader_is_new);
    return apply_filter(nullptr);
}

Status Session::change_condition(unsigned id, const Breakpoint& like) {
    const auto it = breakpoints_.find(id);
    if (it == breakpoints_.end()) return fail(fmt::format("there is no breakpoint {}", id));
    it->second.invocation = like.invocation;
    it->second.condition = like.condition;
    it->second.expr = like.expr;
    it->second.wanted = like.wanted;
    return apply_filter(nullptr);
}

Status Session::ignore(unsigned id, uint64_t count) {
    const auto it = breakpoints_.find(id);
    if (it == breakpoints_.end()) return fail(fmt::format("there is no breakpoint {}", id));
    it->second.ignore = count;
    return {};
}

Status Session::apply_arming(const std::set<uint32_t>* stepping_slots, uint64_t stepping_shader) {
    if (ended()) return {};
    std::map<uint64_t, std::set<uint32_t>> wanted;
    for (const auto& [id, breakpoint] : breakpoints_)
        if (breakpoint.enabled)
            for (const Breakpoint::Place& place : breakpoint.places)
                wanted[place.shader].insert(place.offsets.begin(), place.offsets.end());
    if (pause_)
        for (const uint64_t id : pause_->shaders)
            if (const Shader* shader = shaders_.find(id); shader && shader->record)
                for (const Slot& slot : shader->record->slots)
                    if (!slot.is_entry() && !slot.is_exit()) wanted[id].insert(slot.code_offset);
    if (stepping_slots) wanted[stepping_shader].insert(stepping_slots->begin(), stepping_slots->end());
    for (auto& [id, shader] : shaders_.all()) {
        std::vector<uint32_t> arm, disarm;
        for (uint32_t offset : wanted[id])
            if (!armed_[id].count(offset)) arm.push_back(offset);
        for (uint32_t offset : armed_[id])
            if (!wanted[id].count(offset)) disarm.push_back(offset);
        if (!shader->info.alive) continue;
        if (!arm.empty())
            if (Status ok = agent_.arm(shader->device, id, arm, true); !ok) return ok;
        if (!disarm.empty())
            if (Status ok = agent_.arm(shader->device, id, disarm, false); !ok) return ok;
        armed_[id] = wanted[id];
    }
    return {};
}

Status Session::apply_filter(const StepState* step) {
    if (ended()) return {};
    wide_for_unknown_ = std::ranges::any_of(watch_.running, &Watch::Running::unknown);
    Agent::Filter filter;
    filter.reasons = WB_REASON_SLOT | WB_REASON_STEP | WB_REASON_MEMVIOL | WB_REASON_ILLEGAL |
                     WB_REASON_EXCEPTION | WB_REASON_HOST | WB_REASON_OTHER_TRAP;
    if (step && !step->wide) {
        filter.command = step->command;
        filter.group = step->group;
        filter.local = step->local;
    } else if (!step && !pause_ && !watch_.looking && !wide_for_unknown_) {
        // One breakpoint for one invocation: the GPU lets every other wave pass. With several, the engine
        // sorts them out.
        const Breakpoint* only = nullptr;
        unsigned enabled = 0;
        for (const auto& [id, breakpoint] : breakpoints_)
            if (breakpoint.enabled) {
                only = &breakpoint;
                ++enabled;
            }
        if (enabled == 1 && only->command) filter.command = *only->command;
        if (enabled == 1 && only->invocation && only->places.size() == 1) {
            const Shader* shader = shaders_.find(only->places[0].shader);
            const auto& size = shader->record->workgroup_size;
            if (size[0] && size[1] && size[2]) {
                uint32_t flat = 0;
                for (int i = 2; i >= 0; --i) {
                    filter.group[size_t(i)] = (*only->invocation)[size_t(i)] / size[size_t(i)];
                    flat = flat * size[size_t(i)] + (*only->invocation)[size_t(i)] % size[size_t(i)];
                }
                const uint32_t first = flat - flat % shader->record->wave_size;
                filter.local =
                    first % size[0] | (first / size[0] % size[1]) << 10 | (first / size[0] / size[1]) << 20;
            }
        }
    }
    if (filter_ && *filter_ == filter) return {};
    for (const protocol::DeviceInfo& device : devices_)
        if (device.debuggable)
            if (Status ok = agent_.set_filter(device.device, filter); !ok) return ok;
    filter_ = filter;
    return {};
}

std::vector<WaveView*> Session::stopped_waves() {
    std::vector<WaveView*> out;
    out.reserve(waves_.size());
    for (auto& [id, view] : waves_)
        out.push_back(view.get());
    return out;
}

WaveView* Session::wave(uint64_t id) {
    const auto it = waves_.find(id);
    return it == waves_.end() ? nullptr : it->second.get();
}

unsigned Session::short_name(uint64_t wave) const {
    const auto it = short_names_.find(wave);
    return it == short_names_.end() ? 0 : it->second;
}

uint64_t Session::wave_named(unsigned short_name) const {
    for (const auto& [wave, name] : short_names_)
        if (name == short_name && waves_.count(wave)) return wave;
    return 0;
}

std::vector<uint32_t> Session::frames() {
    WaveView* view = focus_wave();
    const Slot* slot = view ? view->statement() : nullptr;
    return slot ? view->shader()->record->stack(*slot) : std::vector<uint32_t>();
}

Result<FrameNames> Session::names(unsigned lane) {
    WaveView* view = focus_wave();
    if (!view) return fail("no wave is stopped");
    if (!view->shader() || !view->shader()->record)
        return fail("the wave is in code without debug information");
    const std::vector<uint32_t> stack = frames();
    if (stack.empty()) return fail("the wave is before its shader's first statement");
    return FrameNames(*view, stack[std::min<size_t>(focus_.frame, stack.size() - 1)], lane, &history_);
}

void Session::refresh_objects() {
    std::vector<protocol::Range> all;
    for (const protocol::DeviceInfo& device : devices_)
        if (auto ranges = agent_.ranges(device.device)) all.insert(all.end(), ranges->begin(), ranges->end());
    objects_.assign(std::move(all));
}

void Session::catch_up() {
    while (!ended()) {
        auto event = transport_->next_event(std::chrono::milliseconds(0));
        if (!event) return end(End::Program);
        if (!*event) return;
        if (Status ok = handle(**event); !ok) notify(2, ok.error().message);
    }
}

void Session::end(End how) {
    if (ended()) return;
    end_ = how;
    forget_waves();
}

std::string Session::end_text() const {
    if (end_ == End::Detached) return "the debugger has detached from the program";
    const std::string how = how_ended();
    return "the program " + (how.empty() ? "has ended" : how);
}

void Session::detach() {
    if (!ended()) (void)agent_.detach();
    end(End::Detached);
}

} // namespace wb::engine
