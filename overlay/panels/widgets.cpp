// SPDX-License-Identifier: MIT
#include "overlay/panels/common.h"

#include <algorithm>

namespace wb::overlay {

void mark(Draw& draw, const std::string& name, ImVec2 from, ImVec2 to) {
    if (draw.state.marking) draw.state.marks[name] = {from.x, from.y, to.x - from.x, to.y - from.y};
}

void mark(Draw& draw, const std::string& name) {
    if (!draw.state.marking || !ImGui::IsItemVisible()) return;
    // Of an item that is cut off only what is seen can be pointed at.
    const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
    const ImVec2 top = ImGui::GetWindowDrawList()->GetClipRectMin(),
                 bottom = ImGui::GetWindowDrawList()->GetClipRectMax();
    const ImVec2 shown = {std::min(to.x, bottom.x) - std::max(from.x, top.x),
                          std::min(to.y, bottom.y) - std::max(from.y, top.y)};
    if (shown.x <= 0 || shown.y * 2 < to.y - from.y) return;
    mark(draw, name, {std::max(from.x, top.x), std::max(from.y, top.y)},
         {std::min(to.x, bottom.x), std::min(to.y, bottom.y)});
}

void empty_note(const std::string& text) {
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const ImVec2 size = ImGui::CalcTextSize(text.c_str(), nullptr, false, std::max(room.x - 16, 40.f));
    ImGui::SetCursorPos(
        {ImGui::GetCursorPosX() + std::max(0.f, (room.x - size.x) / 2),
         ImGui::GetCursorPosY() + std::max(0.f, std::min((room.y - size.y) / 2, room.y * 0.3f))});
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + size.x + 1);
    ImGui::PushStyleColor(ImGuiCol_Text, palette().faint);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopStyleColor();
    ImGui::PopTextWrapPos();
}

void tooltip(const std::string& text) {
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 40);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

void cell_text(const Cell& cell) {
    const Palette& colors = palette();
    ImGui::PushStyleColor(ImGuiCol_Text, cell.missing   ? colors.missing
                                         : cell.changed ? colors.changed
                                                        : colors.text);
    if (cell.missing)
        ImGui::TextUnformatted(("not available: " + cell.text).c_str());
    else
        ImGui::TextUnformatted(cell.text.c_str());
    ImGui::PopStyleColor();
    if (ImGui::IsItemHovered() && ImGui::GetItemRectSize().x > ImGui::GetColumnWidth()) tooltip(cell.text);
}

bool link(Draw& draw, const std::string& text, const std::string& name) {
    ImGui::PushStyleColor(ImGuiCol_Text, palette().link);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopStyleColor();
    mark(draw, name);
    if (!ImGui::IsItemHovered()) return false;
    const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
    ImGui::GetWindowDrawList()->AddLine({from.x, to.y}, to, u32(palette().link));
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    return ImGui::IsMouseClicked(0);
}

int lane_strip(const char* id, uint64_t exec, unsigned lanes, int focus, float height, float room) {
    // Narrow where there is little room: groups of 16 lanes and the gaps between them, 0.6 lanes wide each.
    const float shares = float(lanes) + 0.6f * float((lanes - 1) / 16);
    const float cell = std::max(1.5f, std::min({5.f, height / 2.6f, room / shares})), gap = cell * 0.6f;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = float(lanes) * cell + float((lanes - 1) / 16) * gap;
    ImGui::InvisibleButton(id, {width, height});
    const bool hovered = ImGui::IsItemHovered();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 on = u32(palette().lane_on), off = u32(palette().lane_off);
    int under = -1;
    const float top = at.y + height * 0.15f, bottom = at.y + height * 0.85f;
    const float mouse = ImGui::GetIO().MousePos.x;
    // Neighbours that are alike are one rectangle, so that a thousand strips stay cheap.
    for (unsigned lane = 0; lane < lanes;) {
        unsigned last = lane;
        const bool active = exec >> lane & 1;
        while (last + 1 < lanes && (last + 1) % 16 && bool(exec >> (last + 1) & 1) == active)
            ++last;
        const float x = at.x + float(lane) * cell + float(lane / 16) * gap;
        list.AddRectFilled({x, top}, {x + float(last - lane + 1) * cell - (cell > 3 ? 1.f : 0.f), bottom},
                           active ? on : off);
        if (hovered && mouse >= x && mouse < x + float(last - lane + 1) * cell)
            under = std::min(int(last), int(lane) + int((mouse - x) / cell));
        lane = last + 1;
    }
    if (focus >= 0) {
        const float x = at.x + float(focus) * cell + float(focus / 16) * gap;
        list.AddRect({x - 1, top - 2}, {x + cell, bottom + 2}, u32(palette().changed));
    }
    if (under >= 0) tooltip("lane " + std::to_string(under) + (exec >> under & 1 ? "" : ", inactive here"));
    return hovered && ImGui::IsMouseClicked(0) ? under : -1;
}

bool text_field(const char* id, const char* hint, std::string& text, float width) {
    ImGui::SetNextItemWidth(width);
    return ImGui::InputTextWithHint(id, hint, &text, ImGuiInputTextFlags_EnterReturnsTrue);
}

void format_choice(Draw& draw, const char* id) {
    struct Row {
        const char* name;
        char letter;
    };
    static constexpr Row kRows[] = {{"by type", 0}, {"hex", 'x'}, {"float", 'f'}, {"bits", 't'}};
    const char* now = "by type";
    for (const Row& row : kRows)
        if (row.letter == draw.state.wants.format) now = row.name;
    ImGui::SetNextItemWidth(draw.unit * 12);
    const bool open = ImGui::BeginCombo(id, now);
    mark(draw, std::string("format") + id);
    if (!open) return;
    for (const Row& row : kRows) {
        if (ImGui::Selectable(row.name, row.letter == draw.state.wants.format))
            draw.state.wants.format = row.letter;
        mark(draw, std::string("format/") + row.name);
    }
    ImGui::EndCombo();
}

void show_memory(Draw& draw, uint64_t address) {
    draw.state.bring_forward[draw.state.settings.area[size_t(Panel::Buffers)]] = Panel::Buffers;
    for (const BufferRow& row : draw.now.buffers->rows)
        if (address - row.address < row.size) {
            draw.state.wants.buffer = {address, row.size - (address - row.address), "", 0,
                                       -1,      draw.state.wants.buffer.hex};
            return;
        }
    // The list may not have been collected yet; a page is enough to begin with.
    draw.state.wants.buffer = {address, 4096, "", 0, -1, draw.state.wants.buffer.hex};
}

void show_line(Draw& draw, const std::string& file, uint32_t line) {
    for (const SourceFileRow& row : draw.now.source->files)
        if (row.file == file || row.file.ends_with("/" + file)) {
            draw.state.wants.source_shader = row.shader;
            draw.state.wants.source_file = row.file;
        }
    draw.state.source.scroll_to = draw.state.source.cursor_line = line;
    draw.state.bring_forward[draw.state.settings.area[size_t(Panel::Source)]] = Panel::Source;
}

bool begin_table(const char* id, int columns, ImGuiTableFlags flags) {
    flags |= ImGuiTableFlags_Resizable | ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerV |
             ImGuiTableFlags_ScrollY | ImGuiTableFlags_Hideable | ImGuiTableFlags_NoSavedSettings;
    return ImGui::BeginTable(id, columns, flags, ImGui::GetContentRegionAvail());
}

} // namespace wb::overlay
