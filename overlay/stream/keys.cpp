// SPDX-License-Identifier: MIT
#include "overlay/stream/keys.h"

#include "overlay/debugger_keys.h"

#include <imgui.h>

namespace wb::overlay {

namespace {

constexpr uint32_t kShift = 1, kControl = 2, kAlt = 4, kSuper = 8; // OverlayInput::modifiers

struct Known {
    uint32_t keysym;
    ImGuiKey key;
};
constexpr Known kKnown[] = {
    {keysym::kTab, ImGuiKey_Tab},
    {keysym::kLeft, ImGuiKey_LeftArrow},
    {keysym::kRight, ImGuiKey_RightArrow},
    {keysym::kUp, ImGuiKey_UpArrow},
    {keysym::kDown, ImGuiKey_DownArrow},
    {keysym::kPageUp, ImGuiKey_PageUp},
    {keysym::kPageDown, ImGuiKey_PageDown},
    {keysym::kHome, ImGuiKey_Home},
    {keysym::kEnd, ImGuiKey_End},
    {keysym::kInsert, ImGuiKey_Insert},
    {keysym::kDelete, ImGuiKey_Delete},
    {keysym::kBackSpace, ImGuiKey_Backspace},
    {' ', ImGuiKey_Space},
    {keysym::kReturn, ImGuiKey_Enter},
    {keysym::kKeypadEnter, ImGuiKey_Enter},
    {keysym::kEscape, ImGuiKey_Escape},
    {'a', ImGuiKey_A},
    {'c', ImGuiKey_C},
    {'v', ImGuiKey_V},
    {'x', ImGuiKey_X},
    {'y', ImGuiKey_Y},
    {'z', ImGuiKey_Z},
};

uint32_t lower(uint32_t keysym) {
    return keysym >= 'A' && keysym <= 'Z' ? keysym + 'a' - 'A' : keysym;
}

void set_key(ImGuiKey key, bool down) {
    ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18700
    io.AddKeyEvent(key, down);
#else
    io.KeysDown[key] = down;
#endif
}

void set_modifiers(uint32_t modifiers) {
    ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18900
    io.AddKeyEvent(ImGuiMod_Ctrl, modifiers & kControl);
    io.AddKeyEvent(ImGuiMod_Shift, modifiers & kShift);
    io.AddKeyEvent(ImGuiMod_Alt, modifiers & kAlt);
    io.AddKeyEvent(ImGuiMod_Super, modifiers & kSuper);
#else
    io.KeyCtrl = modifiers & kControl;
    io.KeyShift = modifiers & kShift;
    io.KeyAlt = modifiers & kAlt;
    io.KeySuper = modifiers & kSuper;
#endif
}

} // namespace

std::optional<Key> debugger_key(const protocol::OverlayInput& input) {
    if (input.keysym == keysym::kPause) return Key::Pause;
    const uint32_t number = input.keysym - keysym::kF1 + 1, letter = lower(input.keysym);
    return debugger_key(number <= 12 ? number : 0, letter < 0x80 ? char(letter) : '\0',
                        input.modifiers & kShift, input.modifiers & kControl);
}

void prepare_input() {
    ImGuiIO& io = ImGui::GetIO();
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
#if IMGUI_VERSION_NUM < 18700
    for (const Known& known : kKnown)
        io.KeyMap[known.key] = known.key;
#endif
}

void feed_key(const protocol::OverlayInput& input) {
    ImGuiIO& io = ImGui::GetIO();
    set_modifiers(input.modifiers);
    for (const Known& known : kKnown)
        if (known.keysym == lower(input.keysym)) set_key(known.key, input.down);
    if ((input.keysym == keysym::kReturn || input.keysym == keysym::kKeypadEnter) &&
        (!input.down || !io.WantTextInput))
        set_key(ImGuiKey_Space, input.down);
    // These keysyms are Latin-1's characters; 0x01000000 and more are Unicode's (X11/keysymdef.h).
    const bool typed = input.down && !(input.modifiers & (kControl | kAlt | kSuper));
    if (typed &&
        ((input.keysym >= 0x20 && input.keysym < 0x7f) || (input.keysym >= 0xa0 && input.keysym < 0x100)))
        io.AddInputCharacter(input.keysym);
    else if (typed && input.keysym >> 24 == 1)
        io.AddInputCharacter(input.keysym & 0xff'ffff);
}

void feed_pointer(const protocol::OverlayInput& input) {
    ImGuiIO& io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18700
    io.AddMousePosEvent(float(input.x), float(input.y));
    for (int i = 0; i < 3; ++i)
        io.AddMouseButtonEvent(i, input.buttons >> i & 1);
    if (input.wheel) io.AddMouseWheelEvent(0, float(input.wheel));
#else
    io.MousePos = ImVec2(float(input.x), float(input.y));
    for (int i = 0; i < 3; ++i)
        io.MouseDown[i] = input.buttons >> i & 1;
    io.MouseWheel += float(input.wheel);
#endif
}

} // namespace wb::overlay
