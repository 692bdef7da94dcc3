/* SPDX-License-Identifier: MIT */
/*
 * Submissions and their completion. A batch is numbered just before it goes to the kernel, so that the layer knows its commands
 * before a wave of it can stop. While callbacks are set, each batch also signals a timeline of the debugger's own, and one
 * thread a queue, started at the queue's first such batch, waits for its points and reports them; completion is reported in
 * order within a queue, soon after the program's own fence of that batch is signalled, not before it.
 */
#ifndef WB_SUBMISSIONS_H
#define WB_SUBMISSIONS_H

#include "c11/threads.h"
#include "util/u_dynarray.h"

#include <stdbool.h>
#include <stdint.h>
#include <vulkan/vulkan.h>

struct radv_queue;
struct vk_queue;
struct vk_queue_submit;
struct vk_sync;
struct wb_device;

struct wb_queue {
   struct wb_device *wb;
   struct radv_queue *queue;
   VkResult (*driver_submit)(struct vk_queue *, struct vk_queue_submit *); /* RADV's own */
   mtx_t lock;
   cnd_t changed;
   struct vk_sync *timeline; /* NULL until the first reported batch */
   uint64_t last_point;
   struct util_dynarray pending; /* uint64_t submission numbers; the first one's point is first_point */
   uint64_t first_point;
   bool quit, started;
   thrd_t thread;
};

struct wb_submissions {
   uint64_t last; /* atomic */
   struct wb_queue *queues;
   uint32_t queue_count;
};

void wb_submissions_init(struct wb_submissions *submissions);
void wb_submissions_finish(struct wb_submissions *submissions);

/* Takes over the device's queues. */
void wb_submissions_start(struct wb_device *wb);

/* Ends the threads; the device is idle. */
void wb_submissions_stop(struct wb_device *wb);

#endif
