// SPDX-License-Identifier: MIT
#include "overlay/stream/stream.h"

#include "overlay/focus.h"
#include "overlay/imgui_compat.h"
#include "overlay/stream/encoder.h"
#include "overlay/stream/keys.h"
#include "overlay/theme.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

namespace wb::overlay {

using nlohmann::json;

Stream::Stream(Request request, std::function<void(const std::vector<protocol::CommandInfo>&)> captured)
    : request_(std::move(request)), captured_(std::move(captured)) {
    ImGuiContext* before = ImGui::GetCurrentContext();
    context_ = ImGui::CreateContext();
    ImGui::SetCurrentContext(context_);
    ImGui::GetIO().IniFilename = nullptr;
    prepare_input();
    ImGui::SetCurrentContext(before);
}

Stream::~Stream() {
    ImGui::SetCurrentContext(context_);
    ImGui::DestroyContext(context_);
}

void Stream::event(json event) {
    const std::lock_guard guard(lock_);
    events_.push_back(std::move(event));
    changed_.notify_all();
}

void Stream::wake() {
    const std::lock_guard guard(lock_);
    woken_ = true;
    changed_.notify_all();
}

void Stream::wait(std::chrono::milliseconds patience) {
    std::unique_lock guard(lock_);
    changed_.wait_for(guard, patience, [&] { return woken_ || !events_.empty(); });
}

void Stream::turn(State& state, Model& model, bool elsewhere) {
    std::deque<json> events;
    bool stale = elsewhere != elsewhere_;
    {
        const std::lock_guard guard(lock_);
        events.swap(events_);
        stale |= woken_ || !events.empty();
        woken_ = false;
    }
    elsewhere_ = elsewhere;
    ImGui::SetCurrentContext(context_);
    if (!asked_)
        if (auto answer = request_(protocol::kOpOverlayState, json::object())) {
            shown_ = answer->at("overlay").get<protocol::OverlayState>();
            asked_ = stale = true;
        }
    for (const json& event : events)
        take_in(event, state, model, elsewhere);
    if (!stale || !shown_.visible || !shown_.width || !shown_.height) return;
    // Dear ImGui settles sizes in the second frame, and the third shows what a key has led to.
    for (int i = 0; i < 3; ++i)
        draw_frame(state, model, elsewhere);
    send();
}

void Stream::take_in(const json& event, State& state, Model& model, bool elsewhere) {
    const std::string name = event.value("event", "");
    if (name == protocol::kEventOverlay) {
        shown_ = event.get<protocol::OverlayState>();
        asked_ = true;
        return;
    }
    if (name == protocol::kEventCaptured) return take_capture(event, model);
    const auto input = event.get<protocol::OverlayInput>();
    if (!shown_.visible || !shown_.width) return;
    if (input.kind == "pointer")
        feed_pointer(input);
    else
        on_key(input, state, model);
    // Each press and each release is seen by a frame of its own.
    draw_frame(state, model, elsewhere);
}

static std::string line_of(const protocol::CommandInfo& command) {
    return fmt::format("#{:<4} {:<14} {}", command.command,
                       command.indirect_va ? "indirect"
                                           : fmt::format("{} x {} x {}", command.groups[0], command.groups[1],
                                                         command.groups[2]),
                       command.label);
}

std::string Stream::Capture::text() const {
    return fmt::format("{} dispatches{}{}", commands.size(), note.empty() ? "" : "; ", note);
}

void Stream::take_capture(const json& event, Model& model) {
    Capture out;
    out.note = event.value("note", "");
    std::set<std::pair<uint32_t, uint32_t>> seen;
    size_t gone = 0;
    for (const json& each : event.at("commands")) {
        const auto device = each.at(0).get<uint32_t>();
        const auto id = each.at(1).get<uint32_t>();
        if (!seen.emplace(device, id).second) continue;
        // Not known: recorded before anybody listened, or dropped meanwhile.
        if (auto reply = request_(protocol::kOpGetCommand, {{"device", device}, {"command", id}}))
            out.commands.push_back(reply->at("command").get<protocol::CommandInfo>());
        else
            ++gone;
    }
    if (out.note.empty() && gone)
        out.note = fmt::format("{} more were recorded before the debugger came", gone);
    else if (out.note.empty() && out.commands.empty())
        out.note = "nothing in it was recorded since the debugger came";
    captured_(out.commands);
    std::string text = fmt::format("captured frame {}: {}", ++captures_, out.text());
    for (const protocol::CommandInfo& each : out.commands)
        text += "\n  " + line_of(each);
    model.say(ConsoleLine::Kind::Notice, text);
    capture_ = std::move(out);
    chosen_ = 0;
    if (!shown_.visible) (void)request_(protocol::kOpOverlayShow, {{"visible", true}});
}

void Stream::hide() {
    (void)request_(protocol::kOpOverlayShow, {{"visible", false}});
}

void Stream::choose_area(State& state) {
    for (size_t step = 1; step <= kAreas; ++step) {
        const auto next = Area((size_t(area_) + step) % kAreas);
        if (std::ranges::find(state.settings.area, next) == state.settings.area.end()) continue;
        area_ = next;
        break;
    }
    focus_area(area_);
}

void Stream::choose_panel(State& state, int step) {
    std::vector<Panel> there;
    for (const PanelInfo& info : kPanelTable)
        if (state.settings.area[size_t(info.panel)] == area_) there.push_back(info.panel);
    if (there.empty()) return;
    const auto now = std::ranges::find(there, state.front[size_t(area_)]);
    const int at = now == there.end() ? 0 : int(now - there.begin());
    state.bring_forward[area_] = there[size_t(at + step + int(there.size())) % there.size()];
    focus_area(area_);
}

void Stream::pick(Model& model) {
    const protocol::CommandInfo& command = capture_->commands[size_t(chosen_)];
    if (command.variant_bound) return model.debug_dispatch(command.device, command.command, command.shader);
    model.say(ConsoleLine::Kind::Error,
              "It was recorded with the normal shader, before the debugger came; a program "
              "that records it again makes it debuggable.");
}

/// The keys of the captured frame's list, while it is shown.
bool Stream::choose_command(const protocol::OverlayInput& input, Model& model) {
    if (!capture_) return false;
    const int last = int(capture_->commands.size()) - 1;
    const auto go_to = [&](int row) {
        chosen_ = std::clamp(row, 0, std::max(last, 0));
        return true;
    };
    switch (input.keysym) {
    case keysym::kUp:
        return go_to(chosen_ - 1);
    case keysym::kDown:
        return go_to(chosen_ + 1);
    case keysym::kPageUp:
        return go_to(chosen_ - 10);
    case keysym::kPageDown:
        return go_to(chosen_ + 10);
    case keysym::kReturn:
    case keysym::kKeypadEnter:
        if (last >= 0) pick(model);
        return true;
    case keysym::kEscape:
        capture_.reset();
        return true;
    default:
        return false;
    }
}

void Stream::draw_capture(Model& model) {
    if (!capture_) return;
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(size.x * 0.2f, size.y * 0.2f));
    ImGui::SetNextWindowSize(ImVec2(size.x * 0.6f, size.y * 0.5f));
    ImGui::SetNextWindowBgAlpha(0.97f);
    constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove |
                                        ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoSavedSettings |
                                        ImGuiWindowFlags_NoNav;
    bool open = true;
    if (ImGui::Begin("Captured frame", &open, kFlags)) {
        ImGui::TextWrapped("%s", capture_->text().c_str());
        ImGui::TextDisabled("Up, Down: choose   Enter: stop there, or no longer   Escape: close");
        compat::begin_child("commands", {0, -ImGui::GetFrameHeightWithSpacing()}, true);
        for (int i = 0; i < int(capture_->commands.size()); ++i) {
            const protocol::CommandInfo& command = capture_->commands[size_t(i)];
            if (!command.variant_bound) ImGui::PushStyleColor(ImGuiCol_Text, palette().missing);
            if (ImGui::Selectable(line_of(command).c_str(), i == chosen_)) {
                chosen_ = i;
                pick(model);
            }
            if (!command.variant_bound) ImGui::PopStyleColor();
            if (i == chosen_ && !ImGui::IsItemVisible()) ImGui::SetScrollHereY();
        }
        ImGui::EndChild();
        // What has come of a choice.
        if (const auto console = model.snapshot()->console; !console->lines.empty())
            ImGui::TextUnformatted(console->lines.back().text.c_str());
    }
    ImGui::End();
    if (!open) capture_.reset();
}

