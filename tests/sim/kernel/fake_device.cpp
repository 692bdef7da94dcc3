// SPDX-License-Identifier: MIT
#include "tests/sim/kernel/fake_device.h"

#include <algorithm>
#include <cerrno>

namespace wb::sim {

void FakeRings::submit(Job job) {
    std::lock_guard guard(lock_);
    jobs_[ring_index(job.ring)].push_back(std::move(job));
    ++submitted_;
    changed_.notify_all();
}

void FakeRings::kill(RingId ring, uint64_t job_id) {
    Job job;
    {
        std::lock_guard guard(lock_);
        killed_.push_back(job_id);
        auto& queue = jobs_[ring_index(ring)];
        const auto it =
            std::find_if(queue.begin(), queue.end(), [&](const Job& j) { return j.id == job_id; });
        if (it == queue.end()) return;
        job = std::move(*it);
        queue.erase(it);
    }
    job.ended(JobEnd::Killed);
}

void FakeRings::wait_submitted(size_t count) {
    std::unique_lock lock(lock_);
    changed_.wait(lock, [&] { return submitted_ >= count; });
}

size_t FakeRings::submitted() {
    std::lock_guard guard(lock_);
    return submitted_;
}

void FakeRings::start(RingId ring) {
    std::function<void()> started;
    {
        std::lock_guard guard(lock_);
        started = jobs_[ring_index(ring)].front().started;
    }
    started();
}

void FakeRings::end(RingId ring, JobEnd how) {
    Job job;
    {
        std::lock_guard guard(lock_);
        auto& queue = jobs_[ring_index(ring)];
        ASSERT_FALSE(queue.empty()) << "no job to end";
        job = std::move(queue.front());
        queue.pop_front();
    }
    job.ended(how);
}

size_t FakeRings::waiting(RingId ring) {
    std::lock_guard guard(lock_);
    return jobs_[ring_index(ring)].size();
}

std::vector<uint64_t> FakeRings::killed() {
    std::lock_guard guard(lock_);
    return killed_;
}

Result<uint32_t> FakeRegisters::read_register(const RegisterSelect& select, uint64_t offset) {
    if (offset != 0x2000) return fail("no such register", -EINVAL);
    return values_[select.vmid];
}

Status FakeRegisters::write_register(const RegisterSelect& select, uint64_t offset, uint32_t value) {
    if (offset != 0x2000) return fail("no such register", -EINVAL);
    values_[select.vmid] = value;
    return {};
}

KernelTest::KernelTest() {
    auto made = std::make_unique<FakeRings>();
    rings = made.get();
    device->connect({std::move(made), std::make_unique<FakeRegisters>()});
    file = std::make_unique<DrmFile>(*device);
}

KernelTest::~KernelTest() {
    file.reset();
    device.reset();
}

uint32_t KernelTest::syncobj(uint32_t flags) {
    drm_syncobj_create args{0, flags};
    EXPECT_EQ(call(DRM_IOCTL_SYNCOBJ_CREATE, args), 0);
    return args.handle;
}

uint32_t KernelTest::bo(uint64_t size, uint64_t flags, uint32_t domain) {
    drm_amdgpu_gem_create args{};
    args.in = {size, 0, domain, flags};
    EXPECT_EQ(call(DRM_IOCTL_AMDGPU_GEM_CREATE, args), 0);
    return args.out.handle;
}

int KernelTest::va(uint32_t operation, uint32_t handle, uint64_t address, uint64_t size, uint64_t offset,
                   uint32_t flags) {
    drm_amdgpu_gem_va args{handle, 0, operation, flags, address, offset, size};
    return call(DRM_IOCTL_AMDGPU_GEM_VA, args);
}

uint32_t KernelTest::context() {
    drm_amdgpu_ctx args{};
    args.in.op = AMDGPU_CTX_OP_ALLOC_CTX;
    EXPECT_EQ(call(DRM_IOCTL_AMDGPU_CTX, args), 0);
    return args.out.alloc.ctx_id;
}

int KernelTest::submit(uint32_t context, unsigned ring, std::vector<Point> waits, std::vector<Point> signals,
                       uint64_t& sequence, uint32_t fence_bo, uint32_t wait_flags) {
    drm_amdgpu_cs_chunk_ib ib{0, 0, kVa, 64, AMDGPU_HW_IP_COMPUTE, 0, ring};
    drm_amdgpu_cs_chunk_fence fence{fence_bo, 64};
    std::vector<drm_amdgpu_cs_chunk_syncobj> in, out;
    for (const Point& point : waits)
        in.push_back({point.handle, wait_flags, point.point});
    for (const Point& point : signals)
        out.push_back({point.handle, 0, point.point});

    std::vector<drm_amdgpu_cs_chunk> chunks;
    const auto add = [&](uint32_t id, size_t bytes, const void* data) {
        chunks.push_back({id, uint32_t(bytes / 4), uint64_t(data)});
    };
    add(AMDGPU_CHUNK_ID_IB, sizeof ib, &ib);
    if (fence_bo) add(AMDGPU_CHUNK_ID_FENCE, sizeof fence, &fence);
    if (!in.empty()) add(AMDGPU_CHUNK_ID_SYNCOBJ_TIMELINE_WAIT, in.size() * sizeof in[0], in.data());
    if (!out.empty()) add(AMDGPU_CHUNK_ID_SYNCOBJ_TIMELINE_SIGNAL, out.size() * sizeof out[0], out.data());
    std::vector<uint64_t> pointers;
    for (const auto& chunk : chunks)
        pointers.push_back(uint64_t(&chunk));

    drm_amdgpu_cs args{};
    args.in = {context, 0, uint32_t(chunks.size()), 0, uint64_t(pointers.data())};
    const int result = call(DRM_IOCTL_AMDGPU_CS, args);
    sequence = args.out.handle;
    return result;
}

int KernelTest::wait(std::vector<uint32_t> handles, std::vector<uint64_t> points, uint32_t flags,
                     int64_t timeout, uint32_t* first) {
    int result = 0;
    uint32_t index = ~0u;
    if (points.empty()) {
        drm_syncobj_wait args{uint64_t(handles.data()), timeout, uint32_t(handles.size()), flags, ~0u, 0, 0};
        result = call(DRM_IOCTL_SYNCOBJ_WAIT, args);
        index = args.first_signaled;
    } else {
        drm_syncobj_timeline_wait args{uint64_t(handles.data()),
                                       uint64_t(points.data()),
                                       timeout,
                                       uint32_t(handles.size()),
                                       flags,
                                       ~0u,
                                       0,
                                       0};
        result = call(DRM_IOCTL_SYNCOBJ_TIMELINE_WAIT, args);
        index = args.first_signaled;
    }
    if (first) *first = index;
    return result;
}

uint64_t KernelTest::query(uint32_t handle, uint32_t flags) {
    uint64_t point = ~0ull;
    drm_syncobj_timeline_array args{uint64_t(&handle), uint64_t(&point), 1, flags};
    EXPECT_EQ(call(DRM_IOCTL_SYNCOBJ_QUERY, args), 0);
    return point;
}

int KernelTest::timeline_signal(uint32_t handle, uint64_t point) {
    drm_syncobj_timeline_array args{uint64_t(&handle), uint64_t(&point), 1, 0};
    return call(DRM_IOCTL_SYNCOBJ_TIMELINE_SIGNAL, args);
}

} // namespace wb::sim
