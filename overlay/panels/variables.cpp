// SPDX-License-Identifier: MIT
// Variables and Watch: trees of values that are unfolded and changed in place.
#include "overlay/panels/common.h"

#include <algorithm>

namespace wb::overlay {

static void unfold(Wants& wants, const VariableRow& row) {
    if (row.is_more)
        wants.open.insert(row.key);
    else if (!wants.open.erase(row.key))
        wants.open.insert(row.key);
}

static void add_watch(Draw& draw, const std::string& expression) {
    auto& watches = draw.state.wants.watches;
    if (std::ranges::find(watches, expression) == watches.end()) watches.push_back(expression);
}

/// The text field in the place of a value; Enter changes it, Escape and a click elsewhere leave it.
static void edit_value(Draw& draw, TreeState& tree, const VariableRow& row) {
    if (tree.begin) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(-1);
    // As high as the value, so that the rows below stay where they are.
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, 0});
    const bool done = ImGui::InputText(
        "##edit", &tree.text, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    ImGui::PopStyleVar();
    if (ImGui::IsItemActive()) mark(draw, "edit/" + row.key);
    const bool was_begin = std::exchange(tree.begin, false);
    if (done) draw.model.assign(row.expression, tree.text);
    if (done || (!was_begin && ImGui::IsItemDeactivated())) tree.editing.clear();
}

static void value_menu(Draw& draw, TreeState& tree, const VariableRow& row) {
    if (!ImGui::BeginPopupContextItem("menu")) return;
    if (ImGui::MenuItem("Change", nullptr, false, !row.expression.empty())) {
        tree.editing = row.key;
        tree.text = row.value.missing ? "" : row.value.text;
        tree.begin = true;
    }
    if (ImGui::MenuItem("Watch", nullptr, false, !row.expression.empty())) add_watch(draw, row.expression);
    if (ImGui::MenuItem("Over the lanes", nullptr, false, !row.expression.empty())) {
        auto& columns = draw.state.wants.lane_expressions;
        if (std::ranges::find(columns, row.expression) == columns.end()) columns.push_back(row.expression);
        draw.state.bring_forward[draw.state.settings.area[size_t(Panel::Lanes)]] = Panel::Lanes;
    }
    if (ImGui::MenuItem("As a heat map", nullptr, false, !row.expression.empty())) {
        draw.state.wants.heat_map = draw.state.heat.input = row.expression;
        draw.state.bring_forward[draw.state.settings.area[size_t(Panel::HeatMap)]] = Panel::HeatMap;
    }
    if (ImGui::MenuItem("Show its memory", nullptr, false, row.address != 0)) show_memory(draw, row.address);
    if (ImGui::MenuItem("Copy")) ImGui::SetClipboardText(row.value.text.c_str());
    ImGui::EndPopup();
}

static void name_cell(Draw& draw, const VariableRow& row, const std::string& panel) {
    ImGui::TableNextColumn();
    const float indent = float(row.depth) * draw.unit * 1.5f;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetTextLineHeight(), half = height * 0.22f;
    if (ImGui::Selectable("##row", false, ImGuiSelectableFlags_None, {0, height}) &&
        (row.has_parts || row.is_more))
        unfold(draw.state.wants, row);
    mark(draw, panel + "/name/" + row.key);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 centre = {at.x + indent + draw.unit * 0.6f, at.y + height / 2};
    if (row.has_parts && row.open)
        list.AddTriangleFilled({centre.x - half, centre.y - half * 0.7f},
                               {centre.x + half, centre.y - half * 0.7f}, {centre.x, centre.y + half},
                               u32(palette().faint));
    else if (row.has_parts)
        list.AddTriangleFilled({centre.x - half * 0.7f, centre.y - half},
                               {centre.x - half * 0.7f, centre.y + half}, {centre.x + half, centre.y},
                               u32(palette().faint));
    const ImVec4 color = row.is_more ? palette().link : row.is_group ? palette().accent : palette().text;
    list.AddText({at.x + indent + draw.unit * 1.6f, at.y}, u32(color), row.name.c_str());
}

