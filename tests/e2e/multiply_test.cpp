// SPDX-License-Identifier: MIT
// The whole way once: a shader through RADV and the device, its results read back.
#include "tests/e2e/compute_fixture.h"

#include <algorithm>
#include <cstdint>

#include "multiply.comp.h" // Made from multiply.comp; needs <cstdint>.

namespace wb::test {
namespace {

class Multiply : public ComputeTest {
protected:
    void check(uint32_t count) {
        constexpr uint32_t kGuard = 0xdeadbeef;
        Buffer buffer;
        make_buffer(count + 64, buffer);
        ASSERT_TRUE(buffer.words);
        std::fill_n(buffer.words, count + 64, kGuard);
        const uint32_t constants[] = {count};
        run(multiply_comp, buffer, constants, (count + 63) / 64);
        for (uint32_t i = 0; i < count; ++i)
            ASSERT_EQ(buffer.words[i], i * 3) << "at " << i;
        for (uint32_t i = count; i < count + 64; ++i)
            ASSERT_EQ(buffer.words[i], kGuard) << "written beyond the end, at " << i;
    }
};

class MultiplyComputeQueue : public Multiply {
protected:
    MultiplyComputeQueue() { compute_only = true; }
};

TEST_F(Multiply, OnTheGraphicsQueue) {
    check(1000);
}

TEST_F(Multiply, TwiceOnOneDevice) {
    check(64);
    check(1);
}

TEST_F(MultiplyComputeQueue, OnAComputeQueue) {
    check(1000);
}

} // namespace
} // namespace wb::test
