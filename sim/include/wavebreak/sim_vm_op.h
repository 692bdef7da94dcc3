/* SPDX-License-Identifier: MIT */
/*
 * The simulated kernel's private operation of DRM_IOCTL_AMDGPU_VM: a second-level trap handler for the VM of
 * a DRM file, after the proposed AMDGPU_VM_OP_SET_L2_TRAP / DRM_AMDGPU_CWSR (hardware.md 3.1). No released
 * kernel has it for the queues that Vulkan drivers use; this number is our own and is refused (-EINVAL) by
 * real ones.
 *
 *   struct wavebreak_vm_op op = {.op = WAVEBREAK_VM_OP_SET_L2_TRAP, .tba_va = …, …};
 *   drmCommandWriteRead(fd, DRM_AMDGPU_VM, &op, sizeof op);
 *
 * -EINVAL: an address is not 256-byte aligned. -EFAULT: a range is not mapped in the file's VM. tba_va 0
 * removes the handler. Affects waves that trap afterwards.
 */
#ifndef WAVEBREAK_SIM_VM_OP_H
#define WAVEBREAK_SIM_VM_OP_H

#include <stdint.h>

#define WAVEBREAK_VM_OP_SET_L2_TRAP 0x57420001u

/* Begins as union drm_amdgpu_vm does. */
struct wavebreak_vm_op {
    uint32_t op;
    uint32_t flags;  /* 0 */
    uint64_t tba_va; /* code of the second-level handler */
    uint64_t tba_size;
    uint64_t tma_va; /* its memory, may be 0 */
    uint64_t tma_size;
};

#endif
