// SPDX-License-Identifier: MIT
// Which part of the picture differs from the one before. OpenGL by the CPU spends its time on pixels: a step
// changes few of them.
#pragma once

#include <cstdint>
#include <imgui.h>
#include <vector>

namespace wb::overlay {

/// Pixels from the upper left corner; right and bottom are outside.
struct PixelRect {
    int left = 0, top = 0, right = 0, bottom = 0;
    bool operator==(const PixelRect&) const = default;
};

class Damage {
public:
    /// Leaves in `data`, which has to have a scale of 1, what is to be drawn over the picture of the call
    /// before, and returns where that is: rectangles apart from each other, to be cleared first. None: the
    /// picture is the same.
    std::vector<PixelRect> reduce(ImDrawData& data);
    /// There is no picture before, or it was drawn with other textures: the next is new as a whole.
    void forget() { tiles_.clear(); }

private:
    void look_at(const ImDrawData& data);
    std::vector<PixelRect> changed_tiles(const std::vector<uint64_t>& before) const;
    void keep(ImDrawList& list, const std::vector<PixelRect>& rects);

    ImVec2 size_{};                 ///< Of the picture before, in pixels.
    int width_ = 0, height_ = 0;    ///< In tiles.
    std::vector<uint64_t> tiles_;   ///< A hash of the triangles that touch each, in their order.
    std::vector<uint32_t> rect_of_; ///< By tile: 1 + index of its rectangle, 0 = none.
    std::vector<uint32_t> last_;    ///< By rectangle: the triangle that was last put into it.
    std::vector<std::vector<ImDrawIdx>> indices_; ///< By rectangle, of one command.
    uint32_t triangle_ = 0;
};

} // namespace wb::overlay
