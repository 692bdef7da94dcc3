// SPDX-License-Identifier: MIT
// Which key does what (docs/ui.md), the same in the window and in the program's own picture.
#pragma once

#include "overlay/panels.h"

#include <optional>

namespace wb::overlay {

/// What a press of a function key (its number, 0 for any other key) or of a letter (small, 0 for none) does,
/// if anything.
inline std::optional<Key> debugger_key(unsigned function, char letter, bool shift, bool control) {
    switch (function) {
    case 5:
        return Key::Continue;
    case 9:
        return Key::ToggleBreakpoint;
    case 10:
        return Key::StepOver;
    case 11:
        return shift ? Key::StepOut : control ? Key::StepInstruction : Key::StepInto;
    default:
        if (letter == 'c' && shift && control) return Key::Cancel;
        return std::nullopt;
    }
}

} // namespace wb::overlay
