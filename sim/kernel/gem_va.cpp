// SPDX-License-Identifier: MIT
// GEM_VA: what is mapped where. Checks in the order of amdgpu_gem_va_ioctl.
#include "sim/kernel/ioctl.h"

#include <cerrno>

namespace wb::sim {
namespace {

constexpr uint32_t kMapFlags = AMDGPU_VM_DELAY_UPDATE | AMDGPU_VM_PAGE_READABLE | AMDGPU_VM_PAGE_WRITEABLE |
                               AMDGPU_VM_PAGE_EXECUTABLE | AMDGPU_VM_MTYPE_MASK | AMDGPU_VM_PAGE_NOALLOC;
constexpr uint32_t kPrtFlags = AMDGPU_VM_DELAY_UPDATE | AMDGPU_VM_PAGE_PRT;
constexpr uint64_t kReservedBottom = 64 << 10;
constexpr uint64_t kHoleStart = 0x0000'8000'0000'0000ull, kHoleEnd = 0xffff'8000'0000'0000ull;

} // namespace

int ioctl_gem_va(DrmFile& file, drm_amdgpu_gem_va& args) {
    if (args.va_address < kReservedBottom) return -EINVAL;
    if (args.va_address >= kHoleStart && args.va_address < kHoleEnd) return -EINVAL;
    if ((args.flags & ~kMapFlags) && (args.flags & ~kPrtFlags)) return -EINVAL;
    if (args.operation < AMDGPU_VA_OP_MAP || args.operation > AMDGPU_VA_OP_REPLACE) return -EINVAL;

    std::shared_ptr<Bo> bo;
    if (args.operation != AMDGPU_VA_OP_CLEAR && !(args.flags & AMDGPU_VM_PAGE_PRT)) {
        bo = file.bo(args.handle);
        if (!bo) return -ENOENT;
    }
    const std::shared_ptr<AddressSpace> vm = file.vm();
    if (!vm) return -ENOMEM;
    switch (args.operation) {
    case AMDGPU_VA_OP_MAP:
        return vm->map(bo, args.va_address, args.offset_in_bo, args.map_size, args.flags);
    case AMDGPU_VA_OP_UNMAP:
        return vm->unmap(bo.get(), args.va_address);
    case AMDGPU_VA_OP_CLEAR:
        return vm->clear(args.va_address, args.map_size);
    default:
        return vm->replace(bo, args.va_address, args.offset_in_bo, args.map_size, args.flags);
    }
}

} // namespace wb::sim
