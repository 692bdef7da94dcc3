/* SPDX-License-Identifier: MIT */
/* The GPU memory of trap handler and mailbox (trap_handler/mailbox.h), and the VMID under which they are to be installed. */
#ifndef WB_TRAP_H
#define WB_TRAP_H

#include "wavebreak_radv.h"

#include "c11/threads.h"

#include <stdbool.h>

struct radeon_winsys_bo;
struct wb_device;

struct wb_trap {
   mtx_t lock;
   bool allocated, ready;
   struct radeon_winsys_bo *handler; /* handler code, then probe code */
   uint64_t handler_size, probe_va;
   struct radeon_winsys_bo *mailbox; /* control block, page map, directory, transfer buffer */
   struct radeon_winsys_bo *pool;    /* save areas */
   uint8_t *mailbox_cpu, *pool_cpu;
   uint32_t page_map_offset, directory_offset, transfer_offset;
   uint32_t pool_pages;
   uint32_t vmid;
};

void wb_trap_init_state(struct wb_trap *trap);
void wb_trap_finish_state(struct wb_trap *trap);

/* Frees the memory. The handler is no longer installed. */
void wb_trap_finish(struct wb_device *wb);

/* Fills in what the device information says of the trap handler. */
void wb_trap_describe(struct wb_trap *trap, struct wb_device_info *info);

/* Runs the probe code at `code_va`, one wave, with the control block's address in s[0:1], and waits for its end. */
VkResult wb_probe_run(struct wb_device *wb, uint64_t code_va, uint64_t control_va);

/* The table's init_trap. */
VkResult wb_init_trap(VkDevice device, const void *handler_code, size_t handler_size, const void *probe_code,
                      size_t probe_size);

#endif
