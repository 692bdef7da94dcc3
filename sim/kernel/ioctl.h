// SPDX-License-Identifier: MIT
// The table of ioctls and the handlers in it. A handler gets the kernel's copy of the argument, which is
// written back afterwards, and returns 0 (or a positive result) or -errno. Any thread.
#pragma once

#include "sim/kernel/device.h"

#include <libdrm/amdgpu_drm.h>
#include <libdrm/drm.h>

struct wavebreak_vm_op;

namespace wb::sim {

/// Runs one ioctl on the render node: looks it up, copies the argument in and out as drm_ioctl does (a
/// shorter argument is zero-extended, a longer one cut). An ioctl that is not in the table is -EINVAL and
/// said on stderr, once per number.
int drm_ioctl(DrmFile& file, unsigned long request, void* argument);

// DRM core: drm_core.cpp, prime.cpp.
int ioctl_version(DrmFile&, drm_version&);
int ioctl_get_unique(DrmFile&, drm_unique&);
int ioctl_get_cap(DrmFile&, drm_get_cap&);
int ioctl_set_client_cap(DrmFile&, drm_set_client_cap&);
int ioctl_gem_close(DrmFile&, drm_gem_close&);
int ioctl_prime_handle_to_fd(DrmFile&, drm_prime_handle&);
int ioctl_prime_fd_to_handle(DrmFile&, drm_prime_handle&);

// Sync objects: syncobj_ioctl.cpp, syncobj_wait.cpp, syncobj_fd.cpp.
int ioctl_syncobj_create(DrmFile&, drm_syncobj_create&);
int ioctl_syncobj_destroy(DrmFile&, drm_syncobj_destroy&);
int ioctl_syncobj_reset(DrmFile&, drm_syncobj_array&);
int ioctl_syncobj_signal(DrmFile&, drm_syncobj_array&);
int ioctl_syncobj_timeline_signal(DrmFile&, drm_syncobj_timeline_array&);
int ioctl_syncobj_query(DrmFile&, drm_syncobj_timeline_array&);
int ioctl_syncobj_transfer(DrmFile&, drm_syncobj_transfer&);
int ioctl_syncobj_wait(DrmFile&, drm_syncobj_wait&);
int ioctl_syncobj_timeline_wait(DrmFile&, drm_syncobj_timeline_wait&);
int ioctl_syncobj_eventfd(DrmFile&, drm_syncobj_eventfd&);
int ioctl_syncobj_handle_to_fd(DrmFile&, drm_syncobj_handle&);
int ioctl_syncobj_fd_to_handle(DrmFile&, drm_syncobj_handle&);

// Buffers: gem.cpp, gem_va.cpp, bo_list.cpp.
int ioctl_gem_create(DrmFile&, drm_amdgpu_gem_create&);
int ioctl_gem_userptr(DrmFile&, drm_amdgpu_gem_userptr&);
int ioctl_gem_mmap(DrmFile&, drm_amdgpu_gem_mmap&);
int ioctl_gem_metadata(DrmFile&, drm_amdgpu_gem_metadata&);
int ioctl_gem_op(DrmFile&, drm_amdgpu_gem_op&);
int ioctl_gem_wait_idle(DrmFile&, drm_amdgpu_gem_wait_idle&);
int ioctl_gem_va(DrmFile&, drm_amdgpu_gem_va&);
int ioctl_bo_list(DrmFile&, drm_amdgpu_bo_list&);

// Contexts and submissions: ctx.cpp, cs.cpp, cs_wait.cpp, vm_op.cpp.
int ioctl_ctx(DrmFile&, drm_amdgpu_ctx&);
int ioctl_sched(DrmFile&, drm_amdgpu_sched&);
int ioctl_cs(DrmFile&, drm_amdgpu_cs&);
int ioctl_wait_cs(DrmFile&, drm_amdgpu_wait_cs&);
int ioctl_wait_fences(DrmFile&, drm_amdgpu_wait_fences&);
int ioctl_fence_to_handle(DrmFile&, drm_amdgpu_fence_to_handle&);
int ioctl_vm(DrmFile&, wavebreak_vm_op&);

// Queries: info.cpp.
int ioctl_info(DrmFile&, drm_amdgpu_info&);

/// Timeouts of the amdgpu ioctls: unsigned absolute CLOCK_MONOTONIC nanoseconds; everything from 2^63 up
/// waits for ever.
int64_t deadline_from(uint64_t timeout_ns);
/// The buffers of a BO_LIST or of a BO_HANDLES chunk. -ENOENT for an unknown handle, -EINVAL for a bad size.
int read_bo_list(DrmFile& file, const drm_amdgpu_bo_list_in& in, BoList& out);
/// mmap of a GEM_MMAP offset. Address or -errno.
intptr_t drm_mmap(DrmFile& file, void* address, size_t length, int prot, int flags, int64_t offset);

} // namespace wb::sim
