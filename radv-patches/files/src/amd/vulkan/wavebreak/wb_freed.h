/* SPDX-License-Identifier: MIT */
/* The buffers, images and memory objects that the program destroyed last: an address that faults is often in one of them. */
#ifndef WB_FREED_H
#define WB_FREED_H

#include "wavebreak_radv.h"

#define WB_FREED_KEPT 64

/* Under the lock of wb_ranges. */
struct wb_freed {
   struct wb_range ranges[WB_FREED_KEPT]; /* their names are the list's own; NULL = none */
   uint32_t count;                        /* ever added; the oldest are overwritten */
};

void wb_freed_finish(struct wb_freed *freed);

/* Remembers a range; its name is the list's from now on. */
void wb_freed_add(struct wb_freed *freed, const struct wb_range *range);

/* The table's enumerate_freed. */
void wb_enumerate_freed(VkDevice device, void (*cb)(void *user, const struct wb_range *), void *user);

#endif
