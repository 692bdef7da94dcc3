// SPDX-License-Identifier: MIT
// Workgroups of the largest size with the most shared memory: 1,024 invocations, 64 KiB.
#include "tests/e2e/compute_fixture.h"

#include <cstdint>

#include "shared.comp.h" // Made from shared.comp; needs <cstdint>.

namespace wb::test {
namespace {

using SharedMemory = ComputeTest;

TEST_F(SharedMemory, AllOfItInTheLargestGroups) {
    constexpr uint32_t kWords = 16384, kInvocations = 1024, kGroups = 5;
    if (properties.limits.maxComputeSharedMemorySize < kWords * 4 ||
        properties.limits.maxComputeWorkGroupInvocations < kInvocations)
        GTEST_SKIP() << "the device has less";
    Buffer buffer;
    make_buffer(kGroups * kWords, buffer);
    ASSERT_TRUE(buffer.words);
    run(shared_comp, buffer, {}, kGroups);
    for (uint32_t group = 0; group < kGroups; ++group) {
        std::vector<uint32_t> shared(kWords);
        for (uint32_t number = 0; number < kWords; ++number)
            shared[number * 5 % kWords] = group << 24 | number;
        for (uint32_t at = 0; at < kWords; ++at)
            ASSERT_EQ(buffer.words[group * kWords + at], shared[at ^ 0x3ff0])
                << "group " << group << " at " << at;
    }
}

} // namespace
} // namespace wb::test