void Stream::on_key(const protocol::OverlayInput& input, State& state, Model& model) {
    constexpr uint32_t kShift = 1, kControl = 2;
    const bool types = ImGui::GetIO().WantTextInput;
    if (input.down) {
        if (const auto key = debugger_key(input)) return press(state, model, *key);
        if (input.keysym == keysym::kF1 + 5) return choose_area(state);
        if (input.modifiers == kControl && input.keysym == keysym::kPageDown) return choose_panel(state, 1);
        if (input.modifiers == kControl && input.keysym == keysym::kPageUp) return choose_panel(state, -1);
        if (!types && !(input.modifiers & (kShift | kControl)) && choose_command(input, model)) return;
        // What is open or being typed takes it first.
        if (input.keysym == keysym::kEscape && !types && !ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup))
            return hide();
    }
    feed_key(input);
}

void Stream::make_theme(const State& state) {
    ImGui::GetIO().Fonts->Clear();
    (void)load_font(state.settings, scale_);
    apply_theme(state.settings.dark, scale_);
    // The program's picture shines through.
    for (const ImGuiCol each : {ImGuiCol_WindowBg, ImGuiCol_ChildBg})
        ImGui::GetStyle().Colors[each].w = 0.85f;
    if (font_) (void)request_(protocol::kOpOverlayDrop, {{"texture", font_}});
    font_ = 0;
    const uint64_t texture = ++textures_;
    auto bytes = protocol::encode(font_texture(texture));
    if (bytes && request_(protocol::kOpOverlayTexture, {{"data", protocol::Bytes(std::move(*bytes))}}))
        font_ = texture;
}

