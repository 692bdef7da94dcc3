// SPDX-License-Identifier: MIT
// Ioctls that make buffers and ask about them. Meaning of each: amdgpu_gem.c.
#include "sim/kernel/device_facts.h"
#include "sim/kernel/ioctl.h"
#include "sim/trace.h"

#include <cerrno>
#include <cinttypes>
#include <cstring>
#include <limits>
#include <sys/mman.h>

namespace wb::sim {
namespace {

constexpr uint64_t kCreateFlags =
    AMDGPU_GEM_CREATE_CPU_ACCESS_REQUIRED | AMDGPU_GEM_CREATE_NO_CPU_ACCESS | AMDGPU_GEM_CREATE_CPU_GTT_USWC |
    AMDGPU_GEM_CREATE_VRAM_CLEARED | AMDGPU_GEM_CREATE_VM_ALWAYS_VALID | AMDGPU_GEM_CREATE_EXPLICIT_SYNC |
    AMDGPU_GEM_CREATE_ENCRYPTED | AMDGPU_GEM_CREATE_DISCARDABLE | AMDGPU_GEM_CREATE_COHERENT |
    AMDGPU_GEM_CREATE_UNCACHED | AMDGPU_GEM_CREATE_EXT_COHERENT | AMDGPU_GEM_CREATE_VRAM_WIPE_ON_RELEASE |
    AMDGPU_GEM_CREATE_VRAM_CONTIGUOUS;
constexpr uint32_t kOnChipDomains = AMDGPU_GEM_DOMAIN_GDS | AMDGPU_GEM_DOMAIN_GWS | AMDGPU_GEM_DOMAIN_OA;

int add_handle(DrmFile& file, const std::shared_ptr<Bo>& bo) {
    std::lock_guard guard(file.lock);
    return int(file.bos.add(bo));
}

/// True when no job uses the buffer. Hub locked.
bool idle(DrmFile& file, Bo& bo) {
    std::erase_if(bo.uses, [](const Bo::Use& use) { return use.fence->signalled(); });
    if (!bo.uses.empty()) return false;
    if (!(bo.traits.flags & AMDGPU_GEM_CREATE_VM_ALWAYS_VALID)) return true;
    // Shares its reservation with the VM: busy while any job of the VM is.
    const auto vm = file.vm();
    std::erase_if(vm->jobs, [](const FencePtr& fence) { return fence->signalled(); });
    return vm->jobs.empty();
}

} // namespace

int64_t deadline_from(uint64_t timeout_ns) {
    return timeout_ns >> 63 ? std::numeric_limits<int64_t>::max() : int64_t(timeout_ns);
}

int ioctl_gem_create(DrmFile& file, drm_amdgpu_gem_create& args) {
    const drm_amdgpu_gem_create_in in = args.in;
    if (in.domain_flags & ~kCreateFlags) return -EINVAL;
    if (!in.domains || in.domains & ~uint64_t(AMDGPU_GEM_DOMAIN_MASK)) return -EINVAL;
    if (in.domain_flags & AMDGPU_GEM_CREATE_ENCRYPTED) return -EINVAL; // The device reports no TMZ.
    if (in.domains & (kOnChipDomains | AMDGPU_GEM_DOMAIN_DOORBELL)) {
        trace::loud("GEM_CREATE in domain 0x%" PRIx64 ": GDS, GWS, OA and doorbells are not modelled",
                    uint64_t(in.domains));
        return -EINVAL;
    }
    if (!in.bo_size) return -EINVAL;
    const uint64_t heap = in.domains & AMDGPU_GEM_DOMAIN_VRAM ? facts::kVramSize : facts::kGttSize;
    if (in.bo_size > heap) return -ENOMEM;
    // A VM_ALWAYS_VALID buffer lives in the file's VM, which must exist by then.
    if (in.domain_flags & AMDGPU_GEM_CREATE_VM_ALWAYS_VALID && !file.vm()) return -ENOMEM;
    Result<std::shared_ptr<Bo>> bo =
        Bo::create({in.bo_size, in.alignment, uint32_t(in.domains), in.domain_flags, 0});
    if (!bo) {
        trace::loud("%s", bo.error().message.c_str());
        return bo.error().code;
    }
    args.out = {uint32_t(add_handle(file, *bo)), 0};
    return 0;
}

int ioctl_gem_userptr(DrmFile& file, drm_amdgpu_gem_userptr& args) {
    constexpr uint32_t kFlags = AMDGPU_GEM_USERPTR_READONLY | AMDGPU_GEM_USERPTR_ANONONLY |
                                AMDGPU_GEM_USERPTR_VALIDATE | AMDGPU_GEM_USERPTR_REGISTER;
    if ((args.addr | args.size) % kGpuPageSize || !args.size) return -EINVAL;
    if (args.flags & ~kFlags) return -EINVAL;
    if (!(args.flags & AMDGPU_GEM_USERPTR_READONLY) && !(args.flags & AMDGPU_GEM_USERPTR_REGISTER))
        return -EACCES;
    Result<std::shared_ptr<Bo>> bo = Bo::from_program_memory(
        {args.size, 0, AMDGPU_GEM_DOMAIN_GTT, 0, args.addr}, !(args.flags & AMDGPU_GEM_USERPTR_READONLY));
    if (!bo) {
        if (trace::on(trace::kMemory))
            trace::log(trace::kMemory, "GEM_USERPTR: %s", bo.error().message.c_str());
        return bo.error().code;
    }
    args.handle = uint32_t(add_handle(file, *bo));
    return 0;
}

// The fake offset names the handle; drm_mmap takes it apart again.
int ioctl_gem_mmap(DrmFile& file, drm_amdgpu_gem_mmap& args) {
    const uint32_t handle = args.in.handle;
    const std::shared_ptr<Bo> bo = file.bo(handle);
    if (!bo) return -ENOENT;
    if (bo->traits.userptr || bo->traits.flags & AMDGPU_GEM_CREATE_NO_CPU_ACCESS) return -EPERM;
    args.out.addr_ptr = uint64_t(handle) << 32;
    return 0;
}

intptr_t drm_mmap(DrmFile& file, void* address, size_t length, int prot, int flags, int64_t offset) {
    const std::shared_ptr<Bo> bo = file.bo(uint32_t(uint64_t(offset) >> 32));
    const uint64_t start = uint32_t(offset);
    if (!bo || start > bo->traits.size || length > bo->traits.size - start) return -EINVAL;
    if (bo->traits.userptr || bo->traits.flags & AMDGPU_GEM_CREATE_NO_CPU_ACCESS) return -EPERM;
    void* mapped = mmap(address, length, prot, flags, bo->fd(), off_t(start));
    return mapped == MAP_FAILED ? -errno : intptr_t(mapped);
}

int ioctl_gem_metadata(DrmFile& file, drm_amdgpu_gem_metadata& args) {
    const std::shared_ptr<Bo> bo = file.bo(args.handle);
    if (!bo) return -ENOENT;
    std::lock_guard guard(bo->metadata_lock);
    switch (args.op) {
    case AMDGPU_GEM_METADATA_OP_GET_METADATA:
        args.data.flags = bo->metadata.flags;
        args.data.tiling_info = bo->metadata.tiling_info;
        args.data.data_size_bytes = bo->metadata.size;
        std::memcpy(args.data.data, bo->metadata.data.data(), bo->metadata.size);
        return 0;
    case AMDGPU_GEM_METADATA_OP_SET_METADATA:
        if (args.data.data_size_bytes > sizeof args.data.data) return -EINVAL;
        bo->metadata.flags = args.data.flags;
        bo->metadata.tiling_info = args.data.tiling_info;
        bo->metadata.size = args.data.data_size_bytes;
        std::memcpy(bo->metadata.data.data(), args.data.data, args.data.data_size_bytes);
        return 0;
    default:
        return -EINVAL;
    }
}

int ioctl_gem_op(DrmFile& file, drm_amdgpu_gem_op& args) {
    const std::shared_ptr<Bo> bo = file.bo(args.handle);
    if (!bo) return -ENOENT;
    switch (args.op) {
    case AMDGPU_GEM_OP_GET_GEM_CREATE_INFO: {
        const drm_amdgpu_gem_create_in info{bo->traits.size, bo->traits.alignment, bo->traits.domains,
                                            bo->traits.flags};
        std::memcpy(reinterpret_cast<void*>(args.value), &info, sizeof info);
        return 0;
    }
    case AMDGPU_GEM_OP_SET_PLACEMENT:
        return bo->traits.userptr ? -EPERM : 0; // Where memory is makes no difference here.
    default:
        return -EINVAL;
    }
}

int ioctl_gem_wait_idle(DrmFile& file, drm_amdgpu_gem_wait_idle& args) {
    const uint32_t handle = args.in.handle;
    const int64_t deadline = deadline_from(args.in.timeout);
    const std::shared_ptr<Bo> bo = file.bo(handle);
    if (!bo) return -ENOENT;
    SyncHub::Lock lock = file.device.hub.lock();
    const bool is_idle = file.device.hub.wait(lock, deadline, [&] { return idle(file, *bo); });
    args.out = {is_idle ? 0u : 1u, bo->traits.domains};
    return 0;
}

} // namespace wb::sim
