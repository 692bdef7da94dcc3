// SPDX-License-Identifier: MIT
#include "overlay/window/damage.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace wb::overlay {

// About as high as a line of text.
static constexpr int kTileWidth = 32, kTileHeight = 16;

namespace {

/// The tiles that a triangle of that command may colour; none: empty.
struct Span {
    int left, top, right, bottom;
};

struct Grid {
    int width, height;

    Span of(const ImVec4& clip, const ImDrawVert& a, const ImDrawVert& b, const ImDrawVert& c) const {
        const float left = std::max(clip.x, std::min({a.pos.x, b.pos.x, c.pos.x})),
                    top = std::max(clip.y, std::min({a.pos.y, b.pos.y, c.pos.y})),
                    right = std::min(clip.z, std::max({a.pos.x, b.pos.x, c.pos.x})),
                    bottom = std::min(clip.w, std::max({a.pos.y, b.pos.y, c.pos.y}));
        if (right < left || bottom < top) return {0, 0, 0, 0};
        return {tile(left, kTileWidth, width), tile(top, kTileHeight, height),
                tile(right, kTileWidth, width - 1) + 1, tile(bottom, kTileHeight, height - 1) + 1};
    }

private:
    static int tile(float at, int size, int most) {
        return std::clamp(int(std::floor(at / float(size))), 0, most);
    }
};

} // namespace

static void mix(uint64_t& hash, uint64_t word) {
    hash = (std::rotl(hash, 23) ^ word) * 0x9e3779b97f4a7c15u;
}

static uint64_t pair(float a, float b) {
    return uint64_t(std::bit_cast<uint32_t>(a)) << 32 | std::bit_cast<uint32_t>(b);
}

static void mix(uint64_t& hash, const ImDrawVert& vertex) {
    mix(hash, pair(vertex.pos.x, vertex.pos.y));
    mix(hash, pair(vertex.uv.x, vertex.uv.y) ^ uint64_t(vertex.col) << 16);
}

/// Calls `each` with the place of the triangle's first index and its three vertices.
template <class Each>
static void for_triangles(const ImDrawList& list, const ImDrawCmd& command, Each each) {
    const ImDrawVert* vertices = list.VtxBuffer.Data + command.VtxOffset;
    const ImDrawIdx* indices = list.IdxBuffer.Data + command.IdxOffset;
    for (unsigned i = 0; i + 3 <= command.ElemCount; i += 3)
        each(indices + i, vertices[indices[i]], vertices[indices[i + 1]], vertices[indices[i + 2]]);
}

void Damage::look_at(const ImDrawData& data) {
    const Grid grid{width_, height_};
    for (int n = 0; n < data.CmdListsCount; ++n)
        for (const ImDrawCmd& command : data.CmdLists[n]->CmdBuffer) {
            uint64_t start = 0;
            mix(start, pair(command.ClipRect.x, command.ClipRect.y));
            mix(start, pair(command.ClipRect.z, command.ClipRect.w));
            mix(start, uint64_t(command.GetTexID()));
            for_triangles(
                *data.CmdLists[n], command,
                [&](const ImDrawIdx*, const ImDrawVert& a, const ImDrawVert& b, const ImDrawVert& c) {
                    const Span span = grid.of(command.ClipRect, a, b, c);
                    uint64_t hash = start;
                    mix(hash, a);
                    mix(hash, b);
                    mix(hash, c);
                    for (int y = span.top; y < span.bottom; ++y)
                        for (int x = span.left; x < span.right; ++x)
                            mix(tiles_[size_t(y) * size_t(width_) + size_t(x)], hash);
                });
        }
}

static int area(const PixelRect& rect) {
    return (rect.right - rect.left) * (rect.bottom - rect.top);
}

static PixelRect united(const PixelRect& a, const PixelRect& b) {
    return {std::min(a.left, b.left), std::min(a.top, b.top), std::max(a.right, b.right),
            std::max(a.bottom, b.bottom)};
}

