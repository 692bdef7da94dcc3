// SPDX-License-Identifier: MIT
#include "overlay/panels/common.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace wb::overlay {

enum Column { kWave, kGroup, kLine, kExec, kHardware };

/// HW_ID1: wave 4:0, SIMD 9:8, WGP 13:10, SA 16, SE 20:18 (hardware.md 1.2).
static std::string hardware_place(uint32_t hw, const char* format) {
    return fmt::format(fmt::runtime(format), hw >> 18 & 7, hw >> 16 & 1, hw >> 10 & 15, hw >> 8 & 3, hw & 31);
}

static int compare(const WaveRow& a, const WaveRow& b, int column) {
    const auto three_way = [](const auto& x, const auto& y) { return x < y ? -1 : y < x ? 1 : 0; };
    switch (column) {
    case kGroup: // as the grid is numbered: z, then y, then x
        if (a.group && b.group)
            return three_way(Ids{(*a.group)[2], (*a.group)[1], (*a.group)[0]},
                             Ids{(*b.group)[2], (*b.group)[1], (*b.group)[0]});
        return three_way(a.group.has_value(), b.group.has_value());
    case kLine:
        return three_way(std::pair(a.file, a.line), std::pair(b.file, b.line));
    case kExec: // by how many lanes are active, then by which
        return three_way(std::pair(std::popcount(a.exec), a.exec), std::pair(std::popcount(b.exec), b.exec));
    case kHardware: {
        constexpr uint32_t kPlace = 0x1f3f1f;
        return three_way(a.hw_id1 & kPlace, b.hw_id1 & kPlace);
    }
    default:
        return three_way(a.name, b.name);
    }
}

static std::vector<const WaveRow*> sorted(const Waves& waves) {
    std::vector<const WaveRow*> out;
    out.reserve(waves.rows.size());
    for (const WaveRow& row : waves.rows)
        if (row.passes) out.push_back(&row);
    const ImGuiTableSortSpecs* specs = ImGui::TableGetSortSpecs();
    if (!specs || !specs->SpecsCount) return out;
    const int column = specs->Specs[0].ColumnIndex;
    const bool down = specs->Specs[0].SortDirection == ImGuiSortDirection_Descending;
    std::ranges::stable_sort(out, [&](const WaveRow* a, const WaveRow* b) {
        const int order = compare(*a, *b, column);
        return down ? order > 0 : order < 0;
    });
    return out;
}

static void row_cells(Draw& draw, const WaveRow& row) {
    const Overview& overview = *draw.now.overview;
    const bool focus = row.wave == overview.wave;
    ImGui::TableNextColumn();
    const std::string name = fmt::format("{}", row.name);
    const unsigned first = row.exec ? unsigned(std::countr_zero(row.exec)) : 0;
    if (ImGui::Selectable(name.c_str(), focus,
                          ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowItemOverlap))
        draw.model.focus(row.wave, focus ? overview.lane : first);
    mark(draw, "waves/" + name);
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(row.group ? ids(*row.group).c_str() : "?");
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(row.line ? fmt::format("{}:{}", row.file, row.line).c_str() : "?");
    ImGui::TableNextColumn();
    const int lane = lane_strip("##exec", row.exec, row.wave_size, focus ? int(overview.lane) : -1,
                                ImGui::GetTextLineHeight(), ImGui::GetContentRegionAvail().x);
    if (lane >= 0) draw.model.focus(row.wave, unsigned(lane));
    ImGui::TableNextColumn();
    ImGui::TextColored(palette().faint, "%s", hardware_place(row.hw_id1, "{}.{}.{}.{}.{}").c_str());
    if (ImGui::IsItemHovered())
        tooltip(hardware_place(row.hw_id1, "shader engine {}, array {}, WGP {}, SIMD {}, wave {}"));
}

void waves_panel(Draw& draw) {
    const Waves& waves = *draw.now.waves;
    const bool enter =
        text_field("##filter", "filter, as in: height > 2.0", draw.state.filter_input, -draw.unit * 16);
    mark(draw, "waves/filter");
    if (ImGui::IsItemHovered()) tooltip("only waves where this holds for some active lane; empty: all");
    if (enter) draw.state.wants.wave_filter = draw.state.filter_input;
    ImGui::SameLine();
    if (waves.filter.empty())
        ImGui::TextColored(palette().faint, "%zu stopped", waves.rows.size());
    else
        ImGui::TextColored(palette().faint, "%zu of %zu", waves.passing, waves.rows.size());
    if (!waves.problem.empty()) ImGui::TextColored(palette().bad, "%s", waves.problem.c_str());
    if (waves.missed)
        ImGui::TextColored(palette().bad, "%llu waves found no room in the mailbox and went on.",
                           static_cast<unsigned long long>(waves.missed));
    if (waves.rows.empty()) {
        empty_note("No wave is stopped.");
        return;
    }
    if (!begin_table("waves", 5, ImGuiTableFlags_Sortable)) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn("Wave", ImGuiTableColumnFlags_WidthFixed | ImGuiTableColumnFlags_DefaultSort,
                            draw.unit * 6);
    ImGui::TableSetupColumn("Workgroup", ImGuiTableColumnFlags_WidthFixed, draw.unit * 12);
    ImGui::TableSetupColumn("Line", ImGuiTableColumnFlags_WidthFixed, draw.unit * 14);
    ImGui::TableSetupColumn("EXEC", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn("Hardware", ImGuiTableColumnFlags_WidthFixed, draw.unit * 11);
    ImGui::TableHeadersRow();
    for (int column = 0; draw.state.marking && column < 5; ++column)
        if (ImGui::TableSetColumnIndex(column)) {
            const ImVec2 at = ImGui::GetCursorScreenPos();
            // The header is the row that is open still.
            mark(draw, fmt::format("waves/header/{}", column), at,
                 {at.x + draw.unit * 4, at.y + ImGui::GetTextLineHeight()});
        }
    const auto rows = sorted(waves);
    ImGuiListClipper clipper;
    clipper.Begin(int(rows.size()));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            ImGui::TableNextRow();
            ImGui::PushID(int(rows[size_t(i)]->name));
            row_cells(draw, *rows[size_t(i)]);
            ImGui::PopID();
        }
    ImGui::EndTable();
}

} // namespace wb::overlay
