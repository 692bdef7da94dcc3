// SPDX-License-Identifier: MIT
#include "sim/kernel/drm_file.h"

#include "sim/kernel/device.h"
#include "sim/trace.h"

namespace wb::sim {

std::shared_ptr<Bo> DrmFile::bo(uint32_t handle) {
    std::lock_guard guard(lock);
    return bos.find(handle);
}

std::shared_ptr<Syncobj> DrmFile::syncobj(uint32_t handle) {
    std::lock_guard guard(lock);
    return syncobjs.find(handle);
}

std::shared_ptr<Context> DrmFile::context(uint32_t id) {
    std::lock_guard guard(lock);
    return contexts.find(id);
}

std::shared_ptr<AddressSpace> DrmFile::vm() {
    std::lock_guard guard(vm_lock_);
    if (!vm_) {
        Result<std::shared_ptr<AddressSpace>> made = device.make_address_space();
        if (made)
            vm_ = *made;
        else
            trace::loud("%s", made.error().message.c_str());
    }
    return vm_;
}

} // namespace wb::sim
