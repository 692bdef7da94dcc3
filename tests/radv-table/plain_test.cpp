// SPDX-License-Identifier: MIT
// Without WAVEBREAK=1 in the environment RADV has no private table.
#include "gpu.h"

#include <gtest/gtest.h>

using namespace wb::test;

TEST(Plain, NoTable) {
    Gpu gpu;
    EXPECT_EQ(gpu.load<PFN_vkVoidFunction>(WAVEBREAK_RADV_ENTRY), nullptr);
    EXPECT_NE(gpu.load<PFN_vkVoidFunction>("vkCmdDispatch"), nullptr);
}
