// SPDX-License-Identifier: MIT
#include "overlay/window/input.h"

#include "overlay/debugger_keys.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <cmath>
#include <deque>
#include <optional>
#include <set>
#include <utility>

namespace wb::overlay {

namespace {
struct Event {
    enum class Kind { Key, Button, Character } kind;
    int code = 0, scancode = 0, action = 0, mods = 0;
    ImVec2 at{}; ///< Of the pointer.
};
} // namespace

static std::deque<Event> g_events;
static std::vector<Press> g_presses;
static ImVec2 g_pointer;
static std::optional<ImVec2> g_clicked_at;
static GLFWcursorposfun g_next_on_pointer = nullptr;

static std::optional<Key> key_of(int key, int mods) {
    // In the program's picture F6 goes to the next area.
    if (key == GLFW_KEY_F6 || key == GLFW_KEY_PAUSE) return Key::Pause;
    const bool function = key >= GLFW_KEY_F1 && key <= GLFW_KEY_F12;
    return debugger_key(function ? unsigned(key - GLFW_KEY_F1 + 1) : 0, key == GLFW_KEY_C ? 'c' : '\0',
                        mods & GLFW_MOD_SHIFT, mods & GLFW_MOD_CONTROL);
}

static void on_key(GLFWwindow*, int key, int scancode, int action, int mods) {
    if (const auto known = key_of(key, mods); known && action != GLFW_RELEASE)
        g_presses.push_back({*known, seconds_now()});
    g_events.push_back({Event::Kind::Key, key, scancode, action, mods});
}

static void on_button(GLFWwindow*, int button, int action, int mods) {
    g_events.push_back({Event::Kind::Button, button, 0, action, mods, g_pointer});
}

static void on_pointer(GLFWwindow* window, double x, double y) {
    // Whole pixels, as ImGui keeps them: they are compared.
    g_pointer = {float(std::floor(x)), float(std::floor(y))};
    if (g_next_on_pointer) g_next_on_pointer(window, x, y);
}

static void on_character(GLFWwindow*, unsigned character) {
    g_events.push_back({Event::Kind::Character, int(character)});
}

void queue_input(GLFWwindow* window) {
    glfwSetKeyCallback(window, on_key);
    glfwSetMouseButtonCallback(window, on_button);
    glfwSetCharCallback(window, on_character);
    g_next_on_pointer = glfwSetCursorPosCallback(window, on_pointer);
}

bool deliver_input(GLFWwindow* window) {
    std::set<std::pair<Event::Kind, int>> changed;
    while (!g_events.empty()) {
        const Event event = g_events.front();
        // A second change of one key or button waits for the next frame.
        if (event.kind != Event::Kind::Character && event.action != GLFW_REPEAT &&
            !changed.insert({event.kind, event.code}).second)
            return true;
        // ImGui takes a press on a tab only where the pointer was in the frame before.
        const ImVec2 last = ImGui::GetIO().MousePos;
        if (event.kind == Event::Kind::Button && event.action == GLFW_PRESS &&
            (last.x != event.at.x || last.y != event.at.y)) {
            g_clicked_at = event.at;
#if IMGUI_VERSION_NUM >= 18700
            ImGui::GetIO().AddMousePosEvent(event.at.x, event.at.y);
#endif
            return true;
        }
        g_events.pop_front();
        switch (event.kind) {
        case Event::Kind::Key:
            ImGui_ImplGlfw_KeyCallback(window, event.code, event.scancode, event.action, event.mods);
            break;
        case Event::Kind::Button:
            g_clicked_at = event.at;
#if IMGUI_VERSION_NUM >= 18700
            ImGui::GetIO().AddMousePosEvent(event.at.x, event.at.y);
#endif
            ImGui_ImplGlfw_MouseButtonCallback(window, event.code, event.action, event.mods);
            break;
        case Event::Kind::Character:
            ImGui_ImplGlfw_CharCallback(window, unsigned(event.code));
            break;
        }
    }
    return false;
}

void place_clicks() {
    if (const auto at = std::exchange(g_clicked_at, std::nullopt)) ImGui::GetIO().MousePos = *at;
}

std::vector<Press> take_presses() {
    return std::exchange(g_presses, {});
}

} // namespace wb::overlay
