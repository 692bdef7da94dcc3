/* SPDX-License-Identifier: MIT */
/*
 * Which function records the program's dispatches. vkCmdDispatch is Mesa's common one, which calls the device's
 * CmdDispatchBase; while nobody debugs, that is one that does not ask whether somebody does.
 */
#ifndef WB_DISPATCH_H
#define WB_DISPATCH_H

#include <vulkan/vulkan.h>

struct wb_device;

/* Puts the right function into the device's table; called whenever the device may have become idle or stopped being so. A
 * dispatch that another thread records meanwhile may still be recorded the old way. Any thread. */
void wb_dispatch_choose(struct wb_device *wb);

/* What to give a program that asks for the entry point, which it keeps: the function that asks each time instead of the idle one. */
PFN_vkVoidFunction wb_dispatch_lasting(PFN_vkVoidFunction entry);

#endif
