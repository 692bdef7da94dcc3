/* SPDX-License-Identifier: MIT */
#include "wb_submissions.h"

#include "wb_device.h"

#include "radv_cmd_buffer.h"
#include "radv_queue.h"

#include "util/u_atomic.h"
#include "vk_sync.h"

#include <stdlib.h>
#include <string.h>

void
wb_submissions_init(struct wb_submissions *submissions)
{
   memset(submissions, 0, sizeof(*submissions));
}

void
wb_submissions_finish(struct wb_submissions *submissions)
{
   free(submissions->queues);
}

static struct wb_queue *
find_queue(struct wb_device *wb, const struct vk_queue *queue)
{
   for (uint32_t i = 0; i < wb->submissions.queue_count; i++) {
      if (&wb->submissions.queues[i].queue->vk == queue)
         return &wb->submissions.queues[i];
   }
   unreachable("a queue that was not taken over");
}

/* Waits for one point after the other; the queue's lock is held but for the wait. */
static int
completion_thread(void *data)
{
   struct wb_queue *queue = data;
   struct wb_device *wb = queue->wb;
   mtx_lock(&queue->lock);
   for (;;) {
      const uint32_t count = util_dynarray_num_elements(&queue->pending, uint64_t);
      if (!count && queue->quit)
         break;
      if (!count) {
         cnd_wait(&queue->changed, &queue->lock);
         continue;
      }
      const uint64_t point = queue->first_point++;
      uint64_t *numbers = util_dynarray_begin(&queue->pending);
      const uint64_t number = numbers[0];
      memmove(numbers, numbers + 1, (count - 1) * sizeof(*numbers));
      queue->pending.size -= sizeof(*numbers);
      mtx_unlock(&queue->lock);

      if (vk_sync_wait(&wb->radv->vk, queue->timeline, point, VK_SYNC_WAIT_COMPLETE, UINT64_MAX) != VK_SUCCESS)
         wb_message(wb, 1, "submission %llu: its end could not be waited for", (unsigned long long)number);
      WB_CALL(&wb->callbacks, completed, number);
      mtx_lock(&queue->lock);
   }
   mtx_unlock(&queue->lock);
   return 0;
}

static const struct vk_sync_type *
timeline_type(const struct wb_device *wb)
{
   const struct vk_sync_type *const *types = wb->radv->vk.physical->supported_sync_types;
   for (; *types; types++) {
      if (((*types)->features & (VK_SYNC_FEATURE_TIMELINE | VK_SYNC_FEATURE_GPU_WAIT | VK_SYNC_FEATURE_CPU_WAIT)) ==
          (VK_SYNC_FEATURE_TIMELINE | VK_SYNC_FEATURE_GPU_WAIT | VK_SYNC_FEATURE_CPU_WAIT))
         return *types;
   }
   return NULL;
}

static bool
start_reporting(struct wb_queue *queue)
{
   struct wb_device *wb = queue->wb;
   if (queue->started)
      return true;
   const struct vk_sync_type *type = timeline_type(wb);
   if (!type || vk_sync_create(&wb->radv->vk, type, VK_SYNC_IS_TIMELINE, 0, &queue->timeline) != VK_SUCCESS)
      return false;
   if (thrd_create(&queue->thread, completion_thread, queue) != thrd_success) {
      vk_sync_destroy(&wb->radv->vk, queue->timeline);
      queue->timeline = NULL;
      return false;
   }
   queue->started = true;
   return true;
}

/* Submits with one more point to signal. The program may use a queue on one thread at a time only. */
static VkResult
submit_reported(struct wb_queue *queue, struct vk_queue_submit *submit, uint64_t number)
{
   struct vk_sync_signal *own = submit->signals;
   struct vk_sync_signal *signals = malloc((submit->signal_count + 1) * sizeof(*signals));
   if (!signals || !start_reporting(queue)) {
      free(signals);
      wb_message(queue->wb, 1, "the end of submission %llu will not be reported", (unsigned long long)number);
      return queue->driver_submit(&queue->queue->vk, submit);
   }
   const uint64_t point = queue->last_point + 1;
   memcpy(signals, own, submit->signal_count * sizeof(*signals));
   signals[submit->signal_count] = (struct vk_sync_signal){
      .sync = queue->timeline,
      .stage_mask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT,
      .signal_value = point,
   };
   submit->signals = signals;
   submit->signal_count++;
   VkResult result = queue->driver_submit(&queue->queue->vk, submit);
   submit->signal_count--;
   submit->signals = own;
   free(signals);

   if (result == VK_SUCCESS) {
      mtx_lock(&queue->lock);
      queue->last_point = point;
      util_dynarray_append(&queue->pending, uint64_t, number);
      cnd_signal(&queue->changed);
      mtx_unlock(&queue->lock);
   } else {
      WB_CALL(&queue->wb->callbacks, completed, number);
   }
   return result;
}

