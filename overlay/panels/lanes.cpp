// SPDX-License-Identifier: MIT
#include "overlay/panels/common.h"

#include <fmt/format.h>

namespace wb::overlay {

static void lane_row(Draw& draw, const Lanes& lanes, unsigned lane) {
    const LaneRow& row = lanes.rows[lane];
    const Overview& overview = *draw.now.overview;
    ImGui::TableNextRow();
    ImGui::PushStyleColor(ImGuiCol_Text, row.active ? palette().text : palette().faint);
    ImGui::TableNextColumn();
    const std::string name = fmt::format("{}", lane);
    if (ImGui::Selectable(name.c_str(), lane == overview.lane, ImGuiSelectableFlags_SpanAllColumns))
        draw.model.focus(overview.wave, lane);
    mark(draw, "lanes/" + name);
    if (!row.active && ImGui::IsItemHovered())
        tooltip("inactive here: its values are those of when it was last active");
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(row.invocation ? ids(*row.invocation).c_str() : "?");
    for (const Cell& cell : row.cells) {
        ImGui::TableNextColumn();
        if (row.active)
            cell_text(cell);
        else
            ImGui::TextUnformatted(cell.missing ? "–" : cell.text.c_str());
    }
    ImGui::PopStyleColor();
}

void lanes_panel(Draw& draw) {
    const Lanes& lanes = *draw.now.lanes;
    auto& columns = draw.state.wants.lane_expressions;
    const bool enter = text_field("##add", "an expression to show for every lane", draw.state.lane_input);
    mark(draw, "lanes/add");
    if (enter && !draw.state.lane_input.empty()) {
        columns.push_back(draw.state.lane_input);
        draw.state.lane_input.clear();
        ImGui::SetKeyboardFocusHere(-1);
    }
    if (lanes.rows.empty()) {
        empty_note("No wave is stopped.");
        return;
    }
    if (!begin_table("lanes", int(lanes.expressions.size()) + 2)) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn("Lane", ImGuiTableColumnFlags_WidthFixed, draw.unit * 5);
    ImGui::TableSetupColumn("Invocation", ImGuiTableColumnFlags_WidthFixed, draw.unit * 15);
    for (const std::string& expression : lanes.expressions)
        ImGui::TableSetupColumn(expression.c_str(), ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableHeadersRow();
    ImGuiListClipper clipper;
    clipper.Begin(int(lanes.rows.size()));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
            lane_row(draw, lanes, unsigned(i));
    ImGui::EndTable();
    if (ImGui::IsMouseClicked(1) && ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows))
        ImGui::OpenPopup("columns");
    if (!ImGui::BeginPopup("columns")) return;
    for (size_t i = 0; i < columns.size(); ++i)
        if (ImGui::MenuItem(("Remove " + columns[i]).c_str())) {
            columns.erase(columns.begin() + std::ptrdiff_t(i));
            break;
        }
    ImGui::EndPopup();
}

} // namespace wb::overlay
