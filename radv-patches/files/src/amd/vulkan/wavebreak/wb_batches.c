/* SPDX-License-Identifier: MIT */
#include "wb_batches.h"

#include "wb_device.h"

#include "radv_cmd_buffer.h"
#include "radv_queue.h"
#include "winsys/amdgpu/radv_amdgpu_cs.h"

#include <errno.h>
#include <string.h>
#include <xf86drm.h>

void
wb_batches_init(struct wb_batches *batches)
{
   memset(batches, 0, sizeof(*batches));
   mtx_init(&batches->lock, mtx_plain);
}

void
wb_batches_finish(struct wb_batches *batches)
{
   mtx_destroy(&batches->lock);
}

static void
add_shader(struct wb_batch *batch, const struct wb_normal *normal)
{
   for (uint32_t i = 0; i < batch->shader_count; i++) {
      if (batch->shaders[i].shader_id == normal->shader_id) {
         batch->shaders[i].dispatches += normal->dispatches;
         return;
      }
   }
   if (batch->shader_count < WB_BATCH_SHADERS)
      batch->shaders[batch->shader_count++] = *normal;
}

void
wb_batches_note(struct wb_batches *batches, const struct radv_queue *queue, const struct vk_queue_submit *submit,
                uint64_t submission)
{
   const enum amd_ip_type ip = radv_queue_ring(queue);
   const struct radeon_winsys *ws = radv_queue_device(queue)->ws;
   if (ws->get_fd((struct radeon_winsys *)ws) < 0 || queue->vk.index_in_family >= MAX_RINGS_PER_TYPE)
      return;
   const struct radv_amdgpu_ctx *context = radv_amdgpu_ctx(queue->hw_ctx);
   const struct amdgpu_cs_fence *fence = &context->last_submission[ip][queue->vk.index_in_family].fence;

   mtx_lock(&batches->lock);
   struct wb_batch *batch = &batches->kept[batches->next++ % WB_BATCHES_KEPT];
   batch->submission = submission;
   batch->sequence = fence->fence;
   batch->context = context->ctx_handle;
   batch->ip = fence->ip_type;
   batch->ip_instance = fence->ip_instance;
   batch->ring = fence->ring;
   batch->shader_count = batch->command_count = 0;
   for (uint32_t i = 0; i < submit->command_buffer_count; i++) {
      const struct radv_cmd_buffer *cmd_buffer = container_of(submit->command_buffers[i], struct radv_cmd_buffer, vk);
      const struct wb_recording *recording = cmd_buffer->wavebreak;
      if (!recording)
         continue;
      util_dynarray_foreach (&recording->normals, struct wb_normal, normal)
         add_shader(batch, normal);
      const uint32_t count =
         MIN2(util_dynarray_num_elements(&recording->ids, uint32_t), WB_BATCH_COMMANDS - batch->command_count);
      if (count)
         memcpy(batch->commands + batch->command_count, util_dynarray_begin(&recording->ids), count * sizeof(uint32_t));
      batch->command_count += count;
   }
   mtx_unlock(&batches->lock);
}

/* What the fence of the batch's last job says. */
static enum wb_batch_end
end_of(int fd, const struct wb_batch *batch)
{
   union drm_amdgpu_wait_cs args = {
      .in = {
         .handle = batch->sequence,
         .ctx_id = batch->context,
         .ip_type = batch->ip,
         .ip_instance = batch->ip_instance,
         .ring = batch->ring,
      },
   };
   const int error = drmCommandWriteRead(fd, DRM_AMDGPU_WAIT_CS, &args, sizeof(args));
   if (!error)
      return args.out.status ? WB_BATCH_RUNNING : WB_BATCH_DONE;
   return error == -ETIME ? WB_BATCH_ENDED : error == -ECANCELED ? WB_BATCH_CANCELLED : WB_BATCH_UNKNOWN;
}

void
wb_enumerate_batches(VkDevice handle, void (*cb)(void *user, const struct wb_batch_info *), void *user)
{
   struct wb_device *wb = wb_device_from_handle(handle);
   struct wb_batches *batches = &wb->batches;
   const int fd = wb->radv->ws->get_fd(wb->radv->ws);
   struct wb_batch copies[WB_BATCHES_KEPT];
   mtx_lock(&batches->lock);
   for (uint32_t i = 0; i < WB_BATCHES_KEPT; i++)
      copies[i] = batches->kept[(batches->next + i) % WB_BATCHES_KEPT];
   mtx_unlock(&batches->lock);

   for (uint32_t i = 0; i < WB_BATCHES_KEPT; i++) {
      const struct wb_batch *batch = &copies[i];
      if (!batch->submission)
         continue;
      struct wb_batch_info info = {
         .submission = batch->submission,
         .end = end_of(fd, batch),
         .shader_count = batch->shader_count,
         .command_count = batch->command_count,
         .command_ids = batch->commands,
      };
      for (uint32_t j = 0; j < batch->shader_count; j++) {
         info.shader_ids[j] = batch->shaders[j].shader_id;
         info.dispatches[j] = batch->shaders[j].dispatches;
      }
      cb(user, &info);
   }
}