static void
report(struct wb_device *wb, const struct vk_queue_submit *submit, uint64_t number)
{
   struct util_dynarray ids;
   util_dynarray_init(&ids, NULL);
   for (uint32_t i = 0; i < submit->command_buffer_count; i++) {
      const struct radv_cmd_buffer *cmd_buffer = container_of(submit->command_buffers[i], struct radv_cmd_buffer, vk);
      if (!cmd_buffer->wavebreak)
         continue;
      util_dynarray_append_dynarray(&ids, &cmd_buffer->wavebreak->ids);
      util_dynarray_foreach (&cmd_buffer->wavebreak->normals, struct wb_normal, normal)
         WB_CALL(&wb->callbacks, ran_normal, number, normal->shader_id, normal->dispatches);
   }
   WB_CALL(&wb->callbacks, submitted, number, util_dynarray_begin(&ids), util_dynarray_num_elements(&ids, uint32_t));
   util_dynarray_fini(&ids);
}

static VkResult
queue_submit(struct vk_queue *vk_queue, struct vk_queue_submit *submit)
{
   struct radv_queue *radv_queue = container_of(vk_queue, struct radv_queue, vk);
   struct wb_device *wb = radv_queue_device(radv_queue)->wavebreak;
   struct wb_queue *queue = find_queue(wb, vk_queue);
   if (!submit->command_buffer_count)
      return queue->driver_submit(vk_queue, submit);

   const uint64_t number = p_atomic_inc_return(&wb->submissions.last);
   VkResult result;
   if (wb_callbacks_present(&wb->callbacks)) {
      report(wb, submit, number);
      result = submit_reported(queue, submit, number);
   } else {
      result = queue->driver_submit(vk_queue, submit);
   }
   if (result == VK_SUCCESS)
      wb_batches_note(&wb->batches, radv_queue, submit, number);
   else if (result == VK_ERROR_DEVICE_LOST)
      wb_lost_tell(wb);
   return result;
}

void
wb_submissions_start(struct wb_device *wb)
{
   struct wb_submissions *submissions = &wb->submissions;
   uint32_t count = 0;
   for (unsigned family = 0; family < RADV_MAX_QUEUE_FAMILIES; family++)
      count += wb->radv->queue_count[family];
   submissions->queues = calloc(count, sizeof(*submissions->queues));
   if (!submissions->queues)
      return;

   for (unsigned family = 0; family < RADV_MAX_QUEUE_FAMILIES; family++) {
      for (int i = 0; i < wb->radv->queue_count[family]; i++) {
         struct radv_queue *radv_queue = &wb->radv->queues[family][i];
         if (radv_queue->state.qf == RADV_QUEUE_SPARSE)
            continue;
         struct wb_queue *queue = &submissions->queues[submissions->queue_count++];
         queue->wb = wb;
         queue->queue = radv_queue;
         queue->driver_submit = radv_queue->vk.driver_submit;
         queue->first_point = 1;
         mtx_init(&queue->lock, mtx_plain);
         cnd_init(&queue->changed);
         util_dynarray_init(&queue->pending, NULL);
         radv_queue->vk.driver_submit = queue_submit;
      }
   }
}

void
wb_submissions_stop(struct wb_device *wb)
{
   for (uint32_t i = 0; i < wb->submissions.queue_count; i++) {
      struct wb_queue *queue = &wb->submissions.queues[i];
      if (queue->started) {
         mtx_lock(&queue->lock);
         queue->quit = true;
         cnd_signal(&queue->changed);
         mtx_unlock(&queue->lock);
         thrd_join(queue->thread, NULL);
         vk_sync_destroy(&wb->radv->vk, queue->timeline);
      }
      queue->queue->vk.driver_submit = queue->driver_submit;
      util_dynarray_fini(&queue->pending);
      cnd_destroy(&queue->changed);
      mtx_destroy(&queue->lock);
   }
   wb->submissions.queue_count = 0;
}
