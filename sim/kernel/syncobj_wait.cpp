// SPDX-License-Identifier: MIT
// Ioctls that wait for sync objects.
#include "sim/kernel/ioctl.h"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace wb::sim {
namespace {

constexpr uint32_t kNeverSubmittedIsFine =
    DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT | DRM_SYNCOBJ_WAIT_FLAGS_WAIT_AVAILABLE;

struct Entry {
    std::shared_ptr<Syncobj> syncobj;
    uint64_t point = 0;
    FencePtr fence{}; ///< Once seen it is kept: a later reset of the object does not matter.
    bool available = false;

    bool look() {
        if (available) return true;
        if (!syncobj->fence || !find_point(syncobj->fence, point, fence)) return false;
        return available = true;
    }
    bool ready(uint32_t flags) {
        if (!look()) return false;
        return (flags & DRM_SYNCOBJ_WAIT_FLAGS_WAIT_AVAILABLE) || !fence || fence->signalled();
    }
};

/// `points` null: binary. Writes `first` (the lowest index that is ready) when it returns 0.
int wait_for(DrmFile& file, uint64_t handles, const uint64_t* points, uint32_t count, uint32_t flags,
             int64_t deadline, uint32_t& first) {
    std::vector<Entry> entries(count);
    {
        std::lock_guard guard(file.lock);
        for (uint32_t i = 0; i < count; ++i) {
            entries[i].syncobj = file.syncobjs.find(reinterpret_cast<const uint32_t*>(handles)[i]);
            if (!entries[i].syncobj) return -ENOENT;
            entries[i].point = points ? points[i] : 0;
        }
    }
    SyncHub& hub = file.device.hub;
    SyncHub::Lock lock = hub.lock();
    if (!(flags & kNeverSubmittedIsFine))
        for (Entry& entry : entries)
            if (!entry.look()) return -EINVAL;

    const auto enough = [&] {
        uint32_t ready = 0;
        for (uint32_t i = count; i-- > 0;)
            if (entries[i].ready(flags)) {
                ++ready;
                first = i;
            }
        return flags & DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL ? ready == count : ready > 0;
    };
    return hub.wait(lock, deadline, enough) ? 0 : -ETIME;
}

} // namespace

int ioctl_syncobj_wait(DrmFile& file, drm_syncobj_wait& args) {
    constexpr uint32_t kFlags = DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL | DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT |
                                DRM_SYNCOBJ_WAIT_FLAGS_WAIT_DEADLINE;
    if (args.flags & ~kFlags) return -EINVAL;
    if (!args.count_handles) return 0;
    return wait_for(file, args.handles, nullptr, args.count_handles, args.flags, args.timeout_nsec,
                    args.first_signaled);
}

int ioctl_syncobj_timeline_wait(DrmFile& file, drm_syncobj_timeline_wait& args) {
    constexpr uint32_t kFlags = DRM_SYNCOBJ_WAIT_FLAGS_WAIT_ALL | DRM_SYNCOBJ_WAIT_FLAGS_WAIT_FOR_SUBMIT |
                                DRM_SYNCOBJ_WAIT_FLAGS_WAIT_AVAILABLE | DRM_SYNCOBJ_WAIT_FLAGS_WAIT_DEADLINE;
    if (args.flags & ~kFlags) return -EINVAL;
    if (!args.count_handles) return 0;
    return wait_for(file, args.handles, reinterpret_cast<const uint64_t*>(args.points), args.count_handles,
                    args.flags, args.timeout_nsec, args.first_signaled);
}

int ioctl_syncobj_eventfd(DrmFile& file, drm_syncobj_eventfd& args) {
    if (args.flags & ~uint32_t(DRM_SYNCOBJ_WAIT_FLAGS_WAIT_AVAILABLE) || args.pad) return -EINVAL;
    const auto syncobj = file.syncobj(args.handle);
    if (!syncobj) return -ENOENT;
    // The program may close its fd before the event.
    const int fd = fcntl(args.fd, F_DUPFD_CLOEXEC, 0);
    if (fd < 0) return -EBADF;
    const auto entry = std::make_shared<Entry>(Entry{syncobj, args.point});
    const uint32_t flags = args.flags;
    SyncHub::Lock lock = file.device.hub.lock();
    file.device.hub.watch(lock, [entry, flags, fd] {
        if (!entry->ready(flags)) return false;
        const uint64_t one = 1;
        (void)!write(fd, &one, sizeof one);
        close(fd);
        return true;
    });
    return 0;
}

} // namespace wb::sim
