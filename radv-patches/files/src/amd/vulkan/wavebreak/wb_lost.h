/* SPDX-License-Identifier: MIT */
/*
 * Device loss. The kernel signals the fence of a job that it had to end, like that of one that ran well, so that RADV's waits
 * succeed and only the next submission is refused. With the debugger a wait that succeeds asks what became of the contexts.
 */
#ifndef WB_LOST_H
#define WB_LOST_H

#include "wavebreak_radv.h"

#include "c11/threads.h"

#include <stdbool.h>

struct wb_device;

struct wb_lost {
   mtx_t lock; /* held while the callback runs */
   void (*callback)(void *user);
   void *user;
   bool told;
};

void wb_lost_init(struct wb_lost *lost);
void wb_lost_finish(struct wb_lost *lost);

/* `result` of a wait, or VK_ERROR_DEVICE_LOST when it is VK_SUCCESS and the kernel has reset one of the device's contexts for
 * its own fault, or has lost VRAM. One system call for each priority that the device has a context of. Any thread. */
VkResult wb_lost_check(struct wb_device *wb, VkResult result);

/* Tells the layer, once, that the device is lost. Under no lock of RADV's. */
void wb_lost_tell(struct wb_device *wb);

/* The table's functions of these names. */
VkResult wb_get_fault(VkDevice device, struct wb_fault *out);
void wb_set_lost_callback(VkDevice device, void (*cb)(void *user), void *user);

#endif
