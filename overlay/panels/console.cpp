// SPDX-License-Identifier: MIT
// Console: the command language, with history and completion.
#include "overlay/panels/common.h"

namespace wb::overlay {

static ImVec4 color_of(ConsoleLine::Kind kind) {
    const Palette& colors = palette();
    switch (kind) {
    case ConsoleLine::Kind::Command:
        return colors.accent;
    case ConsoleLine::Kind::Error:
        return colors.bad;
    case ConsoleLine::Kind::Notice:
        return colors.changed;
    case ConsoleLine::Kind::Program:
        return colors.faint;
    default:
        return colors.text;
    }
}

static void replace(ImGuiInputTextCallbackData& data, const std::string& text) {
    data.DeleteChars(0, data.BufTextLen);
    data.InsertChars(0, text.c_str());
}

static void complete(ImGuiInputTextCallbackData& data, Draw& draw) {
    const std::string line(data.Buf, size_t(data.CursorPos));
    const auto candidates = draw.model.complete(line);
    if (candidates.empty()) return;
    std::string common = candidates.front();
    for (const std::string& each : candidates)
        while (!each.starts_with(common))
            common.pop_back();
    if (candidates.size() == 1) common += common.ends_with(':') ? "" : " ";
    if (common.size() > line.size()) {
        replace(data, common + std::string(data.Buf + data.CursorPos));
        data.CursorPos = int(common.size());
        return;
    }
    std::string list;
    for (const std::string& each : candidates)
        list += (list.empty() ? "" : "   ") + each.substr(each.find_last_of(" (,") + 1);
    draw.model.say(ConsoleLine::Kind::Program, list);
}

static void walk_history(ImGuiInputTextCallbackData& data, ConsoleState& state) {
    const int count = int(state.history.size());
    if (state.at < 0) state.typed.assign(data.Buf, size_t(data.BufTextLen));
    if (data.EventKey == ImGuiKey_UpArrow)
        state.at = state.at < 0 ? count - 1 : std::max(0, state.at - 1);
    else if (state.at >= 0)
        state.at = state.at + 1 < count ? state.at + 1 : -1;
    replace(data, state.at < 0 ? state.typed : state.history[size_t(state.at)]);
}

static int on_input(ImGuiInputTextCallbackData* data) {
    Draw& draw = *static_cast<Draw*>(data->UserData);
    if (data->EventFlag == ImGuiInputTextFlags_CallbackCompletion)
        complete(*data, draw);
    else if (data->EventFlag == ImGuiInputTextFlags_CallbackHistory)
        walk_history(*data, draw.state.console);
    return 0;
}

static void lines(Draw& draw, float height) {
    const Console& console = *draw.now.console;
    ConsoleState& state = draw.state.console;
    compat::begin_child("lines", {0, height}, false, ImGuiWindowFlags_HorizontalScrollbar);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {8, 1});
    ImGuiListClipper clipper;
    clipper.Begin(int(console.lines.size()));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const ConsoleLine& line = console.lines[size_t(i)];
            ImGui::PushStyleColor(ImGuiCol_Text, color_of(line.kind));
            if (line.kind == ConsoleLine::Kind::Command) {
                ImGui::TextUnformatted(">");
                ImGui::SameLine();
            }
            ImGui::TextUnformatted(line.text.c_str());
            ImGui::PopStyleColor();
        }
    ImGui::PopStyleVar();
    if (state.shown != console.total) ImGui::SetScrollHereY(1);
    state.shown = console.total;
    ImGui::EndChild();
}

void console_panel(Draw& draw) {
    ConsoleState& state = draw.state.console;
    lines(draw, -ImGui::GetFrameHeightWithSpacing());
    ImGui::SetNextItemWidth(-1);
    if (std::exchange(state.take_keyboard, false)) ImGui::SetKeyboardFocusHere();
    const ImGuiInputTextFlags flags = ImGuiInputTextFlags_EnterReturnsTrue |
                                      ImGuiInputTextFlags_CallbackCompletion |
                                      ImGuiInputTextFlags_CallbackHistory;
    const bool enter = ImGui::InputTextWithHint(
        "##input", "a command, as in: print height   (help lists them, Tab completes)", &state.input, flags,
        on_input, &draw);
    mark(draw, "console/input");
    if (!enter) return;
    constexpr size_t kMost = 500;
    if (!state.input.empty() && (state.history.empty() || state.history.back() != state.input))
        state.history.push_back(state.input);
    if (state.history.size() > kMost) state.history.erase(state.history.begin());
    state.at = -1;
    draw.model.execute(state.input);
    state.input.clear();
    state.take_keyboard = true;
}

} // namespace wb::overlay
