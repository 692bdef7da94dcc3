/* SPDX-License-Identifier: MIT */
#include "wb_commands.h"

#include "wb_device.h"

#include "radv_cmd_buffer.h"

#include "util/u_atomic.h"

#include <stdlib.h>
#include <string.h>

void
wb_commands_init(struct wb_commands *commands)
{
   mtx_init(&commands->lock, mtx_plain);
   commands->by_id = _mesa_hash_table_create_u32_keys(NULL);
}

void
wb_commands_finish(struct wb_commands *commands)
{
   _mesa_hash_table_destroy(commands->by_id, NULL);
   mtx_destroy(&commands->lock);
}

static const void *
key(uint32_t id)
{
   return (const void *)(uintptr_t)id;
}

void
wb_command_unref(struct wb_device *wb, struct wb_command *command)
{
   mtx_lock(&wb->commands.lock);
   const bool last = p_atomic_dec_zero(&command->refcount);
   if (last)
      _mesa_hash_table_remove_key(wb->commands.by_id, key(command->info.id));
   mtx_unlock(&wb->commands.lock);
   if (!last)
      return;
   wb_shader_unref(wb, command->shader);
   free(command->label);
   free(command);
}

struct wb_command *
wb_command_find(struct wb_device *wb, uint32_t id)
{
   struct wb_command *command = NULL;
   mtx_lock(&wb->commands.lock);
   struct hash_entry *entry = id ? _mesa_hash_table_search(wb->commands.by_id, key(id)) : NULL;
   if (entry) {
      command = entry->data;
      p_atomic_inc(&command->refcount);
   }
   mtx_unlock(&wb->commands.lock);
   return command;
}

struct wb_recording *
wb_recording_get(struct radv_cmd_buffer *cmd_buffer)
{
   if (!cmd_buffer->wavebreak) {
      struct wb_recording *recording = calloc(1, sizeof(*recording));
      if (!recording)
         return NULL;
      util_dynarray_init(&recording->commands, NULL);
      util_dynarray_init(&recording->ids, NULL);
      util_dynarray_init(&recording->normals, NULL);
      cmd_buffer->wavebreak = recording;
   }
   return cmd_buffer->wavebreak;
}

static void
drop_recording(struct radv_cmd_buffer *cmd_buffer)
{
   struct wb_recording *recording = cmd_buffer->wavebreak;
   struct wb_device *wb = radv_cmd_buffer_device(cmd_buffer)->wavebreak;
   if (!recording)
      return;
   util_dynarray_foreach (&recording->commands, struct wb_command *, command)
      wb_command_unref(wb, *command);
   util_dynarray_fini(&recording->commands);
   util_dynarray_fini(&recording->ids);
   util_dynarray_fini(&recording->normals);
   free(recording->next_label);
   free(recording);
   cmd_buffer->wavebreak = NULL;
}

/* WB_ANY and WB_NONE are not ids, nor is 0. */
static uint32_t
next_command_id(void)
{
   static uint32_t last;
   uint32_t id;
   do
      id = p_atomic_inc_return(&last);
   while (id == 0 || id == WB_NONE);
   return id;
}

static void
copy_state(struct wb_command *command, struct radv_cmd_buffer *cmd_buffer)
{
   const struct radv_descriptor_state *sets = radv_get_descriptors_state(cmd_buffer, VK_PIPELINE_BIND_POINT_COMPUTE);
   const struct radv_push_constant_state *push =
      radv_get_push_constants_state(cmd_buffer, VK_PIPELINE_BIND_POINT_COMPUTE);
   struct wb_command_info *info = &command->info;

   info->push_constants = command->push_constants;
   info->push_constant_size = MIN2(push->size, MAX_PUSH_CONSTANTS_SIZE);
   memcpy(command->push_constants, cmd_buffer->push_constants, info->push_constant_size);
   command->dynamic_count = MIN2(push->dynamic_offset_count, MAX_DYNAMIC_BUFFERS);
   memcpy(command->dynamic_buffers, sets->dynamic_buffers, command->dynamic_count * 16);

   info->set_mask = sets->valid;
   for (uint32_t i = 0; i < MAX_SETS; i++) {
      if (sets->valid & (1u << i))
         info->set_va[i] = radv_descriptor_get_va(sets, i);
   }
}