static void sentence(const char* window, const char* text) {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(0, size.y), ImGuiCond_Always, ImVec2(0, 1));
    ImGui::SetNextWindowSize(ImVec2(size.x, 0));
    if (ImGui::Begin(window, nullptr,
                     ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoNav |
                         ImGuiWindowFlags_NoFocusOnAppearing)) {
        ImGui::PushStyleColor(ImGuiCol_Text, palette().changed);
        ImGui::TextWrapped("%s", text);
        ImGui::PopStyleColor();
    }
    ImGui::End();
}

void Stream::draw_frame(State& state, Model& model, bool elsewhere) {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = ImVec2(float(shown_.width), float(shown_.height));
    io.DeltaTime = 1.0f / 60;
    // Quarters, so that a window that is resized does not make a font for each size.
    const uint32_t quarters = shown_.width / 320;
    const float fitting = std::clamp(float(quarters) * 0.25f, 0.5f, 3.f);
    const float scale = state.settings.scale > 0 ? state.settings.scale : fitting;
    const Settings& settings = state.settings;
    if (scale != scale_ || !font_ ||
        themed_ != std::tuple(settings.font, settings.font_size, settings.dark)) {
        scale_ = scale;
        themed_ = {settings.font, settings.font_size, settings.dark};
        make_theme(state);
    }
    if (!elsewhere) state.theme_changed = false;
    ImGui::NewFrame();
    if (elsewhere) {
        sentence("##elsewhere", "Wavebreak's window shows the panels.");
    } else {
        draw(state, model);
        draw_capture(model);
    }
    // Last, so that it lies over the others; the layer shows it while a wave may stop.
    if (model.snapshot()->overview->phase == Phase::Stopped)
        sentence(kStandstillWindow,
                 "Waves are stopped: this picture stands still. Go on in Wavebreak's window, or "
                 "in the terminal where it runs.");
    else
        sentence(kStandstillWindow,
                 "A breakpoint is armed. While waves are stopped this picture stands still; go on "
                 "in Wavebreak's window, or in the terminal where it runs.");
    ImGui::Render();
}

void Stream::send() {
    if (!font_) return;
    auto bytes = protocol::encode(to_overlay_frame(*ImGui::GetDrawData()));
    if (!bytes || *bytes == sent_) return;
    // A frame that is refused is followed by the next one; the layer goes on showing the last.
    if (request_(protocol::kOpOverlayFrame, {{"data", protocol::Bytes(*bytes)}})) sent_ = std::move(*bytes);
}

} // namespace wb::overlay
