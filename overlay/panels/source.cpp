// SPDX-License-Identifier: MIT
// Source: the text with its breakpoints and waves, and the SPIR-V beside it.
#include "overlay/panels/common.h"
#include "overlay/panels/glsl_colors.h"

#include <algorithm>
#include <fmt/format.h>

namespace wb::overlay {

static std::string short_name(const std::string& file) {
    return file.substr(file.rfind('/') + 1);
}

static void choose_file(Draw& draw, const Source& source) {
    const std::string shown = source.file.empty() ? "no file" : short_name(source.file);
    ImGui::SetNextItemWidth(std::max(draw.unit * 26, draw.unit * float(shown.size() + 5)));
    const bool open = ImGui::BeginCombo("##file", shown.c_str());
    mark(draw, "source/files");
    if (ImGui::IsItemHovered() && !source.file.empty()) tooltip(source.file);
    if (!open) return;
    const bool follows = draw.state.wants.source_file.empty();
    if (ImGui::Selectable("follow the focus", follows)) draw.state.wants.source_file.clear();
    ImGui::Separator();
    for (const SourceFileRow& row : source.files) {
        const std::string label =
            fmt::format("{}   {}##{}{}", short_name(row.file), row.title, row.shader, row.file);
        if (ImGui::Selectable(label.c_str(), row.file == source.file && row.shader == source.shader)) {
            draw.state.wants.source_shader = row.shader;
            draw.state.wants.source_file = row.file;
        }
        mark(draw, "source/file/" + short_name(row.file));
    }
    ImGui::EndCombo();
}

static void header(Draw& draw, const Source& source) {
    choose_file(draw, source);
    ImGui::SameLine();
    ImGui::Checkbox("SPIR-V", &draw.state.wants.spirv);
    mark(draw, "source/spirv");
    ImGui::SameLine();
    ImGui::Checkbox("Code", &draw.state.source.code);
    mark(draw, "source/code");
    if (ImGui::IsItemHovered()) tooltip("the disassembly beside the text");
    const Overview& overview = *draw.now.overview;
    if (overview.phase != Phase::Stopped) return;
    for (const WaveRow& wave : draw.now.waves->rows)
        if (wave.wave == overview.wave) {
            ImGui::SameLine(0, draw.unit * 2);
            const int lane = lane_strip("##exec", wave.exec, wave.wave_size, int(overview.lane),
                                        ImGui::GetFrameHeight(), ImGui::GetContentRegionAvail().x);
            if (lane >= 0) draw.model.focus(wave.wave, unsigned(lane));
        }
}

static void draw_pieces(std::string_view line, bool& in_comment, ImVec2 at, ImU32 plain) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& colors = palette();
    std::string expanded;
    // Tabs have no width of their own in the font.
    for (char c : line) {
        if (c == '\t')
            expanded.append(4 - expanded.size() % 4, ' ');
        else
            expanded.push_back(c);
    }
    for (const Colored& piece : color_line(expanded, in_comment)) {
        const ImU32 color = piece.kind == Piece::Keyword   ? u32(colors.keyword)
                            : piece.kind == Piece::Number  ? u32(colors.number)
                            : piece.kind == Piece::Comment ? u32(colors.comment)
                            : piece.kind == Piece::Text    ? u32(colors.string_)
                                                           : plain;
        const char *from = piece.text.data(), *to = from + piece.text.size();
        list.AddText(at, color, from, to);
        at.x += ImGui::CalcTextSize(from, to).x;
    }
}

namespace {

/// The rows of the source, each with gutter, number, waves and text.
class Text {
public:
    Text(Draw& draw, const Source& source)
        : draw_(draw), source_(source), height_(ImGui::GetTextLineHeight() + 3),
          digits_(std::to_string(source.lines->size()).size()) {}

    void draw() {
        scroll();
        bool in_comment = false;
        ImGuiListClipper clipper;
        clipper.Begin(int(source_.lines->size()), height_);
        while (clipper.Step()) {
            in_comment = comment_before(size_t(clipper.DisplayStart));
            for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
                row(uint32_t(i) + 1, in_comment);
        }
        if (!hovered_.empty()) hover();
        draw_.state.wants.hover = hovered_;
    }

private:
    /// Comments that begin before the first visible row; sources are short enough to look each time.
    bool comment_before(size_t first) const {
        bool in_comment = false;
        for (size_t i = 0; i < first; ++i)
            if (in_comment || (*source_.lines)[i].find("/*") != std::string::npos)
                color_line((*source_.lines)[i], in_comment);
        return in_comment;
    }

