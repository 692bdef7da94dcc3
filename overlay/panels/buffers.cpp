// SPDX-License-Identifier: MIT
// Buffers: the program's objects, and one's contents as a table, bytes, a plot or an image.
#include "overlay/panels/colormap.h"
#include "overlay/panels/common.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace wb::overlay {

enum BufferView { kTable, kHex, kPlot, kImage };
static constexpr const char* kViews[] = {"Table", "Hex", "Plot", "Image"};

static std::string usage_text(const BufferRow& row) {
    struct Bit {
        uint32_t bit;
        const char* name;
    };
    // VkBufferUsageFlagBits and VkImageUsageFlagBits
    static constexpr Bit kBuffer[] = {{0x1, "copy from"},      {0x2, "copy to"},   {0x4, "uniform texels"},
                                      {0x8, "storage texels"}, {0x10, "uniform"},  {0x20, "storage"},
                                      {0x40, "indices"},       {0x80, "vertices"}, {0x100, "indirect"},
                                      {0x20000, "address"}};
    static constexpr Bit kImage[] = {{0x1, "copy from"}, {0x2, "copy to"}, {0x4, "sampled"},
                                     {0x8, "storage"},   {0x10, "colour"}, {0x20, "depth"}};
    std::string out;
    const auto add = [&](const auto& bits) {
        for (const Bit& each : bits)
            if (row.usage & each.bit) out += (out.empty() ? "" : ", ") + std::string(each.name);
    };
    if (row.image)
        add(kImage);
    else
        add(kBuffer);
    return out;
}

static std::string size_text(uint64_t size) {
    if (size >= 1u << 20) return fmt::format("{:.1f} MiB", double(size) / (1 << 20));
    if (size >= 10u << 10) return fmt::format("{:.1f} KiB", double(size) / (1 << 10));
    return fmt::format("{} B", size);
}

static void list(Draw& draw, const Buffers& buffers) {
    if (!begin_table("buffers", 5)) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn("Name", ImGuiTableColumnFlags_WidthStretch, 1.5f);
    ImGui::TableSetupColumn("Size", ImGuiTableColumnFlags_WidthFixed, draw.unit * 10);
    ImGui::TableSetupColumn("Address", ImGuiTableColumnFlags_WidthFixed, draw.unit * 19);
    ImGui::TableSetupColumn("Known here as", ImGuiTableColumnFlags_WidthStretch, 1);
    ImGui::TableSetupColumn("Usage", ImGuiTableColumnFlags_WidthStretch, 1.2f);
    ImGui::TableHeadersRow();
    Wants::Buffer& wanted = draw.state.wants.buffer;
    for (const BufferRow& row : buffers.rows) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        const std::string name = row.name.empty() ? "(no name)" : row.name;
        ImGui::PushID(reinterpret_cast<const void*>(row.address)); // The row itself moves.
        const bool chosen = wanted.size && wanted.address - row.address < row.size;
        if (ImGui::Selectable(name.c_str(), chosen, ImGuiSelectableFlags_SpanAllColumns))
            wanted = {row.address, row.size, "", 0, -1, draw.state.buffer.view == kHex};
        ImGui::PopID();
        mark(draw, "buffers/" + name);
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(size_text(row.size).c_str());
        ImGui::TableNextColumn();
        ImGui::Text("0x%llx", static_cast<unsigned long long>(row.address));
        ImGui::TableNextColumn();
        std::string known;
        for (const std::string& each : row.known_as)
            known += (known.empty() ? "" : ", ") + each;
        ImGui::TextColored(palette().accent, "%s", known.c_str());
        ImGui::TableNextColumn();
        ImGui::PushTextWrapPos(0);
        ImGui::TextColored(palette().faint, "%s", usage_text(row).c_str());
        ImGui::PopTextWrapPos();
    }
    ImGui::EndTable();
}

