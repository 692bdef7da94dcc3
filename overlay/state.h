// SPDX-License-Identifier: MIT
// What the panels remember from frame to frame: choices, what is typed, layout. The engine's state is in the
// model's snapshots.
#pragma once

#include "overlay/model/parts.h"
#include "overlay/model/wants.h"
#include "overlay/settings.h"

#include <map>
#include <memory>

namespace wb::overlay {

/// A place on the screen, in pixels.
struct Rect {
    float x = 0, y = 0, width = 0, height = 0;
    bool operator==(const Rect&) const = default;
};

struct SourceState {
    uint32_t cursor_line = 0; ///< Where F9 sets a breakpoint; 0 = the focus line
    uint64_t shown_stop = 0;  ///< The stop whose line was scrolled to.
    std::string shown_file;
    uint32_t scroll_to = 0; ///< A line to show, 0 = none
    uint32_t shown_line = 0;
    bool code = false; ///< The disassembly is shown beside the text.
};
struct TreeState {
    std::string editing; ///< Key of the value that is being changed, "" = none
    std::string text;
    bool begin = false; ///< The text field has yet to take the keyboard.
};
struct ConsoleState {
    std::string input;
    std::vector<std::string> history;
    int at = -1; ///< Place in it, -1 = the new line
    std::string typed;
    uint64_t shown = 0;
    bool take_keyboard = false;
};
struct BufferState {
    int view = 0; ///< BufferView
    int image_width = 64;
};
struct DispatchesState {
    /// The newest list that was seen, and the one that is shown: not the same while it is pointed at.
    std::shared_ptr<const Dispatches> seen, shown;
};
struct HeatState {
    std::string input;
    int layer = 0;
};
struct BreakpointState {
    unsigned editing = 0; ///< Its id, 0 = none
    int take_keyboard =
        -1; ///< The field that has yet to take the keyboard: 0 = condition, 1 = hits, -1 = none
    std::string condition, hit_condition, add;
};

/// What is unfolded at first.
inline Wants first_wants() {
    Wants out;
    out.open = {"Locals", "Arguments"};
    return out;
}

struct State {
    Settings settings;
    Wants wants = first_wants();
    SourceState source;
    TreeState variables, watch;
    ConsoleState console;
    BufferState buffer;
    DispatchesState dispatches;
    HeatState heat;
    BreakpointState breakpoints;
    std::string filter_input, lane_input, watch_input;
    std::array<Panel, kAreas> front{Panel::Source, Panel::Variables, Panel::Lanes, Panel::Console};
    std::map<Area, Panel> bring_forward; ///< Tabs to be chosen in this frame.
    uint64_t disassembly_stop = 0, disassembly_pc = 0, spirv_stop = 0;
    bool theme_changed = false; ///< The front end has to make font and colours anew, before its next frame.
    Wants sent;                 ///< What the model was last told.

    /// Where things were drawn in this frame, by name; kept for tests, which point at them. Empty unless
    /// `marking`.
    bool marking = false, settled = false; ///< settled: this frame is the last until something happens.
    std::map<std::string, Rect> marks;
};

} // namespace wb::overlay
