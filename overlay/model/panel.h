// SPDX-License-Identifier: MIT
// The panels, and where they are at first.
#pragma once

#include <array>
#include <string_view>

namespace wb::overlay {

enum class Panel {
    Source,
    Disassembly,
    Buffers,
    HeatMap,
    Variables,
    Watch,
    Registers,
    Lanes,
    Waves,
    Dispatches,
    Breakpoints,
    Console,
    Device,
};
inline constexpr size_t kPanels = 13;

/// The window's parts: a large one at the left, two at the right, one along the bottom.
enum class Area { Main, Side, Middle, Bottom };
inline constexpr size_t kAreas = 4;

struct PanelInfo {
    Panel panel;
    std::string_view name;
    Area area; ///< At first.
};
inline constexpr std::array<PanelInfo, kPanels> kPanelTable = {{
    {Panel::Source, "Source", Area::Main},
    {Panel::Disassembly, "Disassembly", Area::Main},
    {Panel::Buffers, "Buffers", Area::Main},
    {Panel::HeatMap, "Heat map", Area::Main},
    {Panel::Variables, "Variables", Area::Side},
    {Panel::Watch, "Watch", Area::Side},
    {Panel::Registers, "Registers", Area::Side},
    {Panel::Lanes, "Lanes", Area::Middle},
    {Panel::Waves, "Waves", Area::Middle},
    {Panel::Dispatches, "Dispatches", Area::Middle},
    {Panel::Breakpoints, "Breakpoints", Area::Bottom},
    {Panel::Console, "Console", Area::Bottom},
    {Panel::Device, "Device", Area::Bottom},
}};
inline constexpr std::array<std::string_view, kAreas> kAreaNames = {"main", "side", "middle", "bottom"};

} // namespace wb::overlay
