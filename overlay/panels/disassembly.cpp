// SPDX-License-Identifier: MIT
#include "overlay/panels/common.h"

#include <algorithm>
#include <fmt/format.h>

namespace wb::overlay {

void disassembly_panel(Draw& draw) {
    const Disassembly& code = *draw.now.disassembly;
    if (!code.rows) {
        empty_note(code.problem.empty() ? "No wave is stopped." : code.problem);
        return;
    }
    ImGui::TextColored(palette().faint, "%s, debug variant as RADV compiled it", code.shader.c_str());
    if (!begin_table("code", 3)) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn("Address", ImGuiTableColumnFlags_WidthFixed, draw.unit * 16);
    ImGui::TableSetupColumn("Instruction", ImGuiTableColumnFlags_WidthStretch, 3);
    ImGui::TableSetupColumn("Statement", ImGuiTableColumnFlags_WidthStretch, 1);
    ImGui::TableHeadersRow();
    const auto& rows = *code.rows;
    const auto here = std::ranges::lower_bound(rows, code.pc, {}, &InstructionRow::address);
    const float height = ImGui::GetTextLineHeight() + ImGui::GetStyle().CellPadding.y * 2;
    if (draw.state.disassembly_pc != code.pc && here != rows.end()) {
        ImGui::SetScrollY(
            std::max(0.f, float(here - rows.begin()) * height - ImGui::GetWindowHeight() * 0.4f));
        draw.state.disassembly_pc = code.pc;
    }
    ImGuiListClipper clipper;
    clipper.Begin(int(rows.size()), height);
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const InstructionRow& row = rows[size_t(i)];
            ImGui::TableNextRow();
            const auto waves = code.waves.find(row.address);
            if (row.address == code.pc)
                ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, u32(palette().current_line));
            ImGui::TableNextColumn();
            ImGui::TextColored(palette().faint, "%c 0x%llx", waves == code.waves.end() ? ' ' : '>',
                               static_cast<unsigned long long>(row.address));
            if (waves != code.waves.end() && ImGui::IsItemHovered())
                tooltip(fmt::format("{} waves are here", waves->second));
            ImGui::TableNextColumn();
            ImGui::PushStyleColor(ImGuiCol_Text, row.slot ? palette().comment : palette().text);
            ImGui::TextUnformatted(row.text.c_str());
            ImGui::PopStyleColor();
            ImGui::TableNextColumn();
            if (row.place.empty()) continue;
            ImGui::PushID(i);
            if (link(draw, row.place, "disassembly/" + row.place)) {
                const size_t colon = row.place.rfind(':');
                show_line(draw, row.place.substr(0, colon),
                          uint32_t(std::stoul(row.place.substr(colon + 1))));
            }
            ImGui::PopID();
        }
    ImGui::EndTable();
}

} // namespace wb::overlay
