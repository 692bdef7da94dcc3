// SPDX-License-Identifier: MIT
// The top line with the buttons and the frames, and the bottom line with what is waited for.
#include "overlay/panels/common.h"

#include <cmath>
#include <fmt/format.h>

namespace wb::overlay {

static bool is_on(Phase phase, Key key) {
    const bool stopped = phase == Phase::Stopped;
    if (key == Key::Pause) return phase == Phase::Running || phase == Phase::Stepping;
    if (key == Key::Continue || key == Key::StepInto || key == Key::StepOver)
        return stopped || phase == Phase::NotStarted;
    return key == Key::ToggleBreakpoint || stopped;
}

void press(State& state, Model& model, Key key) {
    const auto now = model.snapshot();
    const Phase phase = now->overview->phase;
    if (key == Key::Cancel) {
        if (now->overview->can_cancel) model.cancel();
        return;
    }
    if (!is_on(phase, key)) return;
    const bool fresh = phase == Phase::NotStarted;
    switch (key) {
    case Key::Continue:
        return model.execute(fresh ? "run" : "continue");
    case Key::StepOver:
        return fresh ? model.start_stopped() : model.execute("next");
    case Key::StepInto:
        return fresh ? model.start_stopped() : model.execute("step");
    case Key::StepOut:
        return model.execute("finish");
    case Key::StepInstruction:
        return model.execute("stepi");
    case Key::ToggleBreakpoint: {
        const Source& source = *now->source;
        const uint32_t line = state.source.cursor_line ? state.source.cursor_line : source.focus_line;
        if (!source.file.empty() && line) model.toggle_breakpoint(source.file, line);
        return;
    }
    case Key::Pause:
        return model.cancel();
    case Key::Cancel:
        return;
    }
}

static void button(Draw& draw, const char* name, const char* keys, Key key) {
    const bool on = is_on(draw.now.overview->phase, key);
    if (!on) {
        ImGui::PushStyleColor(ImGuiCol_Text, palette().faint);
        ImGui::PushStyleColor(ImGuiCol_ButtonHovered, ImGui::GetStyle().Colors[ImGuiCol_Button]);
        ImGui::PushStyleColor(ImGuiCol_ButtonActive, ImGui::GetStyle().Colors[ImGuiCol_Button]);
    }
    if (ImGui::Button(name) && on) press(draw.state, draw.model, key);
    if (!on) ImGui::PopStyleColor(3);
    mark(draw, std::string("toolbar/") + name);
    if (ImGui::IsItemHovered()) tooltip(keys);
    ImGui::SameLine(0, 4);
}

static std::pair<std::string, ImVec4> phase_text(const Overview& overview) {
    switch (overview.phase) {
    case Phase::NotStarted:
        return {"Not started", palette().faint};
    case Phase::Starting:
        return {"Starting", palette().accent};
    case Phase::Running:
        return {"Running", palette().accent};
    case Phase::Stepping:
        return {"Stepping", palette().accent};
    case Phase::Stopped:
        return {overview.good ? "Stopped" : "Fault", overview.good ? palette().good : palette().bad};
    default:
        return {"Ended", overview.good ? palette().faint : palette().bad};
    }
}

static std::string frame_text(const FrameRow& frame) {
    if (frame.file.empty()) return frame.function;
    return fmt::format("{}  {}:{}", frame.function, frame.file.substr(frame.file.rfind('/') + 1), frame.line);
}

static void frames(Draw& draw, const Overview& overview) {
    if (overview.frames.empty()) return;
    const size_t chosen = std::min<size_t>(overview.frame, overview.frames.size() - 1);
    const std::string shown = frame_text(overview.frames[chosen]);
    ImGui::SameLine(0, draw.unit * 2);
    ImGui::SetNextItemWidth(draw.unit * float(std::max<size_t>(shown.size() + 5, 24)));
    const bool open = ImGui::BeginCombo("##frame", shown.c_str());
    mark(draw, "toolbar/frames");
    if (!open) return;
    for (size_t i = 0; i < overview.frames.size(); ++i) {
        if (ImGui::Selectable(fmt::format("#{} {}", i, frame_text(overview.frames[i])).c_str(),
                              i == chosen)) {
            draw.model.select_frame(unsigned(i));
            draw.state.wants.source_file.clear();
        }
        mark(draw, fmt::format("toolbar/frame/{}", i));
    }
    ImGui::EndCombo();
}

static void view_menu(Draw& draw) {
    if (!ImGui::BeginPopup("view")) return;
    Settings& settings = draw.state.settings;
    if (ImGui::MenuItem("Light colours", nullptr, !settings.dark)) {
        settings.dark = !settings.dark;
        draw.state.theme_changed = true;
    }
    mark(draw, "view/Light colours");
    for (float size : {11.f, 13.f, 15.f, 18.f, 22.f, 28.f}) {
        const std::string name = fmt::format("Font size {}", size);
        if (ImGui::MenuItem(name.c_str(), nullptr, settings.font_size == size)) {
            settings.font_size = size;
            draw.state.theme_changed = true;
        }
        mark(draw, "view/" + name);
    }
    ImGui::Separator();
    if (ImGui::MenuItem("First layout")) {
        const Settings fresh;
        settings.area = fresh.area;
        settings.side = fresh.side;
        settings.middle = fresh.middle;
        settings.bottom = fresh.bottom;
    }
    mark(draw, "view/First layout");
    ImGui::EndPopup();
}

void toolbar(Draw& draw) {
    const Overview& overview = *draw.now.overview;
    if (is_on(overview.phase, Key::Pause))
        button(draw, "Pause", "F6: stops what runs at its next statement", Key::Pause);
    else
        button(draw, overview.phase == Phase::NotStarted ? "Run" : "Continue", "F5", Key::Continue);
    button(draw, "Over", "F10: to the next statement, over functions", Key::StepOver);
    button(draw, "Into", "F11: to the next statement, into functions; starts the program stopped",
           Key::StepInto);
    button(draw, "Out", "Shift+F11: until the function has returned", Key::StepOut);
    button(draw, "Instruction", "Ctrl+F11: one machine instruction", Key::StepInstruction);
    button(draw, "Breakpoint", "F9: at the chosen line, or none", Key::ToggleBreakpoint);
    const auto [text, color] = phase_text(overview);
    ImGui::SameLine(0, draw.unit * 2);
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(color, "%s", text.c_str());
    if (overview.phase == Phase::Stopped && overview.wave) {
        ImGui::SameLine(0, draw.unit * 2);
        std::string where = fmt::format("wave {}, lane {}", overview.wave_name, overview.lane);
        if (overview.invocation) where += ", invocation " + ids(*overview.invocation);
        if (!overview.lane_active) where += ", inactive here";
        ImGui::TextUnformatted(where.c_str());
        frames(draw, overview);
    }
    const float width = draw.unit * 8;
    ImGui::SameLine(ImGui::GetWindowWidth() - width - ImGui::GetStyle().WindowPadding.x);
    if (ImGui::Button("View", {width, 0})) ImGui::OpenPopup("view");
    mark(draw, "toolbar/View");
    view_menu(draw);
}

void status_bar(Draw& draw) {
    const Overview& overview = *draw.now.overview;
    if (overview.activity.empty()) {
        ImGui::TextColored(overview.good ? palette().faint : palette().bad, "%s", overview.stop.c_str());
        return;
    }
    const double waited = seconds_now() - overview.since;
    // A bar that moves: how long it will take is not known.
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetTextLineHeight(), width = draw.unit * 12;
    const float part = float(std::fmod(waited, 1.5) / 1.5),
                x = at.x + (width - draw.unit * 3) * (part < 0.5f ? part * 2 : 2 - part * 2);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({at.x, at.y + height * 0.35f}, {at.x + width, at.y + height * 0.65f},
                       compat::color(ImGuiCol_FrameBg), 3);
    list.AddRectFilled({x, at.y + height * 0.35f}, {x + draw.unit * 3, at.y + height * 0.65f},
                       u32(palette().accent), 3);
    ImGui::Dummy({width, height});
    ImGui::SameLine();
    // In front of the text that grows: the button must not move away from the pointer.
    if (overview.can_cancel) {
        if (ImGui::SmallButton("Cancel")) draw.model.cancel();
        mark(draw, "status/Cancel");
        ImGui::SameLine();
    }
    ImGui::Text("%s", overview.activity.c_str());
    if (waited >= 1) {
        ImGui::SameLine();
        ImGui::TextColored(palette().faint, "%.0f s", waited);
    }
}

} // namespace wb::overlay
