// SPDX-License-Identifier: MIT
// What is remembered from one session to the next: layout, font, scale, colours. A JSON file, docs/ui.md
// lists its fields.
#pragma once

#include "common/result.h"
#include "overlay/model/panel.h"

#include <string>
#include <vector>

namespace wb::overlay {

struct Settings {
    float scale = 0;      ///< 0 = as the display says
    float font_size = 14; ///< pixels at scale 1
    std::string font;     ///< A .ttf file; "" = DejaVu Sans Mono, or ImGui's own when there is none
    bool dark = true;
    int width = 1440, height = 900; ///< of the window
    std::array<Area, kPanels> area;
    float side = 0.42f, middle = 0.52f,
          bottom = 0.24f; ///< Shares of width and height that the areas at the edges have.
    std::vector<std::string> watches, lane_expressions, history;

    Settings();
    bool operator==(const Settings&) const = default;
};

/// $XDG_CONFIG_HOME/wavebreak/ui.json or ~/.config/wavebreak/ui.json; "" when neither is known.
std::string settings_path();
/// Without a file the defaults. A file that is broken, or has fields that make no sense, is an error with the
/// place; nothing of it is used.
Result<Settings> load_settings(const std::string& path);
/// The same from its text; `name` is for the error.
Result<Settings> parse_settings(const std::string& text, const std::string& name);
/// Replaces the file in one step. A broken file that was there is kept beside it as "ui.json.broken".
Status save_settings(const std::string& path, const Settings& settings);

} // namespace wb::overlay
