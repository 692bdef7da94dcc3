/* SPDX-License-Identifier: MIT */
/*
 * Dispatches of the program. Before one is recorded, the shader's debug variant takes the normal shader's place (or gives it
 * back), with all that depends on it, and the command gets its id. RADV's own dispatches bind a pipeline of RADV's own first
 * and do not pass here, or pass with a pipeline that the debugger does not know.
 */
#include "wb_dispatch.h"

#include "wb_device.h"
#include "wb_variants.h"

#include "radv_cmd_buffer.h"
#include "radv_buffer.h"
#include "radv_cs.h"
#include "radv_entrypoints.h"
#include "radv_pipeline_compute.h"
#include "radv_shader_object.h"
#include "sid.h"

#include "util/u_atomic.h"

#define NEXT(wb) (&(wb)->radv->layer_dispatch.wavebreak)

/* What the program has bound for compute. */
struct bound {
   struct wb_shader *shader;   /* NULL: nothing of the program's */
   struct radv_shader *normal;
};

static struct bound
bound_shader(const struct radv_cmd_buffer *cmd_buffer)
{
   const struct radv_compute_pipeline *pipeline = cmd_buffer->state.compute_pipeline;
   const struct radv_shader_object *object = cmd_buffer->state.shader_objs[MESA_SHADER_COMPUTE];
   struct wb_pipeline *kept = pipeline ? pipeline->base.wavebreak : object ? object->wavebreak : NULL;
   if (!kept || !kept->shader_count)
      return (struct bound){0};
   return (struct bound){kept->shaders[0], pipeline ? pipeline->base.shaders[MESA_SHADER_COMPUTE] : object->shader};
}

/* Puts `shader` in the place of the bound one, so that the next dispatch emits program, resources and user SGPRs anew. */
static void
bind(struct radv_cmd_buffer *cmd_buffer, struct radv_shader *shader)
{
   struct radv_device *device = radv_cmd_buffer_device(cmd_buffer);
   struct radv_descriptor_state *sets = radv_get_descriptors_state(cmd_buffer, VK_PIPELINE_BIND_POINT_COMPUTE);

   cmd_buffer->state.shaders[MESA_SHADER_COMPUTE] = shader;
   cmd_buffer->compute_scratch_size_per_wave_needed =
      MAX2(cmd_buffer->compute_scratch_size_per_wave_needed, shader->config.scratch_bytes_per_wave);
   cmd_buffer->compute_scratch_waves_wanted =
      MAX2(cmd_buffer->compute_scratch_waves_wanted, radv_get_max_scratch_waves(device, shader));
   cmd_buffer->shader_upload_seq = MAX2(cmd_buffer->shader_upload_seq, shader->upload_seq);
   radv_cs_add_buffer(device->ws, cmd_buffer->cs, shader->bo);

   sets->need_indirect_descriptor_sets |= radv_shader_need_indirect_descriptor_sets(shader);
   sets->dirty |= sets->valid;
   cmd_buffer->push_constant_stages |= VK_SHADER_STAGE_COMPUTE_BIT;
   cmd_buffer->state.emitted_compute_pipeline = NULL;

   /* A shader object's registers are emitted when it is bound, not when it is dispatched. */
   if (!cmd_buffer->state.compute_pipeline) {
      radeon_check_space(device->ws, cmd_buffer->cs, 128);
      radv_emit_compute_shader(radv_device_physical(device), cmd_buffer->cs, shader);
   }
}

static void
emit_command_id(struct radv_cmd_buffer *cmd_buffer, const struct radv_shader *shader, uint32_t id)
{
   const uint32_t sgpr = radv_get_user_sgpr_loc(shader, AC_UD_CS_WAVEBREAK_COMMAND);
   if (!sgpr)
      return;
   radeon_check_space(radv_cmd_buffer_device(cmd_buffer)->ws, cmd_buffer->cs, 3);
   radeon_set_sh_reg(cmd_buffer->cs, sgpr, id);
}

/* Nobody debugs and nobody listens: dispatches go straight on. Asked first, before a command is even described. */
static inline bool
idle(struct wb_device *wb)
{
   return !p_atomic_read(&wb->shaders.debug_wanted) && !wb_callbacks_present(&wb->callbacks);
}

