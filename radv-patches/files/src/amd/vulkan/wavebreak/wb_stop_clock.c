/* SPDX-License-Identifier: MIT */
#include "wb_stop_clock.h"

#include "wb_device.h"

#include "util/os_time.h"

void
wb_stop_clock_init(struct wb_stop_clock *clock)
{
   simple_mtx_init(&clock->lock, mtx_plain);
}

void
wb_stop_clock_finish(struct wb_stop_clock *clock)
{
   simple_mtx_destroy(&clock->lock);
}

uint64_t
wb_stop_clock_read(struct wb_stop_clock *clock)
{
   simple_mtx_lock(&clock->lock);
   int64_t total = clock->total;
   if (clock->stopped_since)
      total += os_time_get_nano() - clock->stopped_since;
   simple_mtx_unlock(&clock->lock);
   return total;
}

void
wb_set_waves_stopped(VkDevice device, int stopped)
{
   struct wb_stop_clock *clock = &wb_device_from_handle(device)->stop_clock;
   simple_mtx_lock(&clock->lock);
   if (stopped && !clock->stopped_since) {
      clock->stopped_since = os_time_get_nano();
   } else if (!stopped && clock->stopped_since) {
      clock->total += os_time_get_nano() - clock->stopped_since;
      clock->stopped_since = 0;
   }
   simple_mtx_unlock(&clock->lock);
}