static void value_cell(Draw& draw, TreeState& tree, const VariableRow& row, const std::string& panel) {
    ImGui::TableNextColumn();
    if (row.is_group || row.is_more) return;
    if (tree.editing == row.key) {
        edit_value(draw, tree, row);
        return;
    }
    Cell value = row.value;
    // The object that a pointer points to is the link behind it.
    if (const size_t at = value.text.find(" <" + row.place + ">");
        !row.place.empty() && at != std::string::npos)
        value.text.erase(at, row.place.size() + 3);
    cell_text(value);
    mark(draw, panel + "/value/" + row.key);
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0) && !row.expression.empty()) {
        tree.editing = row.key;
        tree.text = row.value.missing ? "" : row.value.text;
        tree.begin = true;
    }
    value_menu(draw, tree, row);
    if (row.place.empty()) return;
    ImGui::SameLine();
    if (link(draw, "→ " + row.place, panel + "/link/" + row.key)) show_memory(draw, row.address);
}

static bool tree_table(Draw& draw, TreeState& tree, const Variables& variables, const std::string& panel) {
    if (!begin_table("tree", 3)) return false;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn("Name", ImGuiTableColumnFlags_WidthStretch, 1);
    ImGui::TableSetupColumn("Value", ImGuiTableColumnFlags_WidthStretch, 1.9f);
    ImGui::TableSetupColumn("Type", ImGuiTableColumnFlags_WidthFixed, draw.unit * 12);
    ImGui::TableHeadersRow();
    ImGuiListClipper clipper;
    clipper.Begin(int(variables.rows.size()));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const VariableRow& row = variables.rows[size_t(i)];
            ImGui::TableNextRow();
            ImGui::PushID(row.key.c_str());
            name_cell(draw, row, panel);
            value_cell(draw, tree, row, panel);
            ImGui::TableNextColumn();
            if (!row.is_group) ImGui::TextColored(palette().faint, "%s", row.type.c_str());
            if (!row.is_group && ImGui::IsItemHovered() &&
                ImGui::GetItemRectSize().x > ImGui::GetColumnWidth())
                tooltip(row.type);
            ImGui::PopID();
        }
    ImGui::EndTable();
    return true;
}

void variables_panel(Draw& draw) {
    const Variables& variables = *draw.now.variables;
    if (variables.rows.empty()) {
        empty_note(variables.problem.empty() ? "No wave is stopped." : variables.problem);
        return;
    }
    format_choice(draw, "##format");
    ImGui::SameLine();
    ImGui::TextColored(palette().faint, "double click changes");
    tree_table(draw, draw.state.variables, variables, "variables");
}

void watch_panel(Draw& draw) {
    auto& watches = draw.state.wants.watches;
    format_choice(draw, "##format");
    ImGui::SameLine();
    const bool enter = text_field("##add", "an expression to watch", draw.state.watch_input);
    mark(draw, "watch/add");
    if (enter && !draw.state.watch_input.empty()) {
        add_watch(draw, draw.state.watch_input);
        draw.state.watch_input.clear();
        ImGui::SetKeyboardFocusHere(-1);
    }
    if (watches.empty()) {
        empty_note("Expressions that are shown at every stop.\nThe menu of a variable adds it, too.");
        return;
    }
    tree_table(draw, draw.state.watch, *draw.now.watches, "watch");
    if (ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows) && ImGui::IsMouseClicked(1))
        ImGui::OpenPopup("watches");
    if (!ImGui::BeginPopup("watches")) return;
    for (size_t i = 0; i < watches.size(); ++i)
        if (ImGui::MenuItem(("Remove " + watches[i]).c_str())) {
            watches.erase(watches.begin() + std::ptrdiff_t(i));
            break;
        }
    ImGui::EndPopup();
}

} // namespace wb::overlay
