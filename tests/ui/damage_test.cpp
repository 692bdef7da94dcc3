// SPDX-License-Identifier: MIT
// What is drawn anew in the window: all that differs, and hardly more.
#include "overlay/window/damage.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

namespace wb::overlay::test {

namespace {

constexpr float kWidth = 640, kHeight = 480;

struct Box {
    float left, top, right, bottom;
    ImU32 color = 0xffffffff;
};

/// Draw data of rectangles without a font or a window.
class DamageTest : public ::testing::Test {
protected:
    DamageTest() : list_(nullptr) {}

    /// The rectangles to be drawn over the picture before; what is left of the triangles is in list_.
    std::vector<PixelRect> show(const std::vector<Box>& boxes, ImVec4 clip = {0, 0, kWidth, kHeight}) {
        list_.CmdBuffer.clear();
        list_.IdxBuffer.clear();
        list_.VtxBuffer.clear();
        ImDrawCmd command;
        command.ClipRect = clip;
        for (const Box& box : boxes) {
            const auto first = ImDrawIdx(list_.VtxBuffer.Size);
            for (const ImVec2& at : {ImVec2(box.left, box.top), ImVec2(box.right, box.top),
                                     ImVec2(box.right, box.bottom), ImVec2(box.left, box.bottom)})
                list_.VtxBuffer.push_back({at, {0, 0}, box.color});
            for (const int corner : {0, 1, 2, 0, 2, 3})
                list_.IdxBuffer.push_back(ImDrawIdx(first + corner));
        }
        command.ElemCount = unsigned(list_.IdxBuffer.Size);
        list_.CmdBuffer.push_back(command);
        ImDrawData data;
        data.DisplaySize = {kWidth, kHeight};
        data.FramebufferScale = {1, 1};
#if IMGUI_VERSION_NUM >= 18980
        data.CmdLists.push_back(&list_);
#else
        ImDrawList* lists[] = {&list_};
        data.CmdLists = lists;
#endif
        data.CmdListsCount = 1;
        return damage_.reduce(data);
    }
    /// The colours that are left to be drawn.
    std::set<ImU32> colors() const {
        std::set<ImU32> out;
        for (const ImDrawCmd& command : list_.CmdBuffer)
            for (unsigned i = 0; i < command.ElemCount; ++i)
                out.insert(list_.VtxBuffer[list_.IdxBuffer[int(command.IdxOffset + i)]].col);
        return out;
    }

    Damage damage_;
    ImDrawList list_;
};

bool covers(const std::vector<PixelRect>& rects, int x, int y) {
    return std::ranges::any_of(rects, [&](const PixelRect& rect) {
        return x >= rect.left && x < rect.right && y >= rect.top && y < rect.bottom;
    });
}

constexpr ImU32 kBack = 1, kA = 2, kB = 3, kC = 4;
const Box kEverywhere{0, 0, kWidth, kHeight, kBack};

} // namespace

TEST_F(DamageTest, DrawsAllOfTheFirstPictureAndNothingOfTheSameAgain) {
    const auto first = show({kEverywhere, {10, 10, 50, 20, kA}});
    EXPECT_TRUE(covers(first, 0, 0) && covers(first, int(kWidth) - 1, int(kHeight) - 1));
    EXPECT_EQ(colors(), (std::set<ImU32>{kBack, kA}));
    EXPECT_TRUE(show({kEverywhere, {10, 10, 50, 20, kA}}).empty());
    damage_.forget();
    EXPECT_FALSE(show({kEverywhere, {10, 10, 50, 20, kA}}).empty());
}

TEST_F(DamageTest, DrawsWhatHasChangedWithWhatIsBehindIt) {
    show({kEverywhere, {10, 10, 50, 20, kA}, {400, 300, 450, 320, kB}});
    const auto rects = show({kEverywhere, {10, 10, 50, 20, kA}, {400, 300, 450, 320, kC}});
    EXPECT_TRUE(covers(rects, 400, 300) && covers(rects, 449, 319));
    EXPECT_FALSE(covers(rects, 10, 10) || covers(rects, 300, 300) || covers(rects, 500, 300));
    EXPECT_EQ(colors(), (std::set<ImU32>{kBack, kC}));
}

TEST_F(DamageTest, ClearsWhereSomethingWas) {
    show({kEverywhere, {100, 100, 110, 110, kA}});
    const auto rects = show({kEverywhere});
    EXPECT_TRUE(covers(rects, 100, 100) && covers(rects, 109, 109));
    EXPECT_FALSE(covers(rects, 300, 300));
    EXPECT_EQ(colors(), (std::set<ImU32>{kBack}));
}

TEST_F(DamageTest, SeesAnotherOrderAndAnotherClip) {
    show({{100, 100, 120, 120, kA}, {110, 110, 130, 130, kB}});
    EXPECT_TRUE(covers(show({{110, 110, 130, 130, kB}, {100, 100, 120, 120, kA}}), 115, 115));
    const auto clipped = show({{110, 110, 130, 130, kB}, {100, 100, 120, 120, kA}}, {0, 0, 115, kHeight});
    EXPECT_TRUE(covers(clipped, 129, 115));
}

TEST_F(DamageTest, TakesDistantChangesApart) {
    std::vector<Box> boxes = {kEverywhere};
    for (float y = 0; y < kHeight; y += 300)
        for (float x = 0; x < kWidth; x += 500)
            boxes.push_back({x + 40, y + 20, x + 48, y + 28, kA});
    show(boxes);
    for (Box& box : boxes)
        if (box.color == kA) box.color = kB;
    const auto rects = show(boxes);
    EXPECT_EQ(rects.size(), 4u);
    int pixels = 0;
    for (size_t i = 0; i < rects.size(); ++i) {
        pixels += (rects[i].right - rects[i].left) * (rects[i].bottom - rects[i].top);
        for (size_t k = i + 1; k < rects.size(); ++k)
            EXPECT_FALSE(rects[i].left < rects[k].right && rects[k].left < rects[i].right &&
                         rects[i].top < rects[k].bottom && rects[k].top < rects[i].bottom);
    }
    EXPECT_LT(pixels, int(kWidth * kHeight) / 16);
    for (const Box& box : boxes)
        EXPECT_TRUE(box.color != kB || covers(rects, int(box.left), int(box.top)));
}

} // namespace wb::overlay::test