/* Notes a dispatch that nobody debugs, so that it can be told why it does not stop should somebody attach before it is recorded
 * again. */
static inline void
note_normal(struct radv_cmd_buffer *cmd_buffer)
{
   const void *bound = cmd_buffer->state.compute_pipeline;
   if (!bound)
      bound = cmd_buffer->state.shader_objs[MESA_SHADER_COMPUTE];
   struct wb_recording *recording = cmd_buffer->wavebreak;
   if (likely(recording && recording->normal_bound == bound)) {
      ++*recording->normal_dispatches;
      return;
   }
   const struct wb_shader *shader = bound_shader(cmd_buffer).shader;
   recording = shader ? wb_recording_get(cmd_buffer) : NULL;
   if (recording) {
      wb_normal_record(recording, shader->id, 1);
      recording->normal_bound = bound;
   }
}

/* Returns the command that the dispatch about to be recorded is, or NULL. */
static const struct wb_command *
prepare(struct wb_device *wb, struct radv_cmd_buffer *cmd_buffer, struct wb_command_info *base)
{
   const struct bound bound = bound_shader(cmd_buffer);
   if (!bound.shader)
      return NULL;

   const uint32_t debug = p_atomic_read(&bound.shader->debug);
   struct wb_variant *variant = debug & WB_DEBUG_ON ? wb_variant_get(wb, bound.shader, debug) : NULL;
   struct radv_shader *wanted = variant ? &variant->shader : bound.normal;
   if (cmd_buffer->state.shaders[MESA_SHADER_COMPUTE] != wanted)
      bind(cmd_buffer, wanted);

   base->variant_bound = variant != NULL;
   const struct wb_command *command = wb_command_record(wb, cmd_buffer, bound.shader, base);
   if (variant)
      emit_command_id(cmd_buffer, wanted, command ? command->info.id : WB_NONE);
   return command;
}

static void
report(struct wb_device *wb, VkCommandBuffer handle, const struct wb_command *command)
{
   if (command)
      WB_CALL(&wb->callbacks, command_recorded, handle, &command->info);
}

VKAPI_ATTR void VKAPI_CALL
wavebreak_CmdDispatchBase(VkCommandBuffer handle, uint32_t base_x, uint32_t base_y, uint32_t base_z, uint32_t x, uint32_t y,
                          uint32_t z)
{
   VK_FROM_HANDLE(radv_cmd_buffer, cmd_buffer, handle);
   struct wb_device *wb = radv_cmd_buffer_device(cmd_buffer)->wavebreak;
   if (likely(idle(wb))) {
      note_normal(cmd_buffer);
      NEXT(wb)->CmdDispatchBase(handle, base_x, base_y, base_z, x, y, z);
      return;
   }
   struct wb_command_info base = {.kind = WB_COMMAND_DISPATCH, .groups = {x, y, z}};
   const struct wb_command *command = prepare(wb, cmd_buffer, &base);
   NEXT(wb)->CmdDispatchBase(handle, base_x, base_y, base_z, x, y, z);
   report(wb, handle, command);
}

static ATTRIBUTE_NOINLINE VKAPI_ATTR void VKAPI_CALL
dispatch_idle_other(VkCommandBuffer handle, uint32_t base_x, uint32_t base_y, uint32_t base_z, uint32_t x, uint32_t y, uint32_t z)
{
   note_normal(radv_cmd_buffer_from_handle(handle));
   radv_CmdDispatchBase(handle, base_x, base_y, base_z, x, y, z);
}

/* In the place of wavebreak_CmdDispatchBase while the device is idle. The debugger's table is the last before RADV's own. What is
 * not the pipeline counted last goes its own way, so that this one keeps nothing on the stack. */
static VKAPI_ATTR void VKAPI_CALL
dispatch_idle(VkCommandBuffer handle, uint32_t base_x, uint32_t base_y, uint32_t base_z, uint32_t x, uint32_t y, uint32_t z)
{
   VK_FROM_HANDLE(radv_cmd_buffer, cmd_buffer, handle);
   const void *pipeline = cmd_buffer->state.compute_pipeline;
   struct wb_recording *recording = cmd_buffer->wavebreak;
   if (unlikely(!recording || !pipeline || recording->normal_bound != pipeline)) {
      dispatch_idle_other(handle, base_x, base_y, base_z, x, y, z);
      return;
   }
   ++*recording->normal_dispatches;
   radv_CmdDispatchBase(handle, base_x, base_y, base_z, x, y, z);
}

