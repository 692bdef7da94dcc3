// SPDX-License-Identifier: MIT
#include "sim/include/wavebreak/sim_vm_op.h"
#include "sim/kernel/ioctl.h"
#include "sim/trace.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <linux/ioctl.h>

namespace wb::sim {
namespace {

struct Row {
    uint8_t number;
    const char* name;
    uint16_t size;
    int (*handler)(DrmFile&, void*);
};

template <class T, int (*F)(DrmFile&, T&)>
int call(DrmFile& file, void* argument) {
    return F(file, *static_cast<T*>(argument));
}

template <class T, int (*F)(DrmFile&, T&)>
constexpr Row row(unsigned number, const char* name) {
    return {uint8_t(number), name, sizeof(T), call<T, F>};
}

constexpr unsigned kAmdgpu = DRM_COMMAND_BASE;

// By number.
constexpr Row kTable[] = {
    row<drm_version, ioctl_version>(0x00, "VERSION"),
    row<drm_unique, ioctl_get_unique>(0x01, "GET_UNIQUE"),
    row<drm_gem_close, ioctl_gem_close>(0x09, "GEM_CLOSE"),
    row<drm_get_cap, ioctl_get_cap>(0x0c, "GET_CAP"),
    row<drm_set_client_cap, ioctl_set_client_cap>(0x0d, "SET_CLIENT_CAP"),
    row<drm_prime_handle, ioctl_prime_handle_to_fd>(0x2d, "PRIME_HANDLE_TO_FD"),
    row<drm_prime_handle, ioctl_prime_fd_to_handle>(0x2e, "PRIME_FD_TO_HANDLE"),
    row<drm_amdgpu_gem_create, ioctl_gem_create>(kAmdgpu + DRM_AMDGPU_GEM_CREATE, "GEM_CREATE"),
    row<drm_amdgpu_gem_mmap, ioctl_gem_mmap>(kAmdgpu + DRM_AMDGPU_GEM_MMAP, "GEM_MMAP"),
    row<drm_amdgpu_ctx, ioctl_ctx>(kAmdgpu + DRM_AMDGPU_CTX, "CTX"),
    row<drm_amdgpu_bo_list, ioctl_bo_list>(kAmdgpu + DRM_AMDGPU_BO_LIST, "BO_LIST"),
    row<drm_amdgpu_cs, ioctl_cs>(kAmdgpu + DRM_AMDGPU_CS, "CS"),
    row<drm_amdgpu_info, ioctl_info>(kAmdgpu + DRM_AMDGPU_INFO, "INFO"),
    row<drm_amdgpu_gem_metadata, ioctl_gem_metadata>(kAmdgpu + DRM_AMDGPU_GEM_METADATA, "GEM_METADATA"),
    row<drm_amdgpu_gem_wait_idle, ioctl_gem_wait_idle>(kAmdgpu + DRM_AMDGPU_GEM_WAIT_IDLE, "GEM_WAIT_IDLE"),
    row<drm_amdgpu_gem_va, ioctl_gem_va>(kAmdgpu + DRM_AMDGPU_GEM_VA, "GEM_VA"),
    row<drm_amdgpu_wait_cs, ioctl_wait_cs>(kAmdgpu + DRM_AMDGPU_WAIT_CS, "WAIT_CS"),
    row<drm_amdgpu_gem_op, ioctl_gem_op>(kAmdgpu + DRM_AMDGPU_GEM_OP, "GEM_OP"),
    row<drm_amdgpu_gem_userptr, ioctl_gem_userptr>(kAmdgpu + DRM_AMDGPU_GEM_USERPTR, "GEM_USERPTR"),
    row<drm_amdgpu_wait_fences, ioctl_wait_fences>(kAmdgpu + DRM_AMDGPU_WAIT_FENCES, "WAIT_FENCES"),
    row<wavebreak_vm_op, ioctl_vm>(kAmdgpu + DRM_AMDGPU_VM, "VM"),
    row<drm_amdgpu_fence_to_handle, ioctl_fence_to_handle>(kAmdgpu + DRM_AMDGPU_FENCE_TO_HANDLE,
                                                           "FENCE_TO_HANDLE"),
    row<drm_amdgpu_sched, ioctl_sched>(kAmdgpu + DRM_AMDGPU_SCHED, "SCHED"),
    row<drm_syncobj_create, ioctl_syncobj_create>(0xbf, "SYNCOBJ_CREATE"),
    row<drm_syncobj_destroy, ioctl_syncobj_destroy>(0xc0, "SYNCOBJ_DESTROY"),
    row<drm_syncobj_handle, ioctl_syncobj_handle_to_fd>(0xc1, "SYNCOBJ_HANDLE_TO_FD"),
    row<drm_syncobj_handle, ioctl_syncobj_fd_to_handle>(0xc2, "SYNCOBJ_FD_TO_HANDLE"),
    row<drm_syncobj_wait, ioctl_syncobj_wait>(0xc3, "SYNCOBJ_WAIT"),
    row<drm_syncobj_array, ioctl_syncobj_reset>(0xc4, "SYNCOBJ_RESET"),
    row<drm_syncobj_array, ioctl_syncobj_signal>(0xc5, "SYNCOBJ_SIGNAL"),
    row<drm_syncobj_timeline_wait, ioctl_syncobj_timeline_wait>(0xca, "SYNCOBJ_TIMELINE_WAIT"),
    row<drm_syncobj_timeline_array, ioctl_syncobj_query>(0xcb, "SYNCOBJ_QUERY"),
    row<drm_syncobj_transfer, ioctl_syncobj_transfer>(0xcc, "SYNCOBJ_TRANSFER"),
    row<drm_syncobj_timeline_array, ioctl_syncobj_timeline_signal>(0xcd, "SYNCOBJ_TIMELINE_SIGNAL"),
    row<drm_syncobj_eventfd, ioctl_syncobj_eventfd>(0xcf, "SYNCOBJ_EVENTFD"),
};

constexpr size_t kLargest =
    std::max_element(std::begin(kTable), std::end(kTable), [](const Row& a, const Row& b) {
        return a.size < b.size;
    })->size;

const Row* find(unsigned number) {
    for (const Row& row : kTable)
        if (row.number == number) return &row;
    return nullptr;
}

int unknown(unsigned number, unsigned long request) {
    static std::atomic<bool> said[256];
    if (!said[number].exchange(true))
        trace::loud("ioctl 0x%lx (number 0x%02x) on the render node is not modelled: -EINVAL", request,
                    number);
    return -EINVAL;
}

} // namespace

int drm_ioctl(DrmFile& file, unsigned long request, void* argument) {
    if (_IOC_TYPE(request) != DRM_IOCTL_BASE) return -ENOTTY;
    const unsigned number = _IOC_NR(request);
    const Row* row = find(number);
    if (!row) return unknown(number, request);

    alignas(16) uint8_t data[kLargest] = {};
    const size_t size = std::min<size_t>(_IOC_SIZE(request), row->size);
    if ((_IOC_DIR(request) & _IOC_WRITE) && size) std::memcpy(data, argument, size);
    const int result = row->handler(file, data);
    if ((_IOC_DIR(request) & _IOC_READ) && size) std::memcpy(argument, data, size);
    if (trace::on(trace::kIoctl)) trace::log(trace::kIoctl, "%s = %d", row->name, result);
    return result;
}

} // namespace wb::sim
