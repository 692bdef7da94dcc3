// SPDX-License-Identifier: MIT
// Ioctls of the DRM core that every driver has.
#include "sim/kernel/device_facts.h"
#include "sim/kernel/ioctl.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace wb::sim {
namespace {

/// Copies a string as drm_copy_field does: as much as fits, and the whole length is reported.
void copy_field(char* to, size_t& length, const char* from) {
    const size_t whole = std::strlen(from);
    if (to) std::memcpy(to, from, std::min(length, whole));
    length = whole;
}

} // namespace

int ioctl_version(DrmFile&, drm_version& version) {
    version.version_major = facts::kDrmMajor;
    version.version_minor = facts::kDrmMinor;
    version.version_patchlevel = facts::kDrmPatch;
    copy_field(version.name, version.name_len, facts::kDriverName);
    copy_field(version.date, version.date_len, facts::kDriverDate);
    copy_field(version.desc, version.desc_len, facts::kDriverDescription);
    return 0;
}

int ioctl_get_unique(DrmFile&, drm_unique& unique) {
    size_t length = unique.unique_len;
    copy_field(unique.unique, length, facts::kBusId);
    unique.unique_len = length;
    return 0;
}

int ioctl_get_cap(DrmFile&, drm_get_cap& cap) {
    switch (cap.capability) {
    case DRM_CAP_TIMESTAMP_MONOTONIC:
    case DRM_CAP_SYNCOBJ:
    case DRM_CAP_SYNCOBJ_TIMELINE:
        cap.value = 1;
        return 0;
    case DRM_CAP_PRIME:
        cap.value = DRM_PRIME_CAP_IMPORT | DRM_PRIME_CAP_EXPORT;
        return 0;
    default:
        // All others are of mode setting, which a render node of a device without displays does not have.
        return -EOPNOTSUPP;
    }
}

int ioctl_set_client_cap(DrmFile&, drm_set_client_cap&) {
    return -EOPNOTSUPP; // Client capabilities are of mode setting only.
}

int ioctl_gem_close(DrmFile& file, drm_gem_close& close) {
    std::shared_ptr<Bo> bo;
    {
        std::lock_guard guard(file.lock);
        bo = file.bos.remove(close.handle);
    }
    if (!bo) return -EINVAL;
    // amdgpu_gem_object_close: a file's mappings of a buffer go with its handle.
    if (const auto vm = file.vm()) vm->remove_all(bo.get());
    bo->give_back();
    return 0;
}

} // namespace wb::sim
