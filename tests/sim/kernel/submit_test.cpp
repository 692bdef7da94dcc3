// SPDX-License-Identifier: MIT
// Submissions: dependencies, sequence numbers, user fences, the watchdog.
#include "tests/sim/kernel/fake_device.h"

#include <cerrno>
#include <cstring>
#include <sys/mman.h>

namespace wb::sim {
namespace {

class SubmitTest : public KernelTest {
protected:
    int wait_cs(uint32_t ctx, unsigned ring, uint64_t sequence, uint64_t& status) {
        drm_amdgpu_wait_cs args{};
        args.in = {sequence, 0, AMDGPU_HW_IP_COMPUTE, 0, ring, ctx};
        const int result = call(DRM_IOCTL_AMDGPU_WAIT_CS, args);
        status = args.out.status;
        return result;
    }
    uint64_t reset_flags(uint32_t ctx) {
        drm_amdgpu_ctx args{};
        args.in = {AMDGPU_CTX_OP_QUERY_STATE2, 0, ctx, 0};
        EXPECT_EQ(call(DRM_IOCTL_AMDGPU_CTX, args), 0);
        return args.out.state.flags;
    }
};

TEST_F(SubmitTest, AJobWaitsForItsDependencyAndTheCallDoesNot) {
    const uint32_t ctx = context(), point = syncobj();
    uint64_t first = 0, second = 0;
    ASSERT_EQ(submit(ctx, 0, {}, {{point, 1}}, first), 0);
    ASSERT_EQ(submit(ctx, 1, {{point, 1}}, {}, second), 0);
    EXPECT_EQ(rings->submitted(), 1u);
    rings->end(kCompute0);
    EXPECT_EQ(rings->submitted(), 2u);
    EXPECT_EQ(rings->waiting(kCompute1), 1u);
    rings->end(kCompute1);
}

TEST_F(SubmitTest, ABlockedContextDoesNotBlockAnotherOnTheSameRing) {
    const uint32_t blocked = context(), other = context(), point = syncobj();
    uint64_t sequence = 0;
    ASSERT_EQ(submit(other, 1, {}, {{point, 1}}, sequence), 0);
    ASSERT_EQ(submit(blocked, 0, {{point, 1}}, {}, sequence), 0);
    ASSERT_EQ(submit(blocked, 0, {}, {}, sequence), 0);
    EXPECT_EQ(sequence, 2u);
    ASSERT_EQ(submit(other, 0, {}, {}, sequence), 0);
    EXPECT_EQ(rings->waiting(kCompute0), 1u) << "only the other context's job may pass";
    rings->end(kCompute0);
    rings->end(kCompute1);
    EXPECT_EQ(rings->waiting(kCompute0), 2u);
    rings->end(kCompute0);
    rings->end(kCompute0);
}

TEST_F(SubmitTest, DependencyOnAPointThatDoesNotExistIsRefused) {
    const uint32_t ctx = context(), point = syncobj();
    uint64_t sequence = 0;
    EXPECT_EQ(submit(ctx, 0, {{point, 1}}, {}, sequence), -EINVAL);
    EXPECT_EQ(submit(ctx, 0, {{12345, 0}}, {}, sequence), -ENOENT);
    EXPECT_EQ(submit(777, 0, {}, {}, sequence), -EINVAL);
    EXPECT_EQ(submit(ctx, kComputeRings, {}, {}, sequence), -EINVAL) << "no such ring";
}

TEST_F(SubmitTest, WaitForSubmitInASubmissionWaitsForTheOtherThread) {
    const uint32_t ctx = context(), point = syncobj();
    uint64_t sequence = 0;
    std::thread submitter([&] {
        EXPECT_EQ(submit(ctx, 0, {{point, 1}}, {}, sequence, 0, DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT), 0);
    });
    EXPECT_EQ(timeline_signal(point, 1), 0);
    submitter.join();
    EXPECT_EQ(rings->waiting(kCompute0), 1u);
    rings->end(kCompute0);
}

TEST_F(SubmitTest, SequenceNumbersAreOfContextAndRing) {
    const uint32_t a = context(), b = context();
    uint64_t sequence = 0, status = 0;
    ASSERT_EQ(submit(a, 0, {}, {}, sequence), 0);
    EXPECT_EQ(sequence, 1u);
    ASSERT_EQ(submit(a, 0, {}, {}, sequence), 0);
    EXPECT_EQ(sequence, 2u);
    ASSERT_EQ(submit(b, 0, {}, {}, sequence), 0);
    EXPECT_EQ(sequence, 1u);
    ASSERT_EQ(submit(a, 1, {}, {}, sequence), 0);
    EXPECT_EQ(sequence, 1u);

    EXPECT_EQ(wait_cs(a, 0, 3, status), -EINVAL) << "not submitted yet";
    EXPECT_EQ(wait_cs(a, 0, 1, status), 0);
    EXPECT_EQ(status, 1u) << "busy";
    rings->end(kCompute0);
    EXPECT_EQ(wait_cs(a, 0, 1, status), 0);
    EXPECT_EQ(status, 0u);
    EXPECT_EQ(wait_cs(a, 0, ~0ull, status), 0);
    EXPECT_EQ(status, 1u) << "the latest is still running";
    rings->end(kCompute0);
    rings->end(kCompute0);
    rings->end(kCompute1);
}

TEST_F(SubmitTest, ManyJobsInFlightAreAllStillBusy) {
    const uint32_t ctx = context();
    uint64_t sequence = 0, status = 0;
    for (int i = 0; i < 100; ++i)
        ASSERT_EQ(submit(ctx, 0, {}, {}, sequence), 0);
    EXPECT_EQ(wait_cs(ctx, 0, 1, status), 0);
    EXPECT_EQ(status, 1u);
    for (int i = 0; i < 100; ++i)
        rings->end(kCompute0);
    EXPECT_EQ(wait_cs(ctx, 0, 1, status), 0);
    EXPECT_EQ(status, 0u);
}

TEST_F(SubmitTest, UserFenceIsThereBeforeTheSyncobj) {
    const uint32_t ctx = context(), fence_bo = bo(4096), done = syncobj();
    drm_amdgpu_gem_mmap args{};
    args.in.handle = fence_bo;
    ASSERT_EQ(call(DRM_IOCTL_AMDGPU_GEM_MMAP, args), 0);
    const auto* host = reinterpret_cast<const volatile uint64_t*>(
        drm_mmap(*file, nullptr, 4096, PROT_READ, MAP_SHARED, int64_t(args.out.addr_ptr)));
    uint64_t sequence = 0;
    std::atomic<uint64_t> seen{~0ull};
    for (uint64_t i = 1; i <= 3; ++i) {
        ASSERT_EQ(submit(ctx, 0, {}, {{done, i}}, sequence, fence_bo), 0);
        std::thread waiter([&] {
            EXPECT_EQ(wait({done}, {i}, 0, INT64_MAX), 0);
            seen = host[64 / 8];
        });
        rings->end(kCompute0);
        waiter.join();
        EXPECT_EQ(seen, i);
    }
    munmap(const_cast<uint64_t*>(host), 4096);

    const uint32_t large = bo(8192);
    EXPECT_EQ(submit(ctx, 0, {}, {}, sequence, large), -EINVAL) << "user fences are one page";
}

TEST_F(SubmitTest, WatchdogKillsTheJobAndItsContextOnly) {
    device->scheduler.set_timeout(std::chrono::milliseconds(1));
    const uint32_t guilty = context(), innocent = context(), done = syncobj(), after = syncobj();
    uint64_t sequence = 0, status = 0;
    ASSERT_EQ(submit(guilty, 0, {}, {{done, 0}}, sequence), 0);
    ASSERT_EQ(submit(guilty, 1, {{done, 0}}, {{after, 0}}, sequence), 0);
    rings->start(kCompute0);
    EXPECT_EQ(wait({done, after}, {}, DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL, INT64_MAX), 0)
        << "waiters must be woken, also for what was queued behind";
    EXPECT_EQ(rings->killed().size(), 1u);
    EXPECT_EQ(rings->submitted(), 1u) << "the queued job must not run";
    EXPECT_EQ(wait_cs(guilty, 0, 1, status), -ETIME);
    EXPECT_EQ(wait_cs(guilty, 1, 1, status), -ECANCELED);
    EXPECT_EQ(submit(guilty, 0, {}, {}, sequence), -ETIME) << "what -ECANCELED says of an innocent context";
    EXPECT_EQ(reset_flags(guilty), uint64_t(AMDGPU_CTX_QUERY2_FLAGS_RESET | AMDGPU_CTX_QUERY2_FLAGS_GUILTY));
    EXPECT_EQ(reset_flags(innocent), uint64_t(AMDGPU_CTX_QUERY2_FLAGS_RESET));
    EXPECT_EQ(submit(innocent, 0, {}, {}, sequence), 0);
    rings->end(kCompute0);
    EXPECT_EQ(reset_flags(context()), 0u) << "a context made later saw no reset";
}

TEST_F(SubmitTest, ClosingTheFileLeavesItsRunningJobAlone) {
    uint64_t sequence = 0;
    ASSERT_EQ(submit(context(), 0, {}, {}, sequence), 0);
    file.reset();
    file = std::make_unique<DrmFile>(*device);
    EXPECT_EQ(file->vm()->vmid(), 2u) << "VMID 1 is still in use by the job";
    rings->end(kCompute0);
    file = std::make_unique<DrmFile>(*device);
    EXPECT_EQ(file->vm()->vmid(), 1u);
}

} // namespace
} // namespace wb::sim
