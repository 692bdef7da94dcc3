/* SPDX-License-Identifier: MIT */
#include "wb_freed.h"

#include "wb_device.h"

#include <stdlib.h>
#include <string.h>

void
wb_freed_finish(struct wb_freed *freed)
{
   for (uint32_t i = 0; i < WB_FREED_KEPT; i++)
      free((void *)freed->ranges[i].name);
}

void
wb_freed_add(struct wb_freed *freed, const struct wb_range *range)
{
   struct wb_range *place = &freed->ranges[freed->count++ % WB_FREED_KEPT];
   free((void *)place->name);
   *place = *range;
   place->cpu = NULL;
}

void
wb_enumerate_freed(VkDevice device, void (*cb)(void *user, const struct wb_range *), void *user)
{
   struct wb_device *wb = wb_device_from_handle(device);
   struct wb_range copies[WB_FREED_KEPT];
   uint32_t count = 0;
   wb_ranges_lock(&wb->ranges);
   const struct wb_freed *freed = &wb->ranges.freed;
   for (uint32_t i = 0; i < MIN2(freed->count, WB_FREED_KEPT); i++) {
      struct wb_range *copy = &copies[count++];
      *copy = freed->ranges[(freed->count - 1 - i) % WB_FREED_KEPT];
      copy->name = strdup(copy->name ? copy->name : "");
   }
   wb_ranges_unlock(&wb->ranges);
   for (uint32_t i = 0; i < count; i++) {
      if (copies[i].name)
         cb(user, &copies[i]);
      free((void *)copies[i].name);
   }
}