    void scroll() {
        SourceState& state = draw_.state.source;
        const Overview& overview = *draw_.now.overview;
        // A new stop, frame or file brings its line into view; a line that is in view stays where it is.
        if (source_.focus_line && (state.shown_stop != overview.stops || state.shown_file != source_.file ||
                                   state.shown_line != source_.focus_line)) {
            state.scroll_to = source_.focus_line;
            state.cursor_line = 0;
        }
        state.shown_stop = overview.stops;
        state.shown_file = source_.file;
        state.shown_line = source_.focus_line;
        if (!state.scroll_to || draw_.now.overview->phase == Phase::Stepping) return;
        const float y = float(state.scroll_to - 1) * height_, room = ImGui::GetWindowHeight(),
                    now = ImGui::GetScrollY();
        if (y < now + height_ * 2 || y > now + room - height_ * 4)
            ImGui::SetScrollY(std::max(0.f, y - room * 0.35f));
        state.scroll_to = 0;
    }

    void row(uint32_t line, bool& in_comment) {
        const Palette& colors = palette();
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float gutter = height_ * 1.1f, number = draw_.unit * float(digits_ + 1),
                    arrow = draw_.unit * 2.5f;
        const float text_x = at.x + gutter + number + arrow;
        const float right = at.x + std::max(ImGui::GetContentRegionAvail().x, draw_.unit * 40);
        const auto waves = source_.waves.find(line);
        if (line == source_.focus_line)
            list.AddRectFilled({at.x + gutter, at.y}, {right, at.y + height_},
                               u32(source_.focus_frame ? colors.outer_line : colors.current_line));
        else if (line == draw_.state.source.cursor_line)
            list.AddRectFilled({at.x + gutter, at.y}, {right, at.y + height_},
                               compat::color(ImGuiCol_FrameBg));
        ImGui::PushID(int(line));
        if (ImGui::InvisibleButton("gutter", {gutter, height_}))
            draw_.model.toggle_breakpoint(source_.file, line);
        mark(draw_, fmt::format("source/gutter/{}", line));
        breakpoint(list, line, at, ImGui::IsItemHovered());
        ImGui::SameLine(0, 0);
        const float width =
            std::max(right - at.x - gutter, draw_.unit * float((*source_.lines)[line - 1].size() + 8));
        if (ImGui::InvisibleButton("line", {width, height_})) draw_.state.source.cursor_line = line;
        mark(draw_, fmt::format("source/line/{}", line), {text_x, at.y}, {right, at.y + height_});
        if (ImGui::IsItemHovered()) find_hovered(line, text_x);
        ImGui::PopID();
        const bool statement = std::ranges::binary_search(source_.statements, line);
        const std::string name = fmt::format("{:>{}}", line, digits_);
        list.AddText({at.x + gutter, at.y}, u32(statement ? colors.text : colors.faint), name.c_str());
        if (waves != source_.waves.end())
            wave_marks(list, line, waves->second, {at.x + gutter + number, at.y});
        draw_pieces((*source_.lines)[line - 1], in_comment, {text_x, at.y}, u32(colors.text));
    }

    void breakpoint(ImDrawList& list, uint32_t line, ImVec2 at, bool hovered) {
        const auto it = source_.breakpoints.find(line);
        const ImVec2 centre = {at.x + height_ * 0.55f, at.y + height_ * 0.5f};
        const float radius = height_ * 0.28f;
        if (it != source_.breakpoints.end())
            list.AddCircleFilled(centre, radius,
                                 u32(it->second > 0 ? palette().breakpoint : palette().disabled));
        else if (hovered)
            list.AddCircle(centre, radius, u32(palette().disabled));
    }

    void wave_marks(ImDrawList& list, uint32_t line, const std::vector<unsigned>& waves, ImVec2 at) {
        const bool focus = line == source_.focus_line && !source_.focus_frame;
        const ImU32 color = u32(focus ? palette().changed : palette().accent);
        const float size = height_ * 0.26f, x = at.x + 3, y = at.y + height_ / 2;
        list.AddTriangleFilled({x, y - size}, {x, y + size}, {x + size * 1.3f, y}, color);
        if (waves.size() < 2 || !ImGui::IsMouseHoveringRect(at, {at.x + draw_.unit * 2.5f, at.y + height_}))
            return;
        tooltip(fmt::format("{} waves are here", waves.size()));
    }

