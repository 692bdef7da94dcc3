// SPDX-License-Identifier: MIT
#include "overlay/theme.h"

#include <filesystem>
#include <fmt/format.h>

namespace wb::overlay {

static ImVec4 rgb(uint32_t hex, float alpha = 1) {
    return {float(hex >> 16 & 255) / 255, float(hex >> 8 & 255) / 255, float(hex & 255) / 255, alpha};
}

static Palette g_palette;
const Palette& palette() {
    return g_palette;
}

static Palette dark_palette() {
    return {.text = rgb(0xd4d7dd),
            .faint = rgb(0x7d8590),
            .accent = rgb(0x4fa3e0),
            .current_line = rgb(0x3a4a26),
            .outer_line = rgb(0x2b3645),
            .changed = rgb(0xe8a33d),
            .missing = rgb(0x8a7f74),
            .breakpoint = rgb(0xd9534f),
            .disabled = rgb(0x6b5150),
            .good = rgb(0x7bb662),
            .bad = rgb(0xe06c5f),
            .number = rgb(0xb5cea8),
            .keyword = rgb(0x7aa6da),
            .comment = rgb(0x6f8f6a),
            .string_ = rgb(0xce9178),
            .lane_on = rgb(0x5a9e5a),
            .lane_off = rgb(0x33373e),
            .link = rgb(0x6cb6f0),
            .row = rgb(0xffffff, 0.02f)};
}

static Palette light_palette() {
    return {.text = rgb(0x24292f),
            .faint = rgb(0x6e7781),
            .accent = rgb(0x1f6fb2),
            .current_line = rgb(0xdff0c8),
            .outer_line = rgb(0xdce8f5),
            .changed = rgb(0xb35900),
            .missing = rgb(0x8c7b6b),
            .breakpoint = rgb(0xc9302c),
            .disabled = rgb(0xd9b5b3),
            .good = rgb(0x2f7d32),
            .bad = rgb(0xb3261e),
            .number = rgb(0x116644),
            .keyword = rgb(0x0b57a4),
            .comment = rgb(0x5f7d58),
            .string_ = rgb(0xa1472a),
            .lane_on = rgb(0x5cab5c),
            .lane_off = rgb(0xd5d9de),
            .link = rgb(0x0b66c3),
            .row = rgb(0x000000, 0.02f)};
}

void apply_theme(bool dark, float scale) {
    ImGuiStyle& style = ImGui::GetStyle();
    style = ImGuiStyle();
    if (dark)
        ImGui::StyleColorsDark(&style);
    else
        ImGui::StyleColorsLight(&style);
    g_palette = dark ? dark_palette() : light_palette();
    style.WindowPadding = {8, 6};
    style.FramePadding = {7, 3};
    style.ItemSpacing = {8, 4};
    style.ItemInnerSpacing = {6, 4};
    style.CellPadding = {6, 2};
    style.IndentSpacing = 16;
    style.ScrollbarSize = 12;
    style.GrabMinSize = 10;
    style.WindowBorderSize = 0;
    style.ChildBorderSize = 1;
    style.PopupBorderSize = 1;
    style.FrameBorderSize = 0;
    style.WindowRounding = style.ChildRounding = 0;
    style.FrameRounding = style.GrabRounding = style.TabRounding = style.PopupRounding = 3;
    style.ScrollbarRounding = 6;
    const auto set = [&](ImGuiCol which, uint32_t on_dark, uint32_t on_light, float alpha = 1) {
        style.Colors[which] = rgb(dark ? on_dark : on_light, alpha);
    };
    style.Colors[ImGuiCol_Text] = g_palette.text;
    style.Colors[ImGuiCol_TextDisabled] = g_palette.faint;
    set(ImGuiCol_WindowBg, 0x16181c, 0xe6e9ed);
    set(ImGuiCol_ChildBg, 0x1d2025, 0xffffff);
    set(ImGuiCol_PopupBg, 0x23272e, 0xffffff);
    set(ImGuiCol_Border, 0x2c3037, 0xccd1d7);
    set(ImGuiCol_FrameBg, 0x282c33, 0xeef0f3);
    set(ImGuiCol_FrameBgHovered, 0x313740, 0xe2e6eb);
    set(ImGuiCol_FrameBgActive, 0x394350, 0xd6dde5);
    set(ImGuiCol_Button, 0x2d333b, 0xdfe3e8);
    set(ImGuiCol_ButtonHovered, 0x3a4654, 0xcfd8e3);
    set(ImGuiCol_ButtonActive, 0x44566b, 0xbccadb);
    set(ImGuiCol_Header, 0x2b3a4c, 0xd3e3f5);
    set(ImGuiCol_HeaderHovered, 0x2f4258, 0xc5daf1);
    set(ImGuiCol_HeaderActive, 0x375070, 0xb4cfec);
    set(ImGuiCol_Tab, 0x1d2025, 0xdfe3e8);
    set(ImGuiCol_TabHovered, 0x34506e, 0xc5daf1);
    set(ImGuiCol_TabActive, 0x2b415a, 0xffffff);
    set(ImGuiCol_TabUnfocused, 0x1d2025, 0xdfe3e8);
    set(ImGuiCol_TabUnfocusedActive, 0x2b415a, 0xffffff);
    set(ImGuiCol_TableHeaderBg, 0x23272e, 0xeef0f3);
    set(ImGuiCol_TableBorderStrong, 0x2c3037, 0xccd1d7);
    set(ImGuiCol_TableBorderLight, 0x262a30, 0xe2e6eb);
    style.Colors[ImGuiCol_TableRowBgAlt] = g_palette.row;
    set(ImGuiCol_Separator, 0x2c3037, 0xccd1d7);
    set(ImGuiCol_ScrollbarBg, 0x000000, 0x000000, 0);
    set(ImGuiCol_ScrollbarGrab, 0x3a404a, 0xc3c9d1);
    set(ImGuiCol_CheckMark, 0x4fa3e0, 0x1f6fb2);
    set(ImGuiCol_PlotLines, 0x4fa3e0, 0x1f6fb2);
    set(ImGuiCol_PlotHistogram, 0x4fa3e0, 0x1f6fb2);
    style.ScaleAllSizes(scale);
}

/// Latin, arrows, mathematical signs and shapes: what shaders' names and our own marks may need.
static const ImWchar kRanges[] = {0x20,   0x17f,  0x370,  0x3ff,  0x2010, 0x2027, 0x2190,
                                  0x21ff, 0x2200, 0x22ff, 0x25a0, 0x25ff, 0};

std::string load_font(const Settings& settings, float scale) {
    static constexpr const char* kUsual[] = {
        "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf",
        "/usr/share/fonts/truetype/liberation/LiberationMono-Regular.ttf",
        "/usr/share/fonts/truetype/noto/NotoSansMono-Regular.ttf",
    };
    ImFontAtlas& fonts = *ImGui::GetIO().Fonts;
    const float size = float(int(settings.font_size * scale + 0.5f));
    const auto add = [&](const std::string& file) {
        std::error_code ignored;
        return std::filesystem::is_regular_file(file, ignored) &&
               fonts.AddFontFromFileTTF(file.c_str(), size, nullptr, kRanges);
    };
    std::string notice;
    if (!settings.font.empty()) {
        if (add(settings.font)) return "";
        notice = fmt::format("the font '{}' of the settings cannot be read. ", settings.font);
    }
    for (const char* file : kUsual)
        if (add(file)) return notice;
    ImFontConfig config;
    config.SizePixels = size;
    fonts.AddFontDefault(&config);
    return notice + "No monospaced font was found (Debian's package fonts-dejavu-core has one); a built-in "
                    "one is used.";
}

} // namespace wb::overlay
