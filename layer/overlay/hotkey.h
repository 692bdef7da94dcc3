// SPDX-License-Identifier: MIT
// Hotkeys as a person writes them: "Shift+F12".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace wb::layer {

/// As in protocol::OverlayInput.
inline constexpr uint32_t kShift = 1, kControl = 2, kAlt = 4, kSuper = 8;

struct Hotkey {
    uint32_t keysym = 0; ///< X11's
    uint32_t modifiers = 0;
    bool operator==(const Hotkey&) const = default;
};

/// "[Shift+|Ctrl+|Alt+|Super+…]KEY"; KEY: F1 … F24, a letter, a digit, Insert, Home, End, Pause, ScrollLock,
/// Print. Capitals do not count. Nothing: no such key.
std::optional<Hotkey> parse_hotkey(std::string_view text);
std::string to_text(const Hotkey& key);

struct Hotkeys {
    Hotkey show{0xffc9, kShift}; ///< Shift+F12
    Hotkey capture{0xffc9, 0};   ///< F12
};

} // namespace wb::layer