static void controls(Draw& draw, const Contents& contents) {
    Wants::Buffer& wanted = draw.state.wants.buffer;
    BufferState& state = draw.state.buffer;
    for (int view = kTable; view <= kImage; ++view) {
        if (view) ImGui::SameLine(0, 2);
        if (ImGui::RadioButton(kViews[view], state.view == view)) state.view = view;
        mark(draw, std::string("buffers/view/") + kViews[view]);
    }
    wanted.hex = state.view == kHex;
    const bool plots = state.view == kPlot || state.view == kImage;
    if (plots && wanted.plot_column < 0) wanted.plot_column = 0;
    if (!plots) wanted.plot_column = -1;
    if (!wanted.hex) {
        ImGui::SameLine();
        ImGui::SetNextItemWidth(draw.unit * 18);
        if (ImGui::BeginCombo("##type", contents.type.c_str())) {
            for (const std::string& type : contents.types)
                if (ImGui::Selectable(type.c_str(), type == contents.type)) wanted.type = type;
            ImGui::EndCombo();
        }
    }
    if (plots && !contents.plots.empty()) {
        const size_t now = std::min(size_t(std::max(0, wanted.plot_column)), contents.plots.size() - 1);
        ImGui::SameLine();
        ImGui::SetNextItemWidth(draw.unit * 18);
        if (ImGui::BeginCombo("##part", contents.plots[now].c_str())) {
            for (size_t i = 0; i < contents.plots.size(); ++i)
                if (ImGui::Selectable(contents.plots[i].c_str(), i == now)) wanted.plot_column = int(i);
            ImGui::EndCombo();
        }
    }
    if (state.view == kImage) {
        ImGui::SameLine();
        ImGui::SetNextItemWidth(draw.unit * 14);
        if (ImGui::InputInt("wide", &state.image_width))
            state.image_width = std::clamp(state.image_width, 1, 16384);
        mark(draw, "buffers/wide");
    }
    if (!plots) {
        int first = int(std::min<uint64_t>(wanted.first, INT32_MAX));
        ImGui::SameLine();
        ImGui::TextColored(palette().faint, "from");
        ImGui::SameLine();
        ImGui::SetNextItemWidth(draw.unit * 16);
        const int page = wanted.hex ? 256 : 200;
        if (ImGui::InputInt("##from", &first, page, page * 10))
            wanted.first = uint64_t(std::clamp(first, 0, int(std::min<uint64_t>(contents.count, INT32_MAX))));
        ImGui::SameLine();
        ImGui::TextColored(palette().faint, "of %llu", static_cast<unsigned long long>(contents.count));
    }
}

/// Characters that the longest text of a column has, within reason.
static float column_width(const Contents& contents, size_t column) {
    size_t longest = contents.columns[column].size();
    for (const auto& row : contents.rows)
        longest = std::max(longest, row[column].text.size());
    return float(std::clamp<size_t>(longest, 6, 90) + 2);
}

static void table(Draw& draw, const Contents& contents) {
    // Each type has widths of its own.
    if (contents.columns.empty() || !begin_table(("contents" + contents.type).c_str(),
                                                 int(contents.columns.size()) + 1, ImGuiTableFlags_ScrollX))
        return;
    ImGui::TableSetupScrollFreeze(1, 1);
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, draw.unit * 8);
    for (size_t i = 0; i < contents.columns.size(); ++i)
        ImGui::TableSetupColumn(contents.columns[i].c_str(), ImGuiTableColumnFlags_WidthFixed,
                                draw.unit * column_width(contents, i));
    ImGui::TableHeadersRow();
    ImGuiListClipper clipper;
    clipper.Begin(int(contents.rows.size()));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            ImGui::TableNextRow();
            ImGui::TableNextColumn();
            ImGui::TextColored(palette().faint, "[%llu]",
                               static_cast<unsigned long long>(contents.first + uint64_t(i)));
            const auto& row = contents.rows[size_t(i)];
            for (size_t column = 0; column < row.size(); ++column) {
                ImGui::TableNextColumn();
                const uint64_t target = contents.links[size_t(i) * row.size() + column];
                ImGui::PushID(int(size_t(i) * row.size() + column));
                if (!target)
                    cell_text(row[column]);
                else if (link(draw, row[column].text, "buffers/link"))
                    show_memory(draw, target);
                ImGui::PopID();
            }
        }
    ImGui::EndTable();
}

