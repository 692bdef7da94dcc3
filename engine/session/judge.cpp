// SPDX-License-Identifier: MIT
// Decides what each newly stopped wave is: a stop for the person, a step that goes on, or none of our
// business.
#include "engine/session/session.h"
#include "engine/session/step_state.h"
#include "engine/session/transport.h"
#include "trap_handler/mailbox.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <utility>

namespace wb::engine {

using namespace std::chrono_literals;

std::optional<Stop> Session::look_at_waves(StepState* step) {
    stops_pending_ = false;
    std::optional<Stop> found;
    for (const protocol::DeviceInfo& device : devices_) {
        if (!device.debuggable) continue;
        auto list = agent_.waves(device.device);
        if (!list) {
            notify(2, list.error().message);
            continue;
        }
        missed_ = list->missed;
        std::set<uint64_t> present;
        std::vector<uint64_t> uninteresting;
        for (protocol::WaveInfo& info : list->waves) {
            info.device = device.device;
            present.insert(info.wave);
            if (judged_.count(info.wave)) continue;
            judged_.insert(info.wave);
            Shader* shader = shaders_.at_pc(info.pc);
            if (!shader && info.shader)
                if (Shader* known = shaders_.find(info.shader); known && load(*known)) shader = known;
            auto view = std::make_unique<WaveView>(agent_, info, shader, objects_);
            WaveView& wave = *view;
            waves_[info.wave] = std::move(view);
            if (!wave.marked()) identify(wave);
            info = wave.info();
            auto stop = judge(wave, step);
            if (stop && stop->kind == Stop::Kind::WaveEnded) {
                // It is at its exit slot, with nothing left to show.
                uninteresting.push_back(info.wave);
                waves_.erase(info.wave);
                if (!found) found = std::move(stop);
                continue;
            }
            if (!stop) {
                uninteresting.push_back(info.wave);
                waves_.erase(info.wave);
                continue;
            }
            short_names_[info.wave] = name_for(info);
            // What another workgroup reached before the step's filter was set does not end the step; it stays
            // stopped.
            const bool beside = step && stop->kind == Stop::Kind::Breakpoint && !step->in_group(info);
            if (!found && !beside) {
                if (stop->kind == Stop::Kind::MemoryViolation) {
                    auto report = std::make_shared<FaultReport>(report_fault(wave));
                    if (report->access) stop->lanes = report->access->lanes;
                    stop->fault = std::move(report);
                }
                take_focus(wave, stop->lanes);
                found = std::move(stop);
            }
        }
        if (!uninteresting.empty())
            if (Status ok = agent_.resume(device.device, uninteresting); !ok) notify(2, ok.error().message);
        // Waves that went on by themselves: the dead-man's switch, or another hand.
        std::erase_if(waves_, [&](const auto& entry) {
            return entry.second->info().device == device.device && !present.count(entry.first);
        });
    }
    return found;
}

bool Session::take_in_stops() {
    catch_up();
    if (ended() || waves_.empty() || !std::exchange(stops_pending_, false)) return false;
    const Focus focus = focus_;
    std::set<uint64_t> before;
    for (const auto& [id, view] : waves_)
        before.insert(id);
    (void)look_at_waves(nullptr);
    if (before.count(focus.wave) && wave(focus.wave)) focus_ = focus;
    return waves_.size() != before.size() ||
           std::ranges::any_of(waves_, [&](const auto& entry) { return !before.count(entry.first); });
}

unsigned Session::name_for(const protocol::WaveInfo& info) {
    if (info.command == protocol::kNone) return next_short_name_++;
    unsigned& name = names_by_identity_[{info.device, info.command, info.submission, info.group[0],
                                         info.group[1], info.group[2], info.local}];
    if (!name) name = next_short_name_++;
    return name;
}

std::optional<Stop> Session::judge(WaveView& view, StepState* step) {
    const protocol::WaveInfo& info = view.info();
    const auto lanes = info.exec ? info.exec : 1;
    switch (info.reason) {
    case WB_REASON_SLOT: {
        const Slot* slot = view.slot();
        if (!slot) return std::nullopt;
        return judge_slot(view, *slot, step);
    }
    case WB_REASON_STEP:
        if (step && step->instruction && step->is_focus(info)) return Stop{Stop::Kind::Step, 0, lanes, ""};
        return std::nullopt;
    case WB_REASON_MEMVIOL:
        return Stop{Stop::Kind::MemoryViolation, 0, lanes, ""};
    case WB_REASON_ILLEGAL:
        return Stop{Stop::Kind::IllegalInstruction, 0, lanes, ""};
    case WB_REASON_EXCEPTION:
        return Stop{Stop::Kind::Exception, 0, lanes, ""};
    case WB_REASON_OTHER_TRAP:
        return Stop{Stop::Kind::ShaderBreak, 0, lanes, ""};
    case WB_REASON_HOST:
        // Somewhere between two statements. It says where it is, and what it comes to next it finds armed:
        // the handler drops what its instruction cache has when a wave goes on.
        note_place(view);
        return std::nullopt;
    default:
        return std::nullopt;
    }
}

bool Session::applies(const Breakpoint& breakpoint, const WaveView& view, const Slot& slot) const {
    return breakpoint.enabled && breakpoint.is_at(view.shader()->info.shader, slot.code_offset) &&
           (!breakpoint.command || *breakpoint.command == view.info().command);
}

bool Session::judge_breakpoint(Breakpoint& breakpoint, WaveView& view, Stop& stop) {
    uint64_t lanes = 0;
    const DebugRecord& record = *view.shader()->record;
    for (uint64_t rest = view.info().exec; rest; rest &= rest - 1) {
        const unsigned lane = unsigned(std::countr_zero(rest));
        if (lane >= record.wave_size) break;
        if (breakpoint.invocation) {
            auto id = view.global_id(lane);
            if (!id) {
                stop.note = id.error().message;
                continue;
            }
            if (*id != *breakpoint.invocation) continue;
        }
        if (breakpoint.expr) {
            FrameNames names(view, view.slot()->frame, lane, &history_);
            auto holds = evaluate_condition(*breakpoint.expr, names, view);
            // A condition that cannot be evaluated stops, so that a mistake in it is seen.
            if (!holds)
                stop.note = fmt::format("the condition '{}' cannot be evaluated: {}", breakpoint.condition,
                                        holds.error().message);
            else if (!*holds)
                continue;
        }
        lanes |= 1ull << lane;
    }
    if (!lanes) return false;
    ++breakpoint.hits;
    if (breakpoint.ignore) {
        --breakpoint.ignore;
        return false;
    }
    if (breakpoint.wanted && !breakpoint.wanted->stops_at(breakpoint.hits)) return false;
    stop.kind = Stop::Kind::Breakpoint;
    stop.breakpoint = breakpoint.id;
    stop.lanes = lanes;
    return true;
}

std::optional<Stop> Session::judge_slot(WaveView& view, const Slot& slot, StepState* step) {
    // A step's own end is told as a step even where a breakpoint sits; other waves' and callees' breakpoints
    // still count.
    const bool mine = step && step->is_focus(view.info());
    if (slot.is_exit()) return mine ? std::optional(Stop{Stop::Kind::WaveEnded, 0, 0, ""}) : std::nullopt;
    // They print where a step arrives too.
    print_log_points(view, slot);
    const bool active = mine && view.lane_active(step->lane);
    if (active) {
        const unsigned depth = unsigned(view.shader()->record->stack(slot).size());
        if (step->arrived(slot, depth)) return Stop{Stop::Kind::Step, 0, 1ull << step->lane, ""};
    }
    // The stepped wave's own group would be held at a barrier.
    const bool passes = step && step->wide && !mine && step->in_group(view.info());
    for (auto& [id, breakpoint] : breakpoints_) {
        if (passes || breakpoint.log || !applies(breakpoint, view, slot)) continue;
        Stop stop;
        if (judge_breakpoint(breakpoint, view, stop)) return stop;
    }
    if (slot.is_entry()) return std::nullopt;
    if (pause_ || (mine && step->interrupted))
        return Stop{Stop::Kind::Interrupted, 0, active ? 1ull << step->lane : view.info().exec, ""};
    return std::nullopt;
}

void Session::take_focus(WaveView& view, uint64_t lanes) {
    focus_.wave = view.info().wave;
    focus_.frame = 0;
    focus_.lane = unsigned(std::countr_zero(lanes ? lanes : 1));
    refresh_objects();
}

void Session::forget_waves() {
    waves_.clear();
    short_names_.clear();
    judged_.clear();
    focus_ = {};
}

Status Session::resume(const std::vector<uint64_t>& waves, bool step) {
    if (waves.empty()) {
        for (const protocol::DeviceInfo& device : devices_)
            if (device.debuggable)
                if (Status ok = agent_.resume(device.device, {}, step); !ok) return ok;
        forget_waves();
        return {};
    }
    std::map<uint32_t, std::vector<uint64_t>> by_device;
    for (uint64_t id : waves)
        if (WaveView* view = wave(id)) by_device[view->info().device].push_back(id);
    for (auto& [device, list] : by_device)
        if (Status ok = agent_.resume(device, list, step); !ok) return ok;
    for (uint64_t id : waves)
        waves_.erase(id);
    return {};
}

Result<Stop> Session::wait(StepState* step) {
    // That a stepped wave has ended is seen where it passes its exit slot, or by its submission's end, never
    // by time. What so much silence is good for is a look whether a wave found no room in the mailbox: that
    // one passes untold.
    constexpr auto kSilence = 1000ms;
    std::optional<uint64_t> missed;
    auto quiet_since = std::chrono::steady_clock::now();
    stops_pending_ = true; // what stopped before we came to wait
    while (true) {
        if (stops_pending_) {
            if (auto stop = look_at_waves(step)) {
                if (pause_) pause_->waiting = false;
                return *stop;
            }
        }
        if (!step && !pause_) watch();
        if (!step && wide_for_unknown_ && std::ranges::none_of(watch_.running, &Watch::Running::unknown))
            if (Status ok = apply_filter(nullptr); !ok) notify(2, ok.error().message);
        if (!step && idle) idle();
        if (ended()) return Stop{Stop::Kind::ProgramEnded, 0, 0, ""};
        if (auto stop = interrupted(step)) return *stop;
        if (step && step->submission && completed_ >= step->submission)
            return Stop{Stop::Kind::WaveEnded, 0, 0, ""};
        if (step && !missed) missed = missed_;
        if (step && missed_ > *missed) {
            missed = missed_;
            notify(1, "a wave found no room in the mailbox and went on; if it is the one that is stepped, "
                      "interrupt the step");
        }
        if (step && std::chrono::steady_clock::now() - quiet_since > kSilence) {
            stops_pending_ = true;
            quiet_since = std::chrono::steady_clock::now();
            continue;
        }
        auto event = transport_->next_event(100ms);
        if (!event) {
            end(End::Program);
            continue;
        }
        if (!*event) continue;
        if (Status ok = handle(**event); !ok) notify(2, ok.error().message);
        if (stops_pending_) quiet_since = std::chrono::steady_clock::now();
    }
}

} // namespace wb::engine
