// SPDX-License-Identifier: MIT
// Waiting for submissions by sequence number.
#include "sim/kernel/ioctl.h"

#include <cerrno>
#include <fcntl.h>
#include <span>

namespace wb::sim {
namespace {

/// The fence of (context, ring, sequence); null when it is long signalled.
int find(DrmFile& file, const drm_amdgpu_fence& in, FencePtr& fence) {
    const std::shared_ptr<Context> context = file.context(in.ctx_id);
    RingId ring;
    if (!context || !ring_from(in.ip_type, in.ip_instance, in.ring, ring)) return -EINVAL;
    SyncHub::Lock lock = file.device.hub.lock();
    return context->find(ring, in.seq_no, fence) ? 0 : -EINVAL;
}

} // namespace

int ioctl_wait_cs(DrmFile& file, drm_amdgpu_wait_cs& args) {
    const drm_amdgpu_wait_cs_in in = args.in;
    FencePtr fence;
    if (const int error = find(file, {in.ctx_id, in.ip_type, in.ip_instance, in.ring, in.handle}, fence))
        return error;
    args.out.status = 0;
    if (!fence) return 0;
    SyncHub::Lock lock = file.device.hub.lock();
    const bool done =
        file.device.hub.wait(lock, deadline_from(in.timeout), [&] { return fence->signalled(); });
    if (done && fence->error) return fence->error;
    args.out.status = done ? 0 : 1;
    return 0;
}

int ioctl_wait_fences(DrmFile& file, drm_amdgpu_wait_fences& args) {
    const drm_amdgpu_wait_fences_in in = args.in;
    if (!in.fence_count) return -EINVAL;
    std::vector<FencePtr> fences(in.fence_count);
    const std::span wanted(reinterpret_cast<const drm_amdgpu_fence*>(in.fences), in.fence_count);
    for (uint32_t i = 0; i < in.fence_count; ++i)
        if (const int error = find(file, wanted[i], fences[i])) return error;

    uint32_t first = ~0u;
    const auto enough = [&] {
        uint32_t ready = 0;
        for (uint32_t i = in.fence_count; i-- > 0;)
            if (!fences[i] || fences[i]->signalled()) {
                ++ready;
                first = i;
            }
        return in.wait_all ? ready == in.fence_count : ready > 0;
    };
    SyncHub::Lock lock = file.device.hub.lock();
    const bool done = file.device.hub.wait(lock, deadline_from(in.timeout_ns), enough);
    if (done)
        for (const FencePtr& fence : fences)
            if (fence && fence->signalled() && fence->error) return fence->error;
    args.out = {done ? 1u : 0u, in.wait_all ? 0 : first};
    return 0;
}

int ioctl_fence_to_handle(DrmFile& file, drm_amdgpu_fence_to_handle& args) {
    const auto in = args.in;
    FencePtr fence;
    if (const int error = find(file, in.fence, fence)) return error;
    if (!fence) fence = signalled_fence();
    KernelDevice& device = file.device;
    if (in.what == AMDGPU_FENCE_TO_HANDLE_GET_SYNC_FILE_FD) {
        SyncHub::Lock lock = device.hub.lock();
        const int fd = device.exported.export_fence(device.hub, lock, fence);
        if (fd < 0) return fd;
        args.out.handle = uint32_t(fd);
        return 0;
    }
    auto syncobj = std::make_shared<Syncobj>();
    syncobj->fence = fence;
    if (in.what == AMDGPU_FENCE_TO_HANDLE_GET_SYNCOBJ) {
        std::lock_guard guard(file.lock);
        args.out.handle = file.syncobjs.add(std::move(syncobj));
        return 0;
    }
    if (in.what != AMDGPU_FENCE_TO_HANDLE_GET_SYNCOBJ_FD) return -EINVAL;
    const int fd = device.exported.export_syncobj(syncobj);
    if (fd < 0) return fd;
    args.out.handle = uint32_t(fd);
    return 0;
}

} // namespace wb::sim