void
wb_dispatch_choose(struct wb_device *wb)
{
   PFN_vkCmdDispatchBase *entry = &wb->radv->vk.dispatch_table.CmdDispatchBase;
   mtx_lock(&wb->dispatch_lock);
   /* With another of RADV's layers above, that one calls ours, which asks each time. */
   if (*entry == wavebreak_CmdDispatchBase || *entry == dispatch_idle)
      p_atomic_set(entry, idle(wb) ? dispatch_idle : wavebreak_CmdDispatchBase);
   mtx_unlock(&wb->dispatch_lock);
}

PFN_vkVoidFunction
wb_dispatch_lasting(PFN_vkVoidFunction entry)
{
   return entry == (PFN_vkVoidFunction)dispatch_idle ? (PFN_vkVoidFunction)wavebreak_CmdDispatchBase : entry;
}

VKAPI_ATTR void VKAPI_CALL
wavebreak_CmdDispatchIndirect(VkCommandBuffer handle, VkBuffer buffer_handle, VkDeviceSize offset)
{
   VK_FROM_HANDLE(radv_cmd_buffer, cmd_buffer, handle);
   VK_FROM_HANDLE(radv_buffer, buffer, buffer_handle);
   struct wb_device *wb = radv_cmd_buffer_device(cmd_buffer)->wavebreak;
   if (likely(idle(wb))) {
      note_normal(cmd_buffer);
      NEXT(wb)->CmdDispatchIndirect(handle, buffer_handle, offset);
      return;
   }
   struct wb_command_info base = {
      .kind = WB_COMMAND_DISPATCH_INDIRECT,
      .indirect_va = radv_buffer_get_va(buffer->bo) + buffer->offset + offset,
   };
   const struct wb_command *command = prepare(wb, cmd_buffer, &base);
   NEXT(wb)->CmdDispatchIndirect(handle, buffer_handle, offset);
   report(wb, handle, command);
}

/* Device-generated dispatches are made of the normal shader's registers, on the GPU: they run it. */
VKAPI_ATTR void VKAPI_CALL
wavebreak_CmdExecuteGeneratedCommandsEXT(VkCommandBuffer handle, VkBool32 preprocessed,
                                         const VkGeneratedCommandsInfoEXT *info)
{
   VK_FROM_HANDLE(radv_cmd_buffer, cmd_buffer, handle);
   struct wb_device *wb = radv_cmd_buffer_device(cmd_buffer)->wavebreak;
   const struct bound bound = bound_shader(cmd_buffer);
   if (bound.shader && cmd_buffer->state.shaders[MESA_SHADER_COMPUTE] != bound.normal)
      bind(cmd_buffer, bound.normal);
   NEXT(wb)->CmdExecuteGeneratedCommandsEXT(handle, preprocessed, info);
}

VKAPI_ATTR void VKAPI_CALL
wavebreak_CmdExecuteCommands(VkCommandBuffer handle, uint32_t count, const VkCommandBuffer *secondaries)
{
   VK_FROM_HANDLE(radv_cmd_buffer, cmd_buffer, handle);
   struct wb_device *wb = radv_cmd_buffer_device(cmd_buffer)->wavebreak;
   NEXT(wb)->CmdExecuteCommands(handle, count, secondaries);

   /* RADV takes over which pipeline a secondary emitted last, but not which of its two shaders. */
   cmd_buffer->state.emitted_compute_pipeline = NULL;
   for (uint32_t i = 0; i < count; i++) {
      const struct wb_recording *executed = radv_cmd_buffer_from_handle(secondaries[i])->wavebreak;
      struct wb_recording *recording = executed ? wb_recording_get(cmd_buffer) : NULL;
      if (!recording)
         continue;
      util_dynarray_append_dynarray(&recording->ids, &executed->ids);
      util_dynarray_foreach (&executed->normals, struct wb_normal, normal)
         wb_normal_record(recording, normal->shader_id, normal->dispatches);
      recording->normal_bound = NULL; /* another entry may be the last now, and elsewhere */
   }
}
