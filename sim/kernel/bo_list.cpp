// SPDX-License-Identifier: MIT
// Buffer lists.
#include "sim/kernel/ioctl.h"

#include <cerrno>
#include <cstring>

namespace wb::sim {

int read_bo_list(DrmFile& file, const drm_amdgpu_bo_list_in& in, BoList& out) {
    constexpr uint32_t kMostEntries = 128 * 1024; // AMDGPU_BO_LIST_MAX_ENTRIES
    if (in.bo_number > kMostEntries || (in.bo_number && in.bo_info_size < sizeof(uint32_t))) return -EINVAL;
    const auto* entries = reinterpret_cast<const uint8_t*>(in.bo_info_ptr);
    out.reserve(in.bo_number);
    std::lock_guard guard(file.lock);
    for (uint32_t i = 0; i < in.bo_number; ++i) {
        uint32_t handle;
        std::memcpy(&handle, entries + size_t(i) * in.bo_info_size, sizeof handle);
        out.push_back(file.bos.find(handle));
        if (!out.back()) return -ENOENT;
    }
    return 0;
}

int ioctl_bo_list(DrmFile& file, drm_amdgpu_bo_list& args) {
    const drm_amdgpu_bo_list_in in = args.in;
    if (in.operation == AMDGPU_BO_LIST_OP_DESTROY) {
        std::lock_guard guard(file.lock);
        file.bo_lists.remove(in.list_handle);
        args.out.list_handle = 0;
        return 0;
    }
    auto list = std::make_shared<BoList>();
    if (const int error = read_bo_list(file, in, *list)) return error;
    std::lock_guard guard(file.lock);
    switch (in.operation) {
    case AMDGPU_BO_LIST_OP_CREATE:
        args.out.list_handle = file.bo_lists.add(std::move(list));
        return 0;
    case AMDGPU_BO_LIST_OP_UPDATE: {
        const auto existing = file.bo_lists.find(in.list_handle);
        if (!existing) return -ENOENT;
        *existing = std::move(*list);
        args.out.list_handle = in.list_handle;
        return 0;
    }
    default:
        return -EINVAL;
    }
}

} // namespace wb::sim
