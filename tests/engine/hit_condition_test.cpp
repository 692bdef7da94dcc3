// SPDX-License-Identifier: MIT
#include "engine/session/hit_condition.h"

#include <gtest/gtest.h>
#include <vector>

namespace wb::engine {

/// Which of the first eight hits stop.
static std::vector<int> stops(std::string_view text) {
    auto condition = parse_hit_condition(text);
    EXPECT_TRUE(condition) << text;
    std::vector<int> out;
    for (int hit = 1; hit <= 8 && condition; ++hit)
        if (condition->stops_at(uint64_t(hit))) out.push_back(hit);
    return out;
}

TEST(HitCondition, Counts) {
    EXPECT_EQ(stops("6"), (std::vector{6, 7, 8}));
    EXPECT_EQ(stops(" >= 6 "), (std::vector{6, 7, 8}));
    EXPECT_EQ(stops("> 6"), (std::vector{7, 8}));
    EXPECT_EQ(stops(">0"), (std::vector{1, 2, 3, 4, 5, 6, 7, 8}));
    EXPECT_EQ(stops("==3"), (std::vector{3}));
    EXPECT_EQ(stops("= 3"), (std::vector{3}));
    EXPECT_EQ(stops("<3"), (std::vector{1, 2}));
    EXPECT_EQ(stops("<= 3"), (std::vector{1, 2, 3}));
    EXPECT_EQ(stops("% 4"), (std::vector{4, 8}));
}

TEST(HitCondition, Mistakes) {
    for (const char* text :
         {"", "often", "0", "% 0", "== 0", "3 4", "-1", ">= ", "99999999999999999999999", "3x"})
        EXPECT_FALSE(parse_hit_condition(text)) << text;
}

} // namespace wb::engine