struct wb_command *
wb_command_record(struct wb_device *wb, struct radv_cmd_buffer *cmd_buffer, struct wb_shader *shader,
                  const struct wb_command_info *base)
{
   struct wb_recording *recording = wb_recording_get(cmd_buffer);
   struct wb_command *command = recording ? calloc(1, sizeof(*command)) : NULL;
   if (!command)
      return NULL;

   command->refcount = 1;
   command->info = *base;
   command->info.id = next_command_id();
   command->info.pipeline_id = shader->pipeline_id;
   command->info.shader_id = shader->id;
   command->shader = wb_shader_ref(shader);
   command->label = recording->next_label;
   recording->next_label = NULL;
   command->info.label = command->label ? command->label : "";
   copy_state(command, cmd_buffer);

   util_dynarray_append(&recording->commands, struct wb_command *, command);
   util_dynarray_append(&recording->ids, uint32_t, command->info.id);
   mtx_lock(&wb->commands.lock);
   _mesa_hash_table_insert(wb->commands.by_id, key(command->info.id), command);
   mtx_unlock(&wb->commands.lock);
   return command;
}

void
wb_normal_record(struct wb_recording *recording, uint64_t shader_id, uint32_t dispatches)
{
   struct wb_normal *found = NULL;
   util_dynarray_foreach (&recording->normals, struct wb_normal, normal) {
      if (normal->shader_id == shader_id)
         found = normal;
   }
   if (!found) {
      const struct wb_normal added = {.shader_id = shader_id};
      util_dynarray_append(&recording->normals, struct wb_normal, added);
      found = util_dynarray_top_ptr(&recording->normals, struct wb_normal);
   }
   found->dispatches += dispatches;
   recording->normal_dispatches = &found->dispatches;
}

void
wb_name_next_command(VkCommandBuffer handle, const char *label)
{
   VK_FROM_HANDLE(radv_cmd_buffer, cmd_buffer, handle);
   if (!radv_cmd_buffer_device(cmd_buffer)->wavebreak)
      return;
   struct wb_recording *recording = wb_recording_get(cmd_buffer);
   if (!recording)
      return;
   free(recording->next_label);
   recording->next_label = label && *label ? strdup(label) : NULL;
}

VkResult
wb_get_command(VkDevice device, uint32_t id, void (*cb)(void *user, const struct wb_command_info *), void *user)
{
   struct wb_device *wb = wb_device_from_handle(device);
   struct wb_command *command = wb_command_find(wb, id);
   if (!command)
      return VK_ERROR_UNKNOWN;
   cb(user, &command->info);
   wb_command_unref(wb, command);
   return VK_SUCCESS;
}

/* Command buffers are made, reset and destroyed through this table, from vkFreeCommandBuffers to vkDestroyCommandPool. */
static VkResult create_command_buffer(struct vk_command_pool *pool, VkCommandBufferLevel level,
                                      struct vk_command_buffer **out);

static void
reset_command_buffer(struct vk_command_buffer *vk_cmd_buffer, VkCommandBufferResetFlags flags)
{
   drop_recording(container_of(vk_cmd_buffer, struct radv_cmd_buffer, vk));
   radv_cmd_buffer_ops.reset(vk_cmd_buffer, flags);
}

static void
destroy_command_buffer(struct vk_command_buffer *vk_cmd_buffer)
{
   drop_recording(container_of(vk_cmd_buffer, struct radv_cmd_buffer, vk));
   radv_cmd_buffer_ops.destroy(vk_cmd_buffer);
}

static const struct vk_command_buffer_ops command_buffer_ops = {
   .create = create_command_buffer,
   .reset = reset_command_buffer,
   .destroy = destroy_command_buffer,
};

static VkResult
create_command_buffer(struct vk_command_pool *pool, VkCommandBufferLevel level, struct vk_command_buffer **out)
{
   VkResult result = radv_cmd_buffer_ops.create(pool, level, out);
   if (result == VK_SUCCESS)
      (*out)->ops = &command_buffer_ops;
   return result;
}

void
wb_commands_start(struct wb_device *wb)
{
   wb->radv->vk.command_buffer_ops = &command_buffer_ops;
}
