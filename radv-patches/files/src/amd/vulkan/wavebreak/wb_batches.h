/* SPDX-License-Identifier: MIT */
/*
 * The batches that were submitted last, with their shaders, and how each ended: when the device is lost, what was running is told.
 * Kept whether anybody listens or not. Any thread.
 */
#ifndef WB_BATCHES_H
#define WB_BATCHES_H

#include "wb_commands.h"

#include "c11/threads.h"

struct radv_queue;
struct vk_queue_submit;

/* The kernel remembers as many fences of each ring (amdgpu's sched_jobs). */
#define WB_BATCHES_KEPT 32
#define WB_BATCH_SHADERS 8
#define WB_BATCH_COMMANDS 16

struct wb_batch {
   uint64_t submission;              /* 0 = none */
   uint64_t sequence;                /* of its last job on its ring */
   uint32_t context, ip, ip_instance, ring;
   uint32_t shader_count, command_count;
   struct wb_normal shaders[WB_BATCH_SHADERS];
   uint32_t commands[WB_BATCH_COMMANDS];
};

struct wb_batches {
   mtx_t lock;
   struct wb_batch kept[WB_BATCHES_KEPT];
   uint32_t next;
};

void wb_batches_init(struct wb_batches *batches);
void wb_batches_finish(struct wb_batches *batches);

/* After the kernel has taken a batch with command buffers; the queue is still the caller's alone. */
void wb_batches_note(struct wb_batches *batches, const struct radv_queue *queue, const struct vk_queue_submit *submit,
                     uint64_t submission);

/* The table's enumerate_batches. */
void wb_enumerate_batches(VkDevice device, void (*cb)(void *user, const struct wb_batch_info *), void *user);

#endif