    void find_hovered(uint32_t line, float text_x) {
        const std::string& text = (*source_.lines)[line - 1];
        const float x = ImGui::GetIO().MousePos.x - text_x;
        if (x < 0) return;
        // From the column on the screen to the byte: tabs are wider, bytes that continue a character have no
        // width.
        size_t column = 0, at = 0;
        for (; at < text.size(); ++at) {
            if ((static_cast<unsigned char>(text[at]) & 0xc0) == 0x80) continue;
            const size_t next = text[at] == '\t' ? column + 4 - column % 4 : column + 1;
            if (x < float(next) * draw_.unit) break;
            column = next;
        }
        hovered_ = expression_at(text, at);
    }

    void hover() {
        const Hover& hover = *draw_.now.hover;
        if (hover.expression != hovered_ || draw_.now.overview->phase != Phase::Stopped) return;
        ImGui::BeginTooltip();
        ImGui::TextColored(palette().faint, "%s %s =", hover.type.c_str(), hover.expression.c_str());
        ImGui::PushTextWrapPos(draw_.unit * 80);
        cell_text(hover.value);
        ImGui::PopTextWrapPos();
        ImGui::EndTooltip();
    }

    Draw& draw_;
    const Source& source_;
    float height_;
    size_t digits_;
    std::string hovered_;
};

} // namespace

static void spirv(Draw& draw, const Source& source) {
    const float height = ImGui::GetTextLineHeightWithSpacing();
    const uint64_t stop = draw.now.overview->stops;
    if (source.spirv_line && draw.state.spirv_stop != stop) {
        ImGui::SetScrollY(std::max(0.f, float(source.spirv_line) * height - ImGui::GetWindowHeight() * 0.4f));
        draw.state.spirv_stop = stop;
    }
    ImGuiListClipper clipper;
    clipper.Begin(int(source.spirv->size()), height);
    while (clipper.Step())
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            const ImVec2 at = ImGui::GetCursorScreenPos();
            const float width = ImGui::GetContentRegionAvail().x;
            if (uint32_t(i) + 1 == source.spirv_line)
                ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + width, at.y + height},
                                                          u32(palette().current_line));
            bool in_comment = false;
            draw_pieces((*source.spirv)[size_t(i)], in_comment, at, u32(palette().text));
            ImGui::Dummy(
                {ImGui::CalcTextSize((*source.spirv)[size_t(i)].c_str()).x, ImGui::GetTextLineHeight()});
        }
}

void source_panel(Draw& draw) {
    const Source& source = *draw.now.source;
    header(draw, source);
    if (!source.lines) {
        const bool fresh = draw.now.overview->phase == Phase::NotStarted;
        empty_note(fresh ? "The program has not been started.\n\nF5 runs it to the first breakpoint,\nF11 "
                           "runs it to the first "
                           "statement of its first dispatch."
                         : source.problem);
        return;
    }
    const bool spirv_beside = draw.state.wants.spirv && source.spirv, code_beside = draw.state.source.code;
    const float all = ImGui::GetContentRegionAvail().x, width = spirv_beside && code_beside   ? all * 0.4f
                                                                : spirv_beside || code_beside ? all * 0.55f
                                                                                              : 0;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    compat::begin_child("text", {width, 0}, false, ImGuiWindowFlags_HorizontalScrollbar);
    Text(draw, source).draw();
    ImGui::EndChild();
    if (spirv_beside) {
        ImGui::SameLine(0, 1);
        compat::begin_child("spirv", {code_beside ? all * 0.3f : 0, 0}, false,
                            ImGuiWindowFlags_HorizontalScrollbar);
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 2});
        spirv(draw, source);
        ImGui::PopStyleVar();
        ImGui::EndChild();
    }
    ImGui::PopStyleVar();
    if (!code_beside) return;
    draw.state.wants.visible.insert(Panel::Disassembly);
    ImGui::SameLine(0, 1);
    compat::begin_child("code beside", {0, 0}, false);
    disassembly_panel(draw);
    ImGui::EndChild();
}

} // namespace wb::overlay
