// SPDX-License-Identifier: MIT
#include "overlay/panels/common.h"

#include <fmt/format.h>

namespace wb::overlay {

static void begin_edit(BreakpointState& state, const BreakpointRow& row, int field) {
    state.editing = row.id;
    state.take_keyboard = field;
    state.condition = row.condition;
    state.hit_condition = row.hit_condition;
}

static void condition_cells(Draw& draw, const BreakpointRow& row) {
    BreakpointState& state = draw.state.breakpoints;
    const bool editing = state.editing == row.id;
    const auto cell = [&](int field, const char* id, const char* hint, const std::string& shown,
                          std::string& text) {
        ImGui::TableNextColumn();
        if (editing) {
            if (state.take_keyboard == field) ImGui::SetKeyboardFocusHere();
            if (state.take_keyboard == field) state.take_keyboard = -1;
            const bool done = text_field(id, hint, text);
            mark(draw, fmt::format("breakpoints/{}{}", row.id, id));
            if (ImGui::IsItemActive()) mark(draw, fmt::format("edit/{}{}", row.id, id));
            return done;
        }
        ImGui::PushStyleColor(ImGuiCol_Text, shown.empty() ? palette().faint : palette().text);
        // The whole cell takes the click, not the letters alone.
        ImGui::PushID(id);
        ImGui::Selectable(shown.empty() ? "–" : shown.c_str());
        ImGui::PopID();
        ImGui::PopStyleColor();
        mark(draw, fmt::format("breakpoints/{}{}", row.id, id));
        if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) begin_edit(state, row, field);
        return false;
    };
    bool done = cell(0, "##condition", "invocation 37,5,0 and height > 2.0", row.condition, state.condition);
    done |= cell(1, "##hits", ">= 3", row.hit_condition, state.hit_condition);
    if (!done) return;
    draw.model.change_breakpoint(row.id, state.condition, state.hit_condition);
    state.editing = 0;
}

static void breakpoint_row(Draw& draw, const BreakpointRow& row) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    bool enabled = row.enabled;
    if (ImGui::Checkbox("##on", &enabled)) draw.model.enable_breakpoint(row.id, enabled);
    mark(draw, fmt::format("breakpoints/{}/enabled", row.id));
    ImGui::SameLine();
    ImGui::Text("%u", row.id);
    ImGui::TableNextColumn();
    const size_t colon = row.where.rfind(':');
    if (colon != std::string::npos) {
        if (link(draw, row.where, fmt::format("breakpoints/{}/where", row.id)))
            show_line(draw, row.where.substr(0, colon), uint32_t(std::stoul(row.where.substr(colon + 1))));
    } else {
        ImGui::TextUnformatted(row.where.c_str());
    }
    if (row.pending || row.temporary) {
        ImGui::SameLine();
        ImGui::TextColored(palette().missing, "%s%s", row.pending ? "pending " : "",
                           row.temporary ? "once" : "");
        if (row.pending && ImGui::IsItemHovered())
            tooltip(row.problem.empty() ? "no shader of the program has it yet" : row.problem);
    }
    condition_cells(draw, row);
    ImGui::TableNextColumn();
    ImGui::Text("%llu", static_cast<unsigned long long>(row.hits));
    ImGui::TableNextColumn();
    if (ImGui::SmallButton("Delete")) draw.model.delete_breakpoint(row.id);
    mark(draw, fmt::format("breakpoints/{}/delete", row.id));
}

void breakpoints_panel(Draw& draw) {
    BreakpointState& state = draw.state.breakpoints;
    const bool enter = text_field("##add", "FILE:LINE [if invocation X,Y,Z and CONDITION]", state.add);
    mark(draw, "breakpoints/add");
    if (enter && !state.add.empty()) {
        draw.model.execute("break " + state.add);
        state.add.clear();
    }
    const Breakpoints& breakpoints = *draw.now.breakpoints;
    if (breakpoints.rows.empty()) {
        empty_note("No breakpoints. A click beside a line's number sets one, or F9.");
        return;
    }
    if (!begin_table("breakpoints", 6)) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn("On", ImGuiTableColumnFlags_WidthFixed, draw.unit * 7);
    ImGui::TableSetupColumn("Where", ImGuiTableColumnFlags_WidthStretch, 1.3f);
    ImGui::TableSetupColumn("Condition", ImGuiTableColumnFlags_WidthStretch, 2);
    ImGui::TableSetupColumn("Hits that stop", ImGuiTableColumnFlags_WidthFixed, draw.unit * 15);
    ImGui::TableSetupColumn("Hits", ImGuiTableColumnFlags_WidthFixed, draw.unit * 6);
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, draw.unit * 8);
    ImGui::TableHeadersRow();
    for (const BreakpointRow& row : breakpoints.rows) {
        ImGui::PushID(int(row.id));
        breakpoint_row(draw, row);
        ImGui::PopID();
    }
    ImGui::EndTable();
    if (state.editing && compat::key_pressed(ImGuiKey_Escape)) state.editing = 0;
}

} // namespace wb::overlay
