// SPDX-License-Identifier: MIT
// What differs between the Dear ImGui of Debian 12 (1.86) and of Debian 13 (1.91): keys, clipped lists, child
// windows.
#pragma once

#include <imgui.h>
#if __has_include(<imgui_stdlib.h>)
#include <imgui_stdlib.h>
#else
#include <misc/cpp/imgui_stdlib.h>
#endif

namespace wb::overlay::compat {

// 1.87 gave keys names that do not depend on the backend; before, IO::KeyMap says what a backend calls them.
inline bool key_pressed(ImGuiKey key) {
#if IMGUI_VERSION_NUM >= 18700
    return ImGui::IsKeyPressed(key);
#else
    return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key));
#endif
}

/// A child window with a border or without. 1.90 made the boolean a flag.
inline bool begin_child(const char* name, ImVec2 size, bool border, ImGuiWindowFlags flags = 0) {
#if IMGUI_VERSION_NUM >= 19000
    return ImGui::BeginChild(name, size, border ? ImGuiChildFlags_Border : ImGuiChildFlags_None, flags);
#else
    return ImGui::BeginChild(name, size, border, flags);
#endif
}

inline ImU32 color(ImGuiCol which) {
    return ImGui::GetColorU32(which);
}

} // namespace wb::overlay::compat
