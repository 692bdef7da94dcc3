// SPDX-License-Identifier: MIT
// What a step in progress remembers. Internal to engine/session.
#pragma once

#include "engine/session/session.h"

#include <algorithm>

namespace wb::engine {

struct Session::StepState {
    StepKind kind = StepKind::Over;
    bool instruction = false;
    uint64_t shader = 0;
    uint32_t device = 0;
    // The focus wave, by what stays the same from stop to stop.
    uint32_t command = 0, local = 0;
    std::array<uint32_t, 3> group{};
    uint64_t submission = 0;
    unsigned lane = 0;
    bool wide = false; ///< Other waves are stopped too, for the engine to sort out.
    /// Since when it is to stop at its next statement.
    std::optional<std::chrono::steady_clock::time_point> interrupted;
    // Where it began.
    uint32_t frame = 0, file = 0, line = 0;
    unsigned depth = 0;
    std::vector<uint32_t> offsets; ///< StepKind::To

    /// That the step ends at `slot`, where the wave is in `now` frames.
    bool arrived(const Slot& slot, unsigned now) const {
        const bool same_statement = slot.frame == frame && slot.file == file && slot.line == line;
        if (instruction || slot.is_entry()) return false;
        if (kind == StepKind::Into) return !same_statement;
        if (kind == StepKind::To && std::ranges::find(offsets, slot.code_offset) != offsets.end())
            return true;
        if (now != depth) return now < depth;
        switch (kind) {
        case StepKind::Over:
            return !same_statement;
        case StepKind::Until:
            return slot.file != file || slot.line > line;
        default:
            return false;
        }
    }
    bool in_group(const protocol::WaveInfo& info) const {
        return info.device == device && info.command == command && info.group == group;
    }
    bool is_focus(const protocol::WaveInfo& info) const {
        // The same command may be submitted again: the invocation there is another one.
        const bool other_submission = submission && info.submission && info.submission != submission;
        return in_group(info) && info.local == local && !other_submission;
    }
};

} // namespace wb::engine
