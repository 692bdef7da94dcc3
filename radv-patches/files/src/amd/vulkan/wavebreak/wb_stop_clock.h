/* SPDX-License-Identifier: MIT */
/* How long waves of the device have been stopped, so that the program's finite waits can leave that time out. */
#ifndef WB_STOP_CLOCK_H
#define WB_STOP_CLOCK_H

#include "util/simple_mtx.h"

#include <stdint.h>
#include <vulkan/vulkan.h>

struct wb_stop_clock {
   simple_mtx_t lock;
   int64_t stopped_since; /* ns; 0: no wave is stopped */
   int64_t total;         /* ns of the stops that ended */
};

void wb_stop_clock_init(struct wb_stop_clock *clock);
void wb_stop_clock_finish(struct wb_stop_clock *clock);

/* Nanoseconds that waves have been stopped since the device was made, the present stop included. Any thread. */
uint64_t wb_stop_clock_read(struct wb_stop_clock *clock);

/* The table's set_waves_stopped. */
void wb_set_waves_stopped(VkDevice device, int stopped);

#endif
