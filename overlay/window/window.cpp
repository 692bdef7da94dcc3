// SPDX-License-Identifier: MIT
#include "overlay/window/window.h"

#include "overlay/theme.h"
#include "overlay/window/input.h"
#include "overlay/window/record.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <algorithm>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <fmt/format.h>
#include <utility>

namespace wb::overlay {

// ImGui needs a frame or two more until everything has its place.
static constexpr int kSettle = 3;
static std::string g_error;
Result<std::unique_ptr<Window>> Window::open(const std::string& title, const Settings& settings) {
    glfwSetErrorCallback([](int, const char* text) { g_error = text; });
    g_error.clear();
    if (!glfwInit()) return fail(g_error.empty() ? "GLFW cannot be used" : g_error);
    std::unique_ptr<Window> out(new Window);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 0);
    out->window_ = glfwCreateWindow(settings.width, settings.height, title.c_str(), nullptr, nullptr);
    if (!out->window_) return fail(g_error.empty() ? "no window with OpenGL 3 can be made" : g_error);
    glfwMakeContextCurrent(out->window_);
    // Frames are drawn when something has changed: waiting for the screen would only show it later.
    glfwSwapInterval(0);
    if (!out->canvas_.load()) return fail("the display's OpenGL lacks functions of version 3");
    glfwSetWindowUserPointer(out->window_, &out->canvas_);
    glfwSetWindowRefreshCallback(
        out->window_, [](GLFWwindow* of) { static_cast<Canvas*>(glfwGetWindowUserPointer(of))->expose(); });
    out->context_ = ImGui::CreateContext();
    ImGui::SetCurrentContext(out->context_);
    out->frames_ = kSettle;
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    float height_scale = 1;
    glfwGetWindowContentScale(out->window_, &out->scale_, &height_scale);
    if (settings.scale > 0) out->scale_ = settings.scale;
    ImGui_ImplGlfw_InitForOpenGL(out->window_, true);
    queue_input(out->window_);
    ImGui_ImplOpenGL3_Init("#version 130");
    out->make_theme(settings);
    return out;
}

void Window::make_theme(const Settings& settings) {
    ImGui::GetIO().Fonts->Clear();
    notice_ = load_font(settings, scale_);
    apply_theme(settings.dark, scale_);
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
    canvas_.forget();
}

Window::~Window() {
    if (context_) {
        ImGui::SetCurrentContext(context_);
        ImGui_ImplOpenGL3_Shutdown();
        ImGui_ImplGlfw_Shutdown();
        ImGui::DestroyContext(context_);
    }
    if (window_) glfwDestroyWindow(window_);
    glfwTerminate();
}

void Window::wake() {
    glfwPostEmptyEvent();
}

void Window::frame(State& state, Model& model, Record* record) {
    const double begin = seconds_now();
    if (std::exchange(state.theme_changed, false)) make_theme(state.settings);
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    place_clicks();
    ImGui::NewFrame();
    const auto shown = model.snapshot();
    // The canvas is cleared with that colour: an OpenGL of the CPU's has one layer less to blend.
    ImGui::PushStyleColor(ImGuiCol_WindowBg, ImVec4());
    draw(state, model);
    ImGui::PopStyleColor();
    ImGui::Render();
    int width = 0, height = 0;
    glfwGetFramebufferSize(window_, &width, &height);
    if (canvas_.draw(*ImGui::GetDrawData(), ImGui::GetStyle().Colors[ImGuiCol_WindowBg], width, height))
        glfwSwapBuffers(window_);
    if (record) record->frame(state, *shown, begin, seconds_now());
}

/// Handles the debugger's keys. A step takes a few milliseconds, less than a frame: what would be drawn
/// meanwhile would only delay the frame that shows what it has come to.
static void press_keys(State& state, Model& model, Record* record) {
    constexpr double kStep = 0.02;
    const uint64_t stops = model.snapshot()->overview->stops;
    const auto presses = take_presses();
    for (const Press& each : presses) {
        press(state, model, each.key);
        if (record) record->key(int(each.key), each.time);
    }
    const double end = seconds_now() + kStep;
    for (double now = end - kStep; !presses.empty() && now < end; now = seconds_now()) {
        if (model.snapshot()->overview->stops != stops) return;
        glfwWaitEventsTimeout(end - now);
    }
}

bool Window::turn(State& state, Model& model, Record* record) {
    ImGui::SetCurrentContext(context_);
    const auto overview = model.snapshot()->overview;
    if (glfwWindowShouldClose(window_) || overview->quit) return false;
    if (frames_ > 0)
        glfwPollEvents();
    else {
        // A wait is shown moving; otherwise only the text cursor blinks.
        const double before = seconds_now(), pause = overview->activity.empty() ? 0.5 : 0.05;
        glfwWaitEventsTimeout(pause);
        if (seconds_now() - before < pause * 0.9) frames_ = kSettle;
    }
    press_keys(state, model, record);
    if (deliver_input(window_)) frames_ = kSettle;
    state.settled = frames_ <= 1;
    frame(state, model, record);
    --frames_;
    return true;
}

void Window::run(State& state, Model& model, Record* record, const std::atomic<bool>& interrupt) {
    state.marking = record != nullptr;
    frames_ = kSettle;
    while (!interrupt && turn(state, model, record))
        continue;
    store(state.settings);
}

void Window::store(Settings& settings) const {
    glfwGetWindowSize(window_, &settings.width, &settings.height);
    settings.width = std::clamp(settings.width, 320, 16384);
    settings.height = std::clamp(settings.height, 240, 16384);
}

} // namespace wb::overlay
