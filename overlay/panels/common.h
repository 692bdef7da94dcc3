// SPDX-License-Identifier: MIT
// What the panels have in common. Internal to overlay/panels.
#pragma once

#include "overlay/imgui_compat.h"
#include "overlay/panels.h"
#include "overlay/theme.h"

#include <string>

namespace wb::overlay {

/// One frame's drawing.
struct Draw {
    State& state;
    Model& model;
    const Snapshot& now;
    float unit; ///< Width of a character.
};

// One panel each, drawn into the current child window.
void source_panel(Draw& draw);
void disassembly_panel(Draw& draw);
void buffers_panel(Draw& draw);
void heat_map_panel(Draw& draw);
void variables_panel(Draw& draw);
void watch_panel(Draw& draw);
void registers_panel(Draw& draw);
void lanes_panel(Draw& draw);
void waves_panel(Draw& draw);
void dispatches_panel(Draw& draw);
void breakpoints_panel(Draw& draw);
void console_panel(Draw& draw);
void device_panel(Draw& draw);

void toolbar(Draw& draw);
void status_bar(Draw& draw);

// ---- widgets
/// Notes where the last item is, for tests.
void mark(Draw& draw, const std::string& name);
void mark(Draw& draw, const std::string& name, ImVec2 from, ImVec2 to);
/// A sentence in the panel's place, when it has nothing to show.
void empty_note(const std::string& text);
void cell_text(const Cell& cell);
void tooltip(const std::string& text);
/// Text that leads somewhere; true when clicked.
bool link(Draw& draw, const std::string& text, const std::string& name);
/// A bar with a part for each lane, in groups of 16, at most `room` wide; `focus` has a frame, -1 = none.
/// Returns the lane that was clicked, or -1.
int lane_strip(const char* id, uint64_t exec, unsigned lanes, int focus, float height, float room);
/// A one-line text field as wide as the room; true on Enter.
bool text_field(const char* id, const char* hint, std::string& text, float width = -1);
/// The choice of how numbers are shown.
void format_choice(Draw& draw, const char* id);
/// Shows `address` in the panel Buffers.
void show_memory(Draw& draw, uint64_t address);
void show_line(Draw& draw, const std::string& file, uint32_t line);
/// A table that fills the panel, with its header row frozen.
bool begin_table(const char* id, int columns, ImGuiTableFlags flags = 0);

inline std::string ids(const Ids& value) {
    return "(" + std::to_string(value[0]) + ", " + std::to_string(value[1]) + ", " +
           std::to_string(value[2]) + ")";
}

} // namespace wb::overlay
