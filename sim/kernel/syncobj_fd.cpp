// SPDX-License-Identifier: MIT
// Sync objects and their fences as file descriptors.
#include "sim/kernel/ioctl.h"

#include <cerrno>

namespace wb::sim {

int ioctl_syncobj_handle_to_fd(DrmFile& file, drm_syncobj_handle& args) {
    if (args.pad || args.flags & ~uint32_t(DRM_SYNCOBJ_HANDLE_TO_FD_FLAGS_EXPORT_SYNC_FILE)) return -EINVAL;
    const auto syncobj = file.syncobj(args.handle);
    KernelDevice& device = file.device;
    int fd = -EINVAL;
    if (args.flags & DRM_SYNCOBJ_HANDLE_TO_FD_FLAGS_EXPORT_SYNC_FILE) {
        if (!syncobj) return -ENOENT;
        SyncHub::Lock lock = device.hub.lock();
        FencePtr fence;
        if (const int error = find_fence(device.hub, lock, syncobj, 0, 0, fence)) return error;
        fd = device.exported.export_fence(device.hub, lock, fence);
    } else if (syncobj) {
        fd = device.exported.export_syncobj(syncobj);
    }
    if (fd < 0) return fd;
    args.fd = fd;
    return 0;
}

int ioctl_syncobj_fd_to_handle(DrmFile& file, drm_syncobj_handle& args) {
    if (args.pad || args.flags & ~uint32_t(DRM_SYNCOBJ_FD_TO_HANDLE_FLAGS_IMPORT_SYNC_FILE)) return -EINVAL;
    KernelDevice& device = file.device;
    if (args.flags & DRM_SYNCOBJ_FD_TO_HANDLE_FLAGS_IMPORT_SYNC_FILE) {
        const FencePtr fence = device.exported.import_fence(args.fd);
        if (!fence) return -EINVAL;
        const auto syncobj = file.syncobj(args.handle);
        if (!syncobj) return -ENOENT;
        SyncHub::Lock lock = device.hub.lock();
        syncobj->fence = fence;
        device.hub.changed(lock);
        return 0;
    }
    const auto syncobj = device.exported.import_syncobj(args.fd);
    if (!syncobj) return -EINVAL;
    std::lock_guard guard(file.lock);
    args.handle = file.syncobjs.add(syncobj);
    return 0;
}

} // namespace wb::sim
