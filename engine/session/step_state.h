// SPDX-License-Identifier: MIT
// What a step in progress remembers. Internal to engine/session.
#pragma once

#include "engine/session/session.h"

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
    // Where it began.
    uint32_t frame = 0, file = 0, line = 0;
    unsigned depth = 0;

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
