// SPDX-License-Identifier: MIT
// What the panels want to have in the snapshots. The front end changes it; only what is wanted is collected.
#pragma once

#include "overlay/model/panel.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace wb::overlay {

struct Wants {
    std::set<Panel> visible; ///< Others are collected when they come into view.
    uint64_t source_shader = 0;
    std::string source_file; ///< "" = follow the focus
    bool spirv = false;      ///< The SPIR-V beside the source.
    std::string wave_filter; ///< Waves where it holds for some active lane; "" = all
    std::vector<std::string> lane_expressions, watches;
    std::set<std::string> open; ///< VariableRow::key of the groups and values that are unfolded.
    char format = 0;            ///< Of values: engine::Format's letter.
    std::string heat_map, hover;

    struct Buffer {
        uint64_t address = 0, size = 0; ///< size 0 = none
        std::string type;               ///< "" = what the focus frame knows it as, else words
        uint64_t first = 0;             ///< Element that the table begins with.
        int plot_column = -1;           ///< Column to plot, -1 = none
        bool hex = false;
        bool operator==(const Buffer&) const = default;
    } buffer;

    bool operator==(const Wants&) const = default;
};

} // namespace wb::overlay
