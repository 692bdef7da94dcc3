// SPDX-License-Identifier: MIT
// Log points: breakpoints that print and let the wave go on.
#include "engine/session/session.h"

#include <algorithm>
#include <bit>

namespace wb::engine {

void Session::print_log_points(WaveView& view, const Slot& slot) {
    for (auto& [id, breakpoint] : breakpoints_) {
        if (!breakpoint.log || !applies(breakpoint, view, slot)) continue;
        Stop stop;
        if (!judge_breakpoint(breakpoint, view, stop)) continue;
        // Lanes that say the same share a line.
        std::vector<LogLine> lines;
        for (uint64_t rest = stop.lanes; rest; rest &= rest - 1) {
            const unsigned lane = unsigned(std::countr_zero(rest));
            FrameNames names(view, slot.frame, lane, &history_);
            std::string text = log_text(*breakpoint.log, names, view);
            if (!stop.note.empty()) text += " (" + stop.note + ")";
            auto same = std::ranges::find(lines, text, &LogLine::text);
            if (same == lines.end()) same = lines.insert(lines.end(), {0, std::move(text)});
            same->lanes |= 1ull << lane;
        }
        for (const LogLine& line : lines)
            logged(breakpoint, view, line);
    }
}

} // namespace wb::engine
