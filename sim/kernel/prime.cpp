// SPDX-License-Identifier: MIT
// PRIME: buffers as file descriptors.
#include "sim/kernel/ioctl.h"

#include <cerrno>
#include <fcntl.h>

namespace wb::sim {

int ioctl_prime_handle_to_fd(DrmFile& file, drm_prime_handle& args) {
    if (args.flags & ~uint32_t(DRM_CLOEXEC | DRM_RDWR)) return -EINVAL;
    const std::shared_ptr<Bo> bo = file.bo(args.handle);
    if (!bo) return -ENOENT;
    // As amdgpu: memory of the program and buffers tied to one VM cannot be shared.
    if (bo->traits.userptr || bo->traits.flags & AMDGPU_GEM_CREATE_VM_ALWAYS_VALID) return -EPERM;
    const int fd = file.device.exported.export_bo(bo);
    if (fd < 0) return fd;
    if (!(args.flags & DRM_CLOEXEC)) fcntl(fd, F_SETFD, 0);
    args.fd = fd;
    return 0;
}

int ioctl_prime_fd_to_handle(DrmFile& file, drm_prime_handle& args) {
    const std::shared_ptr<Bo> bo = file.device.exported.import_bo(args.fd);
    if (!bo) return -EINVAL;
    std::lock_guard guard(file.lock);
    // One handle per buffer and file, also when it is imported twice.
    args.handle = file.bos.handle_of(bo.get());
    if (!args.handle) args.handle = file.bos.add(bo);
    return 0;
}

} // namespace wb::sim
