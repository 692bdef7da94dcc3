// SPDX-License-Identifier: MIT
// Continue, step, next, finish, stepi. docs/stepping.md says how `next` works and why.
#include "engine/session/session.h"
#include "engine/session/step_state.h"

#include <algorithm>
#include <fmt/format.h>

namespace wb::engine {

Result<Stop> Session::continue_running() {
    if (ended()) return Stop{Stop::Kind::ProgramEnded, 0, 0, ""};
    // After an interrupt in vain the program runs on. A wave that has stopped meanwhile has yet to be shown.
    end_pause();
    if (!waves_.empty())
        if (Status ok = resume({}); !ok) return std::unexpected(ok.error());
    return keep_waiting();
}

Result<Stop> Session::keep_waiting() {
    if (pause_ && !pause_->waiting) end_pause();
    auto stop = wait(nullptr);
    if (watch_.looking) end_look();
    if (stop && stop->kind == Stop::Kind::Breakpoint) {
        const auto it = breakpoints_.find(stop->breakpoint);
        if (it != breakpoints_.end() && it->second.temporary) delete_breakpoint(stop->breakpoint);
    }
    return stop;
}

/// Waves of the focus wave's workgroup that are stopped: they must run too, or a barrier would never be
/// passed.
static std::vector<uint64_t> group_mates(Session& session, const WaveView& focus) {
    std::vector<uint64_t> out;
    for (WaveView* view : session.stopped_waves()) {
        const auto &a = view->info(), &b = focus.info();
        if (a.device == b.device && a.command == b.command && a.group == b.group &&
            a.local != protocol::kNone)
            out.push_back(a.wave);
    }
    if (out.empty()) out.push_back(focus.info().wave);
    return out;
}

Result<Stop> Session::step(StepKind kind, const std::vector<uint32_t>& offsets) {
    WaveView* view = focus_wave();
    if (!view) return fail("no wave is stopped; the program is not at a breakpoint");
    const Slot* slot = view->statement();
    if (!slot) return fail("the wave is in code without debug information; use stepi or continue");
    const DebugRecord& record = *view->shader()->record;
    const std::vector<uint32_t> stack = record.stack(*slot);
    StepState state;
    state.kind = kind;
    state.offsets = offsets;
    state.shader = view->shader()->info.shader;
    state.device = view->info().device;
    state.command = view->info().command;
    state.local = view->info().local;
    state.group = view->info().group;
    state.submission = view->info().submission;
    state.lane = focus_.lane;
    // The handler can tell a wave without a mark from no other, and log points print for every wave: the
    // engine then sorts out what stops.
    state.wide = !view->marked() || std::ranges::any_of(breakpoints_, [](const auto& entry) {
        return entry.second.enabled && entry.second.log;
    });
    pause_.reset();
    const size_t selected = kind == StepKind::Out ? std::min<size_t>(focus_.frame, stack.size() - 1) : 0;
    state.depth = unsigned(stack.size() - selected);
    state.frame = slot->frame;
    state.file = slot->file;
    state.line = slot->line;

    std::set<uint32_t> slots;
    for (const Slot& each : record.slots)
        if (!each.is_entry()) slots.insert(each.code_offset);
    if (Status ok = apply_arming(&slots, state.shader); !ok) return std::unexpected(ok.error());
    if (Status ok = apply_filter(&state); !ok) return std::unexpected(ok.error());
    const unsigned lane = focus_.lane;
    if (Status ok = resume(group_mates(*this, *view)); !ok) return std::unexpected(ok.error());
    auto stop = wait(&state);
    if (stop && stop->kind == Stop::Kind::Step) focus_.lane = lane;
    return finished_step(std::move(stop));
}

Result<Stop> Session::finished_step(Result<Stop> stop) {
    Status restored = apply_arming(nullptr, 0);
    if (restored) restored = apply_filter(nullptr);
    // With their last wave the device and the program may be gone. What was not disarmed is tried again the
    // next time.
    if (!restored && stop && stop->kind != Stop::Kind::WaveEnded && !ended())
        return std::unexpected(restored.error());
    if (stop && stop->kind == Stop::Kind::WaveEnded) focus_ = {};
    return stop;
}

/// Whether the wave's next instruction is the one that ends it: no trap follows that.
static bool at_end(const WaveView& view) {
    constexpr uint32_t kEndProgram = 0xbfb00000; // RDNA3 ISA 16.5: SOPP opcode 48
    if (!view.shader() || !view.shader()->record) return false;
    const DebugRecord& record = *view.shader()->record;
    const uint64_t word = (view.info().pc - record.code_va) / 4;
    return word < record.code.size() && record.code[word] == kEndProgram;
}

Result<Stop> Session::step_instruction() {
    WaveView* view = focus_wave();
    if (!view) return fail("no wave is stopped; the program is not at a breakpoint");
    StepState state;
    state.instruction = true;
    state.device = view->info().device;
    state.command = view->info().command;
    state.local = view->info().local;
    state.group = view->info().group;
    state.submission = view->info().submission;
    state.lane = focus_.lane;
    end_pause();
    const unsigned lane = focus_.lane;
    const bool ends = at_end(*view);
    if (Status ok = resume({view->info().wave}, !ends); !ok) return std::unexpected(ok.error());
    Result<Stop> stop = ends ? Result<Stop>(Stop{Stop::Kind::WaveEnded, 0, 0, ""}) : wait(&state);
    if (stop && stop->kind == Stop::Kind::Step) focus_.lane = lane;
    if (stop && stop->kind == Stop::Kind::WaveEnded) focus_ = {};
    return stop;
}

} // namespace wb::engine