static void hex(Draw& draw, const Contents& contents) {
    compat::begin_child("hex", {0, 0}, false);
    ImGuiListClipper clipper;
    clipper.Begin(int((contents.bytes.size() + 15) / 16));
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const size_t at = size_t(i) * 16, end = std::min(at + 16, contents.bytes.size());
            std::string bytes, text;
            for (size_t n = at; n < end; ++n) {
                bytes += fmt::format("{}{:02x}", n % 4 ? " " : n > at ? "  " : "", contents.bytes[n]);
                text += contents.bytes[n] >= 0x20 && contents.bytes[n] < 0x7f ? char(contents.bytes[n]) : '.';
            }
            ImGui::TextColored(palette().faint, "%012llx",
                               static_cast<unsigned long long>(contents.address + contents.first * 16 + at));
            ImGui::SameLine(0, draw.unit * 2);
            ImGui::TextUnformatted(fmt::format("{:<50}", bytes).c_str());
            ImGui::SameLine(0, draw.unit);
            ImGui::TextColored(palette().faint, "%s", text.c_str());
        }
    ImGui::EndChild();
}

static void plot(const Contents& contents) {
    if (contents.plot.empty()) return;
    const auto [least, most] = std::ranges::minmax(contents.plot);
    ImGui::TextColored(
        palette().faint, "%s",
        fmt::format("{:.6g} to {:.6g}, {} points{}", least, most, contents.plot.size(),
                    contents.plot_step > 1 ? fmt::format(", one of {} elements", contents.plot_step) : "")
            .c_str());
    ImGui::PlotLines("##plot", contents.plot.data(), int(contents.plot.size()), 0, nullptr, least, most,
                     ImGui::GetContentRegionAvail());
}

static void image(Draw& draw, const Contents& contents) {
    if (contents.plot.empty()) return;
    const int width = std::max(1, draw.state.buffer.image_width),
              height = (int(contents.plot.size()) + width - 1) / width;
    const ImVec2 room = ImGui::GetContentRegionAvail(), at = ImGui::GetCursorScreenPos();
    const float cell = std::max(1.f, std::min({room.x / float(width), room.y / float(height), 24.f}));
    const auto [least, most] = std::ranges::minmax(contents.plot);
    const double range = most > least ? double(most) - double(least) : 1;
    ImGui::InvisibleButton("image", {float(width) * cell, float(height) * cell});
    mark(draw, "buffers/image");
    {
        Cells cells(*ImGui::GetWindowDrawList());
        for (size_t i = 0; i < contents.plot.size(); ++i) {
            const int column = int(i) % width, row = int(i) / width;
            const float x = at.x + float(column) * cell, y = at.y + float(row) * cell;
            cells.add({x, y}, {x + cell, y + cell},
                      map_color((double(contents.plot[i]) - double(least)) / range));
        }
    }
    if (!ImGui::IsItemHovered()) return;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const size_t index = size_t((mouse.y - at.y) / cell) * size_t(width) + size_t((mouse.x - at.x) / cell);
    if (index < contents.plot.size())
        tooltip(fmt::format("[{}] = {:.9g}", index * contents.plot_step, contents.plot[index]));
}

void buffers_panel(Draw& draw) {
    const Buffers& buffers = *draw.now.buffers;
    if (buffers.rows.empty()) {
        empty_note("The program has no buffers.");
        return;
    }
    compat::begin_child("list", {0, ImGui::GetContentRegionAvail().y * 0.36f}, false);
    list(draw, buffers);
    ImGui::EndChild();
    ImGui::Separator();
    const Contents& contents = *draw.now.contents;
    if (!draw.state.wants.buffer.size) {
        empty_note("Choose a buffer to see what it holds.");
        return;
    }
    controls(draw, contents);
    if (!contents.problem.empty()) {
        empty_note(contents.problem);
        return;
    }
    switch (draw.state.buffer.view) {
    case kTable:
        return table(draw, contents);
    case kHex:
        return hex(draw, contents);
    case kPlot:
        return plot(contents);
    default:
        return image(draw, contents);
    }
}

} // namespace wb::overlay
