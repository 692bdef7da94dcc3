// SPDX-License-Identifier: MIT
#include "sim/memory/mapped_ranges.h"

#include <gtest/gtest.h>

namespace wb::sim {
namespace {

MappedRange range(uint64_t end, int fd, uint64_t offset, bool writable = true) {
    return {end, fd, offset, writable};
}

TEST(MappedRanges, CutsARangeInTwoAndKeepsTheTailsFileOffset) {
    MappedRanges map;
    map.insert(0x1000, range(0x9000, 3, 0x100000));
    map.erase(0x3000, 0x5000);

    uint64_t start = 0;
    const MappedRange* head = map.find(0x2fff, start);
    ASSERT_TRUE(head);
    EXPECT_EQ(start, 0x1000u);
    EXPECT_EQ(head->end, 0x3000u);
    EXPECT_EQ(head->fd_offset, 0x100000u);
    EXPECT_FALSE(map.find(0x3000, start));
    EXPECT_FALSE(map.find(0x4fff, start));
    const MappedRange* tail = map.find(0x5000, start);
    ASSERT_TRUE(tail);
    EXPECT_EQ(start, 0x5000u);
    EXPECT_EQ(tail->end, 0x9000u);
    EXPECT_EQ(tail->fd_offset, 0x104000u);
    EXPECT_FALSE(map.find(0x9000, start));
}

TEST(MappedRanges, InsertReplacesAllItOverlaps) {
    MappedRanges map;
    map.insert(0x0000, range(0x2000, 3, 0));
    map.insert(0x2000, range(0x4000, 4, 0));
    map.insert(0x4000, range(0x6000, 5, 0));
    map.insert(0x1000, range(0x5000, 6, 0));
    uint64_t start = 0;
    EXPECT_EQ(map.find(0x0fff, start)->fd, 3);
    EXPECT_EQ(map.find(0x1000, start)->fd, 6);
    EXPECT_EQ(map.find(0x4fff, start)->fd, 6);
    EXPECT_EQ(map.find(0x5000, start)->fd, 5);
    EXPECT_EQ(map.find(0x5000, start)->fd_offset, 0x1000u);
}

TEST(MappedRanges, CoversSeesGapsAndReadOnlyParts) {
    MappedRanges map;
    map.insert(0x1000, range(0x2000, 3, 0));
    map.insert(0x2000, range(0x3000, 3, 0x1000, false));
    map.insert(0x3000, range(0x4000, -1, 0, false));
    EXPECT_TRUE(map.covers(0x1000, 0x4000, false));
    EXPECT_FALSE(map.covers(0x1000, 0x4000, true)) << "the middle is read-only";
    EXPECT_TRUE(map.covers(0x3000, 0x4000, true)) << "a PRT range takes writes and drops them";
    EXPECT_FALSE(map.covers(0x0fff, 0x1001, false));
    EXPECT_FALSE(map.covers(0x3fff, 0x4001, false));
}

} // namespace
} // namespace wb::sim
