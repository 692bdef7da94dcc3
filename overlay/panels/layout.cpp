// SPDX-License-Identifier: MIT
// draw(): the areas with their tabs and the splitters between them. Debian's Dear ImGui has no docking.
#include "overlay/focus.h"
#include "overlay/panels/common.h"

#include <algorithm>
#include <optional>

namespace wb::overlay {

static std::optional<Area> g_wanted;
void focus_area(Area which) {
    g_wanted = which;
}

using Function = void (*)(Draw&);
static constexpr Function kFunctions[kPanels] = {
    source_panel,      disassembly_panel, buffers_panel, heat_map_panel, variables_panel,
    watch_panel,       registers_panel,   lanes_panel,   waves_panel,    dispatches_panel,
    breakpoints_panel, console_panel,     device_panel};

/// The menu of a tab: where the panel is to be.
static void tab_menu(Draw& draw, Panel panel) {
    if (!ImGui::BeginPopupContextItem()) return;
    for (size_t area = 0; area < kAreas; ++area) {
        const std::string name = "Move to the " + std::string(kAreaNames[area]) + " area";
        Area& now = draw.state.settings.area[size_t(panel)];
        if (ImGui::MenuItem(name.c_str(), nullptr, now == Area(area))) {
            now = Area(area);
            draw.state.bring_forward[now] = panel;
        }
        mark(draw, "tab/menu/" + std::string(kAreaNames[area]));
    }
    ImGui::EndPopup();
}

static void area(Draw& draw, Area which, ImVec2 at, ImVec2 size) {
    ImGui::SetCursorPos(at);
    const std::string name = "area" + std::to_string(int(which));
    if (g_wanted == which) {
        ImGui::SetNextWindowFocus();
        g_wanted.reset();
    }
    compat::begin_child(name.c_str(), size, true);
    const auto wanted = draw.state.bring_forward.find(which);
    if (ImGui::BeginTabBar("tabs", ImGuiTabBarFlags_FittingPolicyScroll)) {
        for (const PanelInfo& info : kPanelTable) {
            if (draw.state.settings.area[size_t(info.panel)] != which) continue;
            const bool forward = wanted != draw.state.bring_forward.end() && wanted->second == info.panel;
            const bool open =
                ImGui::BeginTabItem(info.name.data(), nullptr, forward ? ImGuiTabItemFlags_SetSelected : 0);
            mark(draw, "tab/" + std::string(info.name));
            tab_menu(draw, info.panel);
            if (!open) continue;
            draw.state.front[size_t(which)] = info.panel;
            draw.state.wants.visible.insert(info.panel);
            kFunctions[size_t(info.panel)](draw);
            ImGui::EndTabItem();
        }
        ImGui::EndTabBar();
    }
    if (wanted != draw.state.bring_forward.end()) draw.state.bring_forward.erase(wanted);
    ImGui::EndChild();
}

/// A bar between two areas; `share` is how much of `whole` is behind it.
static void splitter(Draw& draw, const char* id, ImVec2 at, ImVec2 size, float whole, float& share) {
    const bool upright = size.x < size.y;
    ImGui::SetCursorPos(at);
    ImGui::InvisibleButton(id, size);
    mark(draw, std::string("splitter/") + id);
    if (ImGui::IsItemHovered() || ImGui::IsItemActive()) {
        ImGui::SetMouseCursor(upright ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
        ImGui::GetWindowDrawList()->AddRectFilled(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(),
                                                  compat::color(ImGuiCol_ButtonHovered));
    }
    if (!ImGui::IsItemActive()) return;
    const ImVec2 moved = ImGui::GetIO().MouseDelta;
    share = std::clamp(share - (upright ? moved.x : moved.y) / whole, 0.1f, 0.85f);
}

static bool has_panels(const Settings& settings, Area which) {
    return std::ranges::find(settings.area, which) != settings.area.end();
}

static void areas(Draw& draw, ImVec2 at, ImVec2 size) {
    Settings& settings = draw.state.settings;
    constexpr float kBar = 4;
    const float bottom = has_panels(settings, Area::Bottom) ? size.y * settings.bottom : -kBar;
    const bool side = has_panels(settings, Area::Side), middle = has_panels(settings, Area::Middle);
    const float right = side || middle ? size.x * settings.side : -kBar;
    const float top = size.y - bottom - kBar, left = size.x - right - kBar;
    area(draw, Area::Main, at, {left, top});
    if (side || middle) {
        const float x = at.x + left + kBar, lower = !middle ? -kBar : side ? top * settings.middle : top;
        splitter(draw, "side", {x - kBar, at.y}, {kBar, top}, size.x, settings.side);
        if (side) area(draw, Area::Side, {x, at.y}, {right, top - lower - kBar});
        if (middle) area(draw, Area::Middle, {x, at.y + top - lower}, {right, lower});
        if (side && middle)
            splitter(draw, "middle", {x, at.y + top - lower - kBar}, {right, kBar}, top, settings.middle);
    }
    if (bottom <= 0) return;
    splitter(draw, "bottom", {at.x, at.y + top}, {size.x, kBar}, size.y, settings.bottom);
    area(draw, Area::Bottom, {at.x, at.y + top + kBar}, {size.x, bottom});
}

void draw(State& state, Model& model) {
    const auto now = model.snapshot();
    Draw frame{state, model, *now, ImGui::CalcTextSize("M").x};
    state.marks.clear();
    state.wants.visible.clear();
    state.wants.hover.clear();
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(display);
    constexpr ImGuiWindowFlags kFlags =
        ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
        ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse;
    ImGui::Begin("Wavebreak", nullptr, kFlags);
    toolbar(frame);
    const ImVec2 padding = ImGui::GetStyle().WindowPadding;
    const float top = ImGui::GetCursorPosY(), status = ImGui::GetTextLineHeight() + padding.y + 2;
    areas(frame, {padding.x, top}, {display.x - padding.x * 2, display.y - top - status - 2});
    ImGui::SetCursorPos({padding.x, display.y - status});
    status_bar(frame);
    ImGui::End();
    if (!state.wants.visible.contains(Panel::Dispatches)) state.dispatches = {};
    if (state.sent != state.wants) {
        state.sent = state.wants;
        model.want(state.wants);
    }
}

} // namespace wb::overlay
