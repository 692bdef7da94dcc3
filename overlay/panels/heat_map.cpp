// SPDX-License-Identifier: MIT
#include "overlay/panels/colormap.h"
#include "overlay/panels/common.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace wb::overlay {

static void legend(const HeatMap& map) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetTextLineHeight(), width = height * 9;
    for (int i = 0; i < 32; ++i)
        ImGui::GetWindowDrawList()->AddRectFilled({at.x + width * float(i) / 32, at.y + 2},
                                                  {at.x + width * float(i + 1) / 32, at.y + height},
                                                  map_color(double(i) / 31));
    ImGui::Dummy({width, height});
    ImGui::SameLine();
    ImGui::TextColored(palette().faint, "%s",
                       fmt::format("{:.6g} to {:.6g}, {} lanes of {} waves{}", map.least, map.most,
                                   map.points.size(), map.waves,
                                   map.missing ? fmt::format(", {} without a value", map.missing) : "")
                           .c_str());
}

static void grid(Draw& draw, const HeatMap& map) {
    const uint32_t layer = map.from[2] + uint32_t(draw.state.heat.layer);
    const float columns = float(map.to[0] - map.from[0]), rows = float(map.to[1] - map.from[1]);
    const ImVec2 room = ImGui::GetContentRegionAvail(), at = ImGui::GetCursorScreenPos();
    const float most = ImGui::GetFontSize() * 2;
    const float cell = std::max(0.05f, std::min({room.x / columns, room.y / rows, most}));
    // A gap between cells that are large enough for one.
    const float gap = cell >= 6 ? 1 : 0;
    ImGui::InvisibleButton("grid", {std::max(1.f, columns * cell), std::max(1.f, rows * cell)});
    mark(draw, "heat_map/grid");
    const bool hovered = ImGui::IsItemHovered();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const double range = map.most > map.least ? map.most - map.least : 1;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const HeatMap::Point* under = nullptr;
    {
        Cells cells(list);
        for (const HeatMap::Point& point : map.points) {
            if (point.at[2] != layer) continue;
            const ImVec2 from = {at.x + float(point.at[0] - map.from[0]) * cell,
                                 at.y + float(point.at[1] - map.from[1]) * cell};
            const ImVec2 to = {from.x + std::max(1.f, cell - gap), from.y + std::max(1.f, cell - gap)};
            cells.add(from, to, map_color((point.value - map.least) / range));
            if (hovered && mouse.x >= from.x && mouse.x < from.x + cell && mouse.y >= from.y &&
                mouse.y < from.y + cell)
                under = &point;
        }
    }
    const Overview& overview = *draw.now.overview;
    if (overview.invocation && (*overview.invocation)[2] == layer) {
        const float x = at.x + float((*overview.invocation)[0] - map.from[0]) * cell,
                    y = at.y + float((*overview.invocation)[1] - map.from[1]) * cell;
        list.AddRect({x - 1, y - 1}, {x + cell, y + cell}, u32(palette().text), 0, 0, 2);
    }
    if (!under) return;
    tooltip(fmt::format("invocation {}\n{} = {:.9g}", ids(under->at), map.expression, under->value));
    if (ImGui::IsMouseClicked(0)) draw.model.focus(under->wave, under->lane);
}

void heat_map_panel(Draw& draw) {
    const HeatMap& map = *draw.now.heat_map;
    HeatState& state = draw.state.heat;
    const bool enter = text_field(
        "##expression", "an expression, shown for every lane of the dispatch's stopped waves", state.input);
    mark(draw, "heat_map/expression");
    if (enter) draw.state.wants.heat_map = state.input;
    if (map.expression.empty() || map.points.empty()) {
        empty_note(map.expression.empty() ? "A number over the whole dispatch, as in: height" : map.problem);
        return;
    }
    legend(map);
    const int layers = int(map.to[2] - map.from[2]);
    state.layer = std::clamp(state.layer, 0, layers - 1);
    if (layers > 1) {
        ImGui::SameLine();
        ImGui::SetNextItemWidth(draw.unit * 20);
        ImGui::SliderInt("z", &state.layer, 0, layers - 1);
        mark(draw, "heat_map/z");
    }
    grid(draw, map);
}

} // namespace wb::overlay
