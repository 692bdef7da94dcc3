// SPDX-License-Identifier: MIT
// Sync objects. Expected results are the kernel's (drm_syncobj.c, dma-fence-chain.c).
#include "tests/sim/kernel/fake_device.h"

#include <atomic>
#include <cerrno>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace wb::sim {
namespace {

constexpr uint32_t kAll = DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL;
constexpr uint32_t kForSubmit = DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT;
constexpr uint32_t kAvailable = DRM_SYNCOBJ_WAIT_FLAGS_WAIT_AVAILABLE;
constexpr int64_t kForever = INT64_MAX;

class SyncobjTest : public KernelTest {};

TEST_F(SyncobjTest, BinaryStates) {
    const uint32_t made_signalled = syncobj(DRM_SYNCOBJ_CREATE_SIGNALED), empty = syncobj();
    EXPECT_EQ(wait({made_signalled}, {}, 0), 0);
    EXPECT_EQ(wait({empty}, {}, 0), -EINVAL) << "nothing was submitted";
    EXPECT_EQ(wait({empty}, {}, kForSubmit), -ETIME);
    EXPECT_EQ(wait({made_signalled, empty}, {}, kForSubmit), 0);
    EXPECT_EQ(wait({made_signalled, empty}, {}, kForSubmit | kAll), -ETIME);
    EXPECT_EQ(wait({999}, {}, 0), -ENOENT);
    EXPECT_EQ(wait({made_signalled}, {}, kAvailable), -EINVAL) << "binary waits do not have that flag";

    drm_syncobj_array reset{uint64_t(&made_signalled), 1, 0};
    EXPECT_EQ(call(DRM_IOCTL_SYNCOBJ_RESET, reset), 0);
    EXPECT_EQ(wait({made_signalled}, {}, 0), -EINVAL);
    EXPECT_EQ(call(DRM_IOCTL_SYNCOBJ_SIGNAL, reset), 0);
    EXPECT_EQ(wait({made_signalled}, {}, 0), 0);
}

TEST_F(SyncobjTest, FirstSignalledIsTheLowestIndex) {
    const uint32_t a = syncobj(), b = syncobj(DRM_SYNCOBJ_CREATE_SIGNALED),
                   c = syncobj(DRM_SYNCOBJ_CREATE_SIGNALED);
    uint32_t first = 0;
    EXPECT_EQ(wait({a, b, c}, {}, kForSubmit, 0, &first), 0);
    EXPECT_EQ(first, 1u);
}

TEST_F(SyncobjTest, WaitBeforeSignalIsWokenByTheSignal) {
    const uint32_t timeline = syncobj();
    std::atomic<int> result{1};
    std::thread waiter([&] { result = wait({timeline}, {5}, kForSubmit, kForever); });
    EXPECT_EQ(timeline_signal(timeline, 3), 0); // Not enough.
    EXPECT_EQ(timeline_signal(timeline, 5), 0);
    waiter.join();
    EXPECT_EQ(result, 0);
    EXPECT_EQ(query(timeline), 5u);
}

TEST_F(SyncobjTest, WaitForJobsIsWokenWhenTheJobEnds) {
    const uint32_t binary = syncobj(), ctx = context();
    uint64_t sequence = 0;
    std::atomic<int> result{1};
    std::thread waiter([&] { result = wait({binary}, {}, kForSubmit, kForever); });
    ASSERT_EQ(submit(ctx, 0, {}, {{binary, 0}}, sequence), 0);
    EXPECT_EQ(wait({binary}, {}, 0), -ETIME);
    rings->end(kCompute0);
    waiter.join();
    EXPECT_EQ(result, 0);
}

TEST_F(SyncobjTest, AvailableMeansSubmittedNotDone) {
    const uint32_t timeline = syncobj(), ctx = context();
    uint64_t sequence = 0;
    EXPECT_EQ(wait({timeline}, {1}, kAvailable), -ETIME);
    ASSERT_EQ(submit(ctx, 0, {}, {{timeline, 1}}, sequence), 0);
    EXPECT_EQ(wait({timeline}, {1}, kAvailable), 0);
    EXPECT_EQ(wait({timeline}, {1}, 0), -ETIME);
    EXPECT_EQ(wait({timeline}, {2}, kAvailable), -ETIME);
    EXPECT_EQ(query(timeline), 0u);
    EXPECT_EQ(query(timeline, DRM_SYNCOBJ_QUERY_FLAGS_LAST_SUBMITTED), 1u);
    rings->end(kCompute0);
    EXPECT_EQ(query(timeline), 1u);
}

TEST_F(SyncobjTest, APointIsReachedOnlyWithAllBeforeIt) {
    const uint32_t timeline = syncobj(), ctx = context();
    uint64_t sequence = 0;
    ASSERT_EQ(submit(ctx, 0, {}, {{timeline, 1}}, sequence), 0);
    ASSERT_EQ(submit(ctx, 1, {}, {{timeline, 2}}, sequence), 0);
    rings->end(kCompute1);
    EXPECT_EQ(wait({timeline}, {2}, 0), -ETIME) << "point 1 is still open";
    EXPECT_EQ(query(timeline), 0u);
    rings->end(kCompute0);
    EXPECT_EQ(wait({timeline}, {2}, 0), 0);
    EXPECT_EQ(wait({timeline}, {1}, 0), 0);
    EXPECT_EQ(query(timeline), 2u);
}

TEST_F(SyncobjTest, PointsBetweenAreCoveredByTheNextOne) {
    const uint32_t timeline = syncobj(), ctx = context();
    uint64_t sequence = 0;
    ASSERT_EQ(submit(ctx, 0, {}, {{timeline, 10}}, sequence), 0);
    ASSERT_EQ(submit(ctx, 1, {}, {{timeline, 20}}, sequence), 0);
    rings->end(kCompute0);
    EXPECT_EQ(wait({timeline}, {7}, 0), 0);
    EXPECT_EQ(wait({timeline}, {11}, 0), -ETIME);
    EXPECT_EQ(wait({timeline}, {21}, 0), -EINVAL);
    EXPECT_EQ(query(timeline), 10u);
    rings->end(kCompute1);
    EXPECT_EQ(query(timeline), 20u);
}

// An out of order point starts a new timeline at no less than the old value; the old one is still waited for.
TEST_F(SyncobjTest, OutOfOrderPointDoesNotGoBack) {
    const uint32_t timeline = syncobj(), ctx = context();
    uint64_t sequence = 0;
    ASSERT_EQ(submit(ctx, 0, {}, {{timeline, 10}}, sequence), 0);
    EXPECT_EQ(timeline_signal(timeline, 4), 0);
    EXPECT_EQ(wait({timeline}, {4}, 0), -ETIME);
    EXPECT_EQ(query(timeline, DRM_SYNCOBJ_QUERY_FLAGS_LAST_SUBMITTED), 10u);
    rings->end(kCompute0);
    EXPECT_EQ(wait({timeline}, {10}, 0), 0);
    EXPECT_EQ(query(timeline), 10u);
}

TEST_F(SyncobjTest, AMillionSignalledPointsAreForgotten) {
    const uint32_t timeline = syncobj();
    for (uint64_t point = 1; point <= 1'000'000; ++point)
        timeline_signal(timeline, point);
    EXPECT_EQ(query(timeline), 1'000'000u);
    EXPECT_EQ(wait({timeline}, {3}, 0), 0);
}

TEST_F(SyncobjTest, TransferBetweenBinaryAndTimeline) {
    const uint32_t binary = syncobj(), timeline = syncobj(), copy = syncobj(), ctx = context();
    drm_syncobj_transfer to_timeline{binary, timeline, 0, 8, 0, 0};
    EXPECT_EQ(call(DRM_IOCTL_SYNCOBJ_TRANSFER, to_timeline), -EINVAL) << "nothing submitted yet";
    uint64_t sequence = 0;
    ASSERT_EQ(submit(ctx, 0, {}, {{binary, 0}}, sequence), 0);
    EXPECT_EQ(call(DRM_IOCTL_SYNCOBJ_TRANSFER, to_timeline), 0);
    drm_syncobj_transfer to_binary{timeline, copy, 8, 0, 0, 0};
    EXPECT_EQ(call(DRM_IOCTL_SYNCOBJ_TRANSFER, to_binary), 0);
    EXPECT_EQ(wait({timeline}, {8}, 0), -ETIME);
    EXPECT_EQ(wait({copy}, {}, 0), -ETIME);

    drm_syncobj_array reset{uint64_t(&binary), 1, 0};
    EXPECT_EQ(call(DRM_IOCTL_SYNCOBJ_RESET, reset), 0);
    rings->end(kCompute0);
    EXPECT_EQ(wait({timeline}, {8}, 0), 0) << "resetting the source must not matter";
    EXPECT_EQ(wait({copy}, {}, 0), 0);
    EXPECT_EQ(query(timeline), 8u);
}

TEST_F(SyncobjTest, EventfdIsWrittenOnceReady) {
    const uint32_t timeline = syncobj(), ctx = context();
    const int done = eventfd(0, EFD_NONBLOCK), available = eventfd(0, EFD_NONBLOCK);
    drm_syncobj_eventfd args{timeline, 0, 1, done, 0};
    EXPECT_EQ(call(DRM_IOCTL_SYNCOBJ_EVENTFD, args), 0);
    args.flags = kAvailable;
    args.fd = available;
    EXPECT_EQ(call(DRM_IOCTL_SYNCOBJ_EVENTFD, args), 0);

    uint64_t sequence = 0, value = 0;
    ASSERT_EQ(submit(ctx, 0, {}, {{timeline, 1}}, sequence), 0);
    EXPECT_EQ(read(available, &value, 8), 8);
    EXPECT_EQ(value, 1u);
    EXPECT_EQ(read(done, &value, 8), -1);
    rings->end(kCompute0);
    EXPECT_EQ(read(done, &value, 8), 8);
    EXPECT_EQ(value, 1u);
    close(done);
    close(available);
}

TEST_F(SyncobjTest, FdsCarryObjectAndFence) {
    const uint32_t original = syncobj(), ctx = context();
    drm_syncobj_handle args{original, 0, -1, 0};
    ASSERT_EQ(call(DRM_IOCTL_SYNCOBJ_HANDLE_TO_FD, args), 0);
    const int object_fd = dup(args.fd);
    close(args.fd);
    args = {0, 0, object_fd, 0};
    ASSERT_EQ(call(DRM_IOCTL_SYNCOBJ_FD_TO_HANDLE, args), 0);
    const uint32_t same = args.handle;
    EXPECT_NE(same, original);

    args = {original, DRM_SYNCOBJ_HANDLE_TO_FD_FLAGS_EXPORT_SYNC_FILE, -1, 0};
    EXPECT_EQ(call(DRM_IOCTL_SYNCOBJ_HANDLE_TO_FD, args), -EINVAL) << "no fence to export";
    uint64_t sequence = 0;
    ASSERT_EQ(submit(ctx, 0, {}, {{original, 0}}, sequence), 0);
    EXPECT_EQ(wait({same}, {}, 0), -ETIME) << "both handles are one object";
    ASSERT_EQ(call(DRM_IOCTL_SYNCOBJ_HANDLE_TO_FD, args), 0);
    const int fence_fd = args.fd;
    pollfd poll_fd{fence_fd, POLLIN, 0};
    EXPECT_EQ(poll(&poll_fd, 1, 0), 0);

    const uint32_t imported = syncobj();
    args = {imported, DRM_SYNCOBJ_FD_TO_HANDLE_FLAGS_IMPORT_SYNC_FILE, fence_fd, 0};
    ASSERT_EQ(call(DRM_IOCTL_SYNCOBJ_FD_TO_HANDLE, args), 0);
    EXPECT_EQ(wait({imported}, {}, 0), -ETIME);
    rings->end(kCompute0);
    EXPECT_EQ(wait({imported, same}, {}, kAll), 0);
    EXPECT_EQ(poll(&poll_fd, 1, 0), 1);
    args = {imported, DRM_SYNCOBJ_FD_TO_HANDLE_FLAGS_IMPORT_SYNC_FILE, 0, 0};
    EXPECT_EQ(call(DRM_IOCTL_SYNCOBJ_FD_TO_HANDLE, args), -EINVAL) << "a foreign fd";
    close(fence_fd);
    close(object_fd);
}

} // namespace
} // namespace wb::sim
