// SPDX-License-Identifier: MIT
// From a number between 0 and 1 to a colour: dark blue over green to yellow, with evenly growing lightness.
#pragma once

#include <imgui.h>

#include <algorithm>

namespace wb::overlay {

inline ImU32 map_color(double value) {
    struct Stop {
        float red, green, blue;
    };
    static constexpr Stop kStops[] = {
        {42, 28, 92}, {38, 84, 140}, {32, 132, 136}, {92, 174, 88}, {244, 222, 70}};
    const double at = std::clamp(value, 0.0, 1.0) * 4;
    const int below = std::min(3, int(at));
    const float part = float(at - below);
    const Stop &a = kStops[below], &b = kStops[below + 1];
    const auto mix = [&](float x, float y) { return int(x + (y - x) * part + 0.5f); };
    return IM_COL32(mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue), 255);
}

/// Adds rectangles of one colour each, many at once. Nothing else may be drawn into the list as long as it
/// lives.
class Cells {
public:
    explicit Cells(ImDrawList& list) : list_(list) {}
    ~Cells() {
        if (left_) list_.PrimUnreserve(left_ * 6, left_ * 4);
    }
    void add(ImVec2 from, ImVec2 to, ImU32 color) {
        // Indices have 16 bits: a draw command holds this many.
        constexpr int kBatch = 4000;
        if (!left_) list_.PrimReserve(kBatch * 6, kBatch * 4);
        if (!left_) left_ = kBatch;
        list_.PrimRect(from, to, color);
        --left_;
    }

private:
    ImDrawList& list_;
    int left_ = 0;
};

} // namespace wb::overlay
