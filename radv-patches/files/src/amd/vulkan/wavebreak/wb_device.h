/* SPDX-License-Identifier: MIT */
/* The debugger's state of one VkDevice. No state is shared between devices but the counters that make ids. */
#ifndef WB_DEVICE_H
#define WB_DEVICE_H

#include "wb_batches.h"
#include "wb_callbacks.h"
#include "wb_code.h"
#include "wb_commands.h"
#include "wb_hooks.h"
#include "wb_lost.h"
#include "wb_ranges.h"
#include "wb_shaders.h"
#include "wb_stop_clock.h"
#include "wb_submissions.h"
#include "wb_trap.h"

#include "radv_device.h"

struct wb_device {
   struct radv_device *radv;
   struct wb_callbacks callbacks;
   struct wb_shaders shaders;
   struct wb_commands commands;
   struct wb_ranges ranges;
   struct wb_code_arena code;
   struct wb_submissions submissions;
   struct wb_batches batches;
   struct wb_lost lost;
   struct wb_trap trap;
   struct wb_stop_clock stop_clock;
   mtx_t dispatch_lock; /* held while the device's CmdDispatchBase is chosen */
};

/* A number that no other call in the process gets; from 1. */
uint64_t wb_next_id(void);

/* Gives the layer a message, or prints it on stderr when there is no layer to take it. Severity as in the callback. */
void wb_message(struct wb_device *wb, int severity, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The table's functions of the device itself. */
VkResult wb_get_device_info(VkDevice device, struct wb_device_info *info);

static inline struct wb_device *
wb_device_from_handle(VkDevice handle)
{
   VK_FROM_HANDLE(radv_device, device, handle);
   return device->wavebreak;
}

#endif
