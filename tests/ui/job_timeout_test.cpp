// SPDX-License-Identifier: MIT
#include "overlay/model/job_timeout.h"

#include <gtest/gtest.h>

namespace wb::overlay {

using namespace std::chrono_literals;

TEST(JobTimeout, IsReadAsTheKernelReadsIt) {
    EXPECT_EQ(job_timeout(""), 10s);
    EXPECT_EQ(job_timeout("0"), 10s);
    EXPECT_EQ(job_timeout("2000"), 2s);
    EXPECT_EQ(job_timeout("5000,60000,10000,10000"), 5s);
    EXPECT_EQ(job_timeout("60000,2000,10000,10000"), 2s);
    EXPECT_EQ(job_timeout("-1,4000,1,1"), 4s);
    EXPECT_EQ(job_timeout("-1"), std::nullopt);
    EXPECT_EQ(job_timeout("nonsense"), 10s);
}

TEST(JobTimeout, SaysWhatIsLeft) {
    EXPECT_EQ(job_timeout_text(10s, 0), "10 s");
    EXPECT_EQ(job_timeout_text(10s, 3.2), "10 s; stopped for 3 s, at most 7 s are left");
    EXPECT_EQ(job_timeout_text(2500ms, 9), "2.5 s; stopped for 9 s, at most 0 s are left");
    EXPECT_EQ(job_timeout_text(std::nullopt, 5), "none");
}

} // namespace wb::overlay
