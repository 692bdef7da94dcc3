// SPDX-License-Identifier: MIT
#include "overlay/model/held_rows.h"
#include "overlay/panels/common.h"

#include <fmt/format.h>

namespace wb::overlay {

static void dispatch_row(Draw& draw, const DispatchRow& row) {
    ImGui::TableNextRow();
    if (row.focused) ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, u32(palette().current_line));
    ImGui::TableNextColumn();
    ImGui::Text("%u", row.command);
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(row.label.empty() ? "(no label)" : row.label.c_str());
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(row.shader.c_str());
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(
        row.groups ? fmt::format("{} x {} x {}", (*row.groups)[0], (*row.groups)[1], (*row.groups)[2]).c_str()
                   : "indirect");
    ImGui::TableNextColumn();
    ImGui::Text("%llu", static_cast<unsigned long long>(row.submissions));
    ImGui::TableNextColumn();
    if (!row.debuggable) {
        ImGui::TextColored(palette().missing, "recorded with the normal shader");
        return;
    }
    ImGui::PushID(int(row.device << 24 ^ row.command));
    if (ImGui::SmallButton(row.armed ? "Disarm" : "Debug"))
        draw.model.debug_dispatch(row.device, row.command, row.shader_id);
    mark(draw, fmt::format("dispatches/debug/{}", row.command));
    if (ImGui::IsItemHovered())
        tooltip(row.armed ? "removes its breakpoint"
                          : "stops at its first statement when it is next submitted");
    ImGui::PopID();
}

/// The list to show. A program that records anew for each frame would move its rows on below the pointer, or
/// below the keyboard's cursor.
static const Dispatches& rows_to_show(Draw& draw) {
    DispatchesState& state = draw.state.dispatches;
    // Not on the tab above.
    const bool below = ImGui::GetIO().MousePos.y >= ImGui::GetCursorScreenPos().y;
    const bool pointed_at =
        (below && ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows |
                                         ImGuiHoveredFlags_AllowWhenBlockedByActiveItem)) ||
        (ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows) && ImGui::GetIO().NavVisible);
    if (!pointed_at || !state.shown || state.shown->rows.empty())
        state.shown = draw.now.dispatches;
    else if (state.seen != draw.now.dispatches)
        state.shown = held_rows(*state.shown, *draw.now.dispatches);
    state.seen = draw.now.dispatches;
    return *state.shown;
}

void dispatches_panel(Draw& draw) {
    const Dispatches& dispatches = rows_to_show(draw);
    if (dispatches.rows.empty()) {
        empty_note(dispatches.problem.empty() ? "No dispatch has been recorded since the debugger came."
                                              : dispatches.problem);
        return;
    }
    if (!begin_table("dispatches", 6)) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn("Id", ImGuiTableColumnFlags_WidthFixed, draw.unit * 5);
    ImGui::TableSetupColumn("Label", ImGuiTableColumnFlags_WidthStretch, 2);
    ImGui::TableSetupColumn("Shader", ImGuiTableColumnFlags_WidthStretch, 1.4f);
    ImGui::TableSetupColumn("Workgroups", ImGuiTableColumnFlags_WidthFixed, draw.unit * 13);
    ImGui::TableSetupColumn("Submitted", ImGuiTableColumnFlags_WidthFixed, draw.unit * 10);
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, draw.unit * 9);
    ImGui::TableHeadersRow();
    ImGuiListClipper clipper;
    clipper.Begin(int(dispatches.rows.size()));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
            dispatch_row(draw, dispatches.rows[size_t(i)]);
    ImGui::EndTable();
}

} // namespace wb::overlay
