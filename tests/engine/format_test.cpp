// SPDX-License-Identifier: MIT
#include "tests/engine/fakes.h"

#include <bit>

namespace wb::engine::test {

TEST(FloatText, LooksLikeWhatItIs) {
    const auto f = [](float x) { return float_text(std::bit_cast<uint32_t>(x), 32); };
    EXPECT_EQ(f(10.5f), "10.5");
    EXPECT_EQ(f(3.f), "3");
    EXPECT_EQ(f(-1.25f), "-1.25");
    EXPECT_EQ(f(0.1f), "0.1");
    EXPECT_EQ(f(-0.f), "-0");
    EXPECT_EQ(float_text(0x7f80'0000, 32), "inf");
    EXPECT_EQ(float_text(0xff80'0000, 32), "-inf");
    EXPECT_EQ(float_text(0x7fc0'0000, 32), "nan(0x400000)");
    EXPECT_EQ(float_text(1, 32), "1e-45"); // the smallest denormal
    EXPECT_EQ(float_text(std::bit_cast<uint64_t>(0.1), 64), "0.1");
}

// Every half must read back as itself.
TEST(FloatText, HalvesRoundTrip) {
    for (uint32_t bits = 0; bits < 0x10000; ++bits) {
        if ((bits & 0x7c00) == 0x7c00) continue;
        const std::string text = float_text(bits, 16);
        EXPECT_EQ(float_to_half(std::strtof(text.c_str(), nullptr)), bits) << text;
    }
    EXPECT_EQ(float_text(0x3555, 16), "0.3333");
    EXPECT_EQ(float_text(0x7c00, 16), "inf");
}

} // namespace wb::engine::test