static bool overlap(const PixelRect& a, const PixelRect& b) {
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/// Adds a rectangle of tiles; such as are together not much smaller than one around them become that one, as
/// each costs draw calls of its own.
static void add(std::vector<PixelRect>& rects, PixelRect rect) {
    constexpr int kWaste = 12;
    for (size_t i = 0; i < rects.size();) {
        const PixelRect both = united(rects[i], rect);
        if (!overlap(rects[i], rect) && area(both) > area(rects[i]) + area(rect) + kWaste) {
            ++i;
            continue;
        }
        rect = both;
        rects.erase(rects.begin() + ptrdiff_t(i));
        i = 0;
    }
    rects.push_back(rect);
}

std::vector<PixelRect> Damage::changed_tiles(const std::vector<uint64_t>& before) const {
    std::vector<PixelRect> out;
    if (before.size() != tiles_.size()) return {{0, 0, width_, height_}};
    for (int y = 0; y < height_; ++y)
        for (int x = 0; x < width_; ++x) {
            const auto differs = [&](int at) {
                const size_t tile = size_t(y) * size_t(width_) + size_t(at);
                return tiles_[tile] != before[tile];
            };
            if (!differs(x)) continue;
            int end = x + 1;
            while (end < width_ && differs(end))
                ++end;
            add(out, {x, y, end, y + 1});
            x = end;
        }
    return out;
}

/// Leaves in `list` what lies in the rectangles: for each command one for each of them.
void Damage::keep(ImDrawList& list, const std::vector<PixelRect>& rects) {
    const Grid grid{width_, height_};
    ImVector<ImDrawCmd> commands;
    ImVector<ImDrawIdx> indices;
    for (const ImDrawCmd& command : list.CmdBuffer) {
        for_triangles(
            list, command,
            [&](const ImDrawIdx* at, const ImDrawVert& a, const ImDrawVert& b, const ImDrawVert& c) {
                const Span span = grid.of(command.ClipRect, a, b, c);
                ++triangle_;
                for (int y = span.top; y < span.bottom; ++y)
                    for (int x = span.left; x < span.right; ++x) {
                        const uint32_t rect = rect_of_[size_t(y) * size_t(width_) + size_t(x)];
                        if (!rect || last_[rect - 1] == triangle_) continue;
                        last_[rect - 1] = triangle_;
                        indices_[rect - 1].insert(indices_[rect - 1].end(), at, at + 3);
                    }
            });
        for (size_t i = 0; i < rects.size(); ++i) {
            if (indices_[i].empty()) continue;
            ImDrawCmd part = command;
            part.ClipRect.x = std::max(part.ClipRect.x, float(rects[i].left));
            part.ClipRect.y = std::max(part.ClipRect.y, float(rects[i].top));
            part.ClipRect.z = std::min(part.ClipRect.z, float(rects[i].right));
            part.ClipRect.w = std::min(part.ClipRect.w, float(rects[i].bottom));
            part.IdxOffset = unsigned(indices.Size);
            part.ElemCount = unsigned(indices_[i].size());
            for (const ImDrawIdx index : indices_[i])
                indices.push_back(index);
            indices_[i].clear();
            commands.push_back(part);
        }
    }
    list.CmdBuffer.swap(commands);
    list.IdxBuffer.swap(indices);
}

std::vector<PixelRect> Damage::reduce(ImDrawData& data) {
    width_ = (int(data.DisplaySize.x) + kTileWidth - 1) / kTileWidth;
    height_ = (int(data.DisplaySize.y) + kTileHeight - 1) / kTileHeight;
    if (width_ <= 0 || height_ <= 0) return {};
    if (size_.x != data.DisplaySize.x || size_.y != data.DisplaySize.y) forget();
    size_ = data.DisplaySize;
    std::vector<uint64_t> before(size_t(width_) * size_t(height_), 0);
    tiles_.swap(before);
    look_at(data);
    std::vector<PixelRect> rects = changed_tiles(before);
    rect_of_.assign(tiles_.size(), 0);
    for (size_t i = 0; i < rects.size(); ++i) {
        for (int y = rects[i].top; y < rects[i].bottom; ++y)
            std::fill_n(rect_of_.begin() + ptrdiff_t(y) * width_ + rects[i].left,
                        rects[i].right - rects[i].left, uint32_t(i) + 1);
        rects[i] = {rects[i].left * kTileWidth, rects[i].top * kTileHeight, rects[i].right * kTileWidth,
                    rects[i].bottom * kTileHeight};
    }
    last_.assign(rects.size(), 0);
    triangle_ = 0;
    indices_.resize(rects.size());
    if (!rects.empty())
        for (int n = 0; n < data.CmdListsCount; ++n)
            keep(*data.CmdLists[n], rects);
    return rects;
}

} // namespace wb::overlay
