// SPDX-License-Identifier: MIT
#include "protocol/fault_place.h"

#include <gtest/gtest.h>

namespace wb::protocol {
namespace {

constexpr uint64_t kBase = 0xffff'8000'0010'0000;

Range buffer(uint64_t at, uint64_t size, const char* name) {
    return {kBase + at, size, 7, kRangeBuffer, 0, name};
}
Range memory(uint64_t at, uint64_t size) {
    return {kBase + at, size, 8, kRangeMemory, 0, ""};
}
FaultSpan page(uint64_t at) {
    return {kBase + at, 4096, false};
}
std::string text(const FaultSpan& span, std::vector<Range> ranges, std::vector<Range> freed = {}) {
    return fault_text(span, fault_places(span, ranges, freed));
}

TEST(FaultPlace, PastTheEndByPageAndByByte) {
    const std::vector<Range> ranges = {memory(0, 4096), buffer(0, 1000, "grass"), buffer(0x9000, 64, "far")};
    EXPECT_EQ(text(page(0x1000), ranges), "at least 3096 bytes past the end of buffer 'grass' (1000 bytes at "
                                          "0xffff800000100000); at least 28672 "
                                          "bytes before buffer 'far' (64 bytes at 0xffff800000109000)");
    EXPECT_EQ(text({kBase + 1001, 4, true}, {ranges[1]}),
              "1 byte past the end of buffer 'grass' (1000 bytes at 0xffff800000100000)");
    EXPECT_EQ(text({kBase + 1000, 4, true}, {ranges[1]}),
              "just behind the end of buffer 'grass' (1000 bytes at 0xffff800000100000)");
}

TEST(FaultPlace, TheNearerOneComesFirst) {
    const auto places =
        fault_places(page(0x8000), std::vector{buffer(0, 0x1000, "a"), buffer(0x9000, 64, "b")}, {});
    ASSERT_EQ(places.size(), 2u);
    EXPECT_EQ(places[0].range.name, "b");
    EXPECT_EQ(places[0].relation, FaultPlace::Relation::Before);
    EXPECT_EQ(places[0].distance, 0u);
    EXPECT_EQ(places[1].distance, 0x7000u);
}

TEST(FaultPlace, FreedBuffersAndFreedMemory) {
    const Range gone = buffer(0x4000, 4096, "gone"), older = buffer(0x4000, 8192, "older");
    EXPECT_EQ(text({kBase + 0x4014, 4, true}, {}, {memory(0x4000, 4096), gone, older}),
              "at byte 20 of buffer 'gone' (4096 bytes at 0xffff800000104000), which has been destroyed");
    // The buffer is still there, what it was bound to is not.
    EXPECT_EQ(text(page(0x4000), {gone}),
              "in buffer 'gone' (4096 bytes at 0xffff800000104000), whose memory has "
              "been freed");
    EXPECT_EQ(text(page(0x4000), {gone, memory(0x4000, 4096)}),
              "in buffer 'gone' (4096 bytes at 0xffff800000104000), whose memory does not allow that");
    // New memory in a freed buffer's place: the freed one says nothing any more.
    EXPECT_EQ(text(page(0x4000), {memory(0x4000, 4096)}, {gone}), "no object of the program is near");
    EXPECT_EQ(text(page(0x4000), {}, {memory(0x4000, 4096)}),
              "in the unnamed memory 8 (4096 bytes at 0xffff800000104000), which has been freed");
}

TEST(FaultPlace, NullAndNothing) {
    EXPECT_EQ(text({0x14, 4, true}, {buffer(0, 64, "a")}), "near address 0: a null pointer");
    EXPECT_EQ(text({kBase + (5ull << 32), 4096, false}, {buffer(0, 64, "a")}),
              "no object of the program is near");
    EXPECT_EQ(text({~uint64_t(4095), 4096, false}, {}), "no object of the program is near");
}

} // namespace
} // namespace wb::protocol
