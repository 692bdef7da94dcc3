// SPDX-License-Identifier: MIT
#include "layer/overlay/hotkey.h"

#include <gtest/gtest.h>

namespace wb::layer {
namespace {

TEST(Hotkey, IsReadAsAPersonWritesIt) {
    EXPECT_EQ(parse_hotkey("Shift+F12"), (Hotkey{0xffc9, kShift}));
    EXPECT_EQ(parse_hotkey("f1"), (Hotkey{0xffbe, 0}));
    EXPECT_EQ(parse_hotkey("CTRL+alt+Z"), (Hotkey{'z', kControl | kAlt}));
    EXPECT_EQ(parse_hotkey("super+ScrollLock"), (Hotkey{0xff14, kSuper}));
    EXPECT_EQ(to_text({0xffc9, kShift}), "Shift+F12");
    EXPECT_EQ(to_text({'z', kControl | kAlt}), "Ctrl+Alt+Z");
    EXPECT_EQ(to_text({0xff13, 0}), "Pause");
}

TEST(Hotkey, WhatIsNoneIsRefused) {
    for (const char* text : {"", "+", "Shift+", "F0", "F25", "F1x", "Hyper+F1", "F12+Shift", "\xc3\xa4"})
        EXPECT_FALSE(parse_hotkey(text)) << text;
}

} // namespace
} // namespace wb::layer
