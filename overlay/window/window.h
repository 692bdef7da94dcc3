// SPDX-License-Identifier: MIT
// The window: GLFW and OpenGL 3 around the panels.
#pragma once

#include "common/result.h"
#include "overlay/panels.h"
#include "overlay/window/canvas.h"

#include <atomic>
#include <memory>

struct GLFWwindow;
struct ImGuiContext;

namespace wb::overlay {

class Record;

class Window {
public:
    /// Opens it, sized as the settings say. An error says why there can be none (no display, no OpenGL 3).
    static Result<std::unique_ptr<Window>> open(const std::string& title, const Settings& settings);
    ~Window();
    Window(const Window&) = delete;

    /// Makes run() look at the model. Any thread.
    void wake();
    /// Handles what has happened, or waits a little for it, and shows the panels once. False: the window is
    /// to be closed, or the session ends. For who shows something else meanwhile; run() does it for you.
    bool turn(State& state, Model& model, Record* record);
    /// What is to be remembered of the window itself.
    void store(Settings& settings) const;
    /// Shows the panels until the window is closed, `quit` is given in the console, or `interrupt` becomes
    /// true. `record`, which may be null, is told of every frame. Then `state.settings` holds what is to be
    /// remembered.
    void run(State& state, Model& model, Record* record, const std::atomic<bool>& interrupt);
    /// What is to be said about the window itself, "" = nothing: a font that is missing.
    const std::string& notice() const { return notice_; }

private:
    Window() = default;
    void make_theme(const Settings& settings);
    void frame(State& state, Model& model, Record* record);

    GLFWwindow* window_ = nullptr;
    ImGuiContext* context_ = nullptr; ///< Its own; there may be others on this thread.
    int frames_ = 0;                  ///< To be shown before waiting.
    std::string notice_;
    float scale_ = 1;
    Canvas canvas_;
};

} // namespace wb::overlay
