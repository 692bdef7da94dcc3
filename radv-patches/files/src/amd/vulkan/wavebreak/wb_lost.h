/* SPDX-License-Identifier: MIT */
/*
 * Device loss. The kernel signals the fence of a job that it had to end, like that of one that ran well, so that RADV's waits
 * succeed and only the next submission is refused. With the debugger a wait that succeeds asks what became of the contexts.
 */
#ifndef WB_LOST_H
#define WB_LOST_H

#include <vulkan/vulkan_core.h>

struct wb_device;

/* `result` of a wait, or VK_ERROR_DEVICE_LOST when it is VK_SUCCESS and the kernel has reset one of the device's contexts for
 * its own fault, or has lost VRAM. One system call for each priority that the device has a context of. Any thread. */
VkResult wb_lost_check(struct wb_device *wb, VkResult result);

#endif
