// SPDX-License-Identifier: MIT
// Ioctls that make and change sync objects. Meaning of each: drm_syncobj.c.
#include "sim/kernel/ioctl.h"

#include <cerrno>
#include <span>

namespace wb::sim {
namespace {

template <class T>
std::span<const T> user_array(uint64_t address, uint32_t count) {
    return {reinterpret_cast<const T*>(address), count};
}

/// All sync objects of an array of handles; -ENOENT when one does not exist, -EINVAL for none.
int find_all(DrmFile& file, uint64_t handles, uint32_t count, std::vector<std::shared_ptr<Syncobj>>& out) {
    if (!count) return -EINVAL;
    std::lock_guard guard(file.lock);
    for (uint32_t handle : user_array<uint32_t>(handles, count)) {
        out.push_back(file.syncobjs.find(handle));
        if (!out.back()) return -ENOENT;
    }
    return 0;
}

} // namespace

int ioctl_syncobj_create(DrmFile& file, drm_syncobj_create& args) {
    if (args.flags & ~uint32_t(DRM_SYNCOBJ_CREATE_SIGNALED)) return -EINVAL;
    auto syncobj = std::make_shared<Syncobj>();
    if (args.flags & DRM_SYNCOBJ_CREATE_SIGNALED) syncobj->fence = signalled_fence();
    std::lock_guard guard(file.lock);
    args.handle = file.syncobjs.add(std::move(syncobj));
    return 0;
}

int ioctl_syncobj_destroy(DrmFile& file, drm_syncobj_destroy& args) {
    if (args.pad) return -EINVAL;
    std::shared_ptr<Syncobj> removed;
    std::lock_guard guard(file.lock);
    removed = file.syncobjs.remove(args.handle);
    return removed ? 0 : -EINVAL;
}

int ioctl_syncobj_reset(DrmFile& file, drm_syncobj_array& args) {
    if (args.pad) return -EINVAL;
    std::vector<std::shared_ptr<Syncobj>> syncobjs;
    if (const int error = find_all(file, args.handles, args.count_handles, syncobjs)) return error;
    SyncHub::Lock lock = file.device.hub.lock();
    for (const auto& syncobj : syncobjs)
        syncobj->fence.reset();
    return 0;
}

int ioctl_syncobj_signal(DrmFile& file, drm_syncobj_array& args) {
    if (args.pad) return -EINVAL;
    std::vector<std::shared_ptr<Syncobj>> syncobjs;
    if (const int error = find_all(file, args.handles, args.count_handles, syncobjs)) return error;
    SyncHub::Lock lock = file.device.hub.lock();
    for (const auto& syncobj : syncobjs)
        syncobj->fence = signalled_fence();
    file.device.hub.changed(lock);
    return 0;
}

int ioctl_syncobj_timeline_signal(DrmFile& file, drm_syncobj_timeline_array& args) {
    if (args.flags) return -EINVAL;
    std::vector<std::shared_ptr<Syncobj>> syncobjs;
    if (const int error = find_all(file, args.handles, args.count_handles, syncobjs)) return error;
    SyncHub::Lock lock = file.device.hub.lock();
    for (size_t i = 0; i < syncobjs.size(); ++i)
        syncobjs[i]->add_point(signalled_fence(),
                               args.points ? user_array<uint64_t>(args.points, args.count_handles)[i] : 0);
    file.device.hub.changed(lock);
    return 0;
}

int ioctl_syncobj_query(DrmFile& file, drm_syncobj_timeline_array& args) {
    if (args.flags & ~uint32_t(DRM_SYNCOBJ_QUERY_FLAGS_LAST_SUBMITTED)) return -EINVAL;
    std::vector<std::shared_ptr<Syncobj>> syncobjs;
    if (const int error = find_all(file, args.handles, args.count_handles, syncobjs)) return error;
    auto* points = reinterpret_cast<uint64_t*>(args.points);
    SyncHub::Lock lock = file.device.hub.lock();
    for (size_t i = 0; i < syncobjs.size(); ++i)
        points[i] = syncobjs[i]->value(args.flags & DRM_SYNCOBJ_QUERY_FLAGS_LAST_SUBMITTED);
    return 0;
}

int ioctl_syncobj_transfer(DrmFile& file, drm_syncobj_transfer& args) {
    if (args.pad) return -EINVAL;
    const auto source = file.syncobj(args.src_handle), target = file.syncobj(args.dst_handle);
    if (!source || !target) return -ENOENT;
    SyncHub& hub = file.device.hub;
    SyncHub::Lock lock = hub.lock();
    FencePtr fence;
    if (const int error = find_fence(hub, lock, source, args.src_point, args.flags, fence)) return error;
    if (args.dst_point)
        target->add_point(fence, args.dst_point);
    else
        target->fence = fence;
    hub.changed(lock);
    return 0;
}

} // namespace wb::sim
