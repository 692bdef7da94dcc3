// SPDX-License-Identifier: MIT
// Keys and pointer on their way from the program's window, through the layer, to Dear ImGui.
#pragma once

#include "overlay/panels.h"
#include "protocol/messages.h"

#include <optional>

namespace wb::overlay {

// X11/keysymdef.h
namespace keysym {
inline constexpr uint32_t kBackSpace = 0xff08, kTab = 0xff09, kReturn = 0xff0d, kEscape = 0xff1b,
                          kHome = 0xff50, kLeft = 0xff51, kUp = 0xff52, kRight = 0xff53, kDown = 0xff54,
                          kPageUp = 0xff55, kPageDown = 0xff56, kEnd = 0xff57, kInsert = 0xff63,
                          kPause = 0xff13, kKeypadEnter = 0xff8d, kF1 = 0xffbe, kDelete = 0xffff;
}

/// What a debugger's key does (docs/ui.md).
std::optional<Key> debugger_key(const protocol::OverlayInput& input);

/// Once for a context, before its first frame.
void prepare_input();
/// To the current context, for its next frame. Enter presses buttons too, unless text is being typed.
void feed_key(const protocol::OverlayInput& input);
void feed_pointer(const protocol::OverlayInput& input);

} // namespace wb::overlay
