// SPDX-License-Identifier: MIT
// Colours, spacing and the font.
#pragma once

#include "overlay/settings.h"

#include <imgui.h>

namespace wb::overlay {

/// Colours that ImGui's style has no place for.
struct Palette {
    ImVec4 text, faint, accent, current_line, outer_line, changed, missing, breakpoint, disabled, good, bad,
        number, keyword, comment, string_, lane_on, lane_off, link, row;
};
const Palette& palette();

/// Sets ImGui's style and the palette. `scale`: of the display.
void apply_theme(bool dark, float scale);
/// Makes the font atlas's only font. What is to be said when the wanted one cannot be had, "" = nothing.
/// Before the first frame.
std::string load_font(const Settings& settings, float scale);

inline ImU32 u32(const ImVec4& color) {
    return ImGui::ColorConvertFloat4ToU32(color);
}

} // namespace wb::overlay
