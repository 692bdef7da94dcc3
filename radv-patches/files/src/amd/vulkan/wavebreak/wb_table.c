/* SPDX-License-Identifier: MIT */
/* The way in: the private table, found with vkGetDeviceProcAddr. */
#include "wb_commands.h"
#include "wb_descriptors.h"
#include "wb_device.h"
#include "wb_dispatch.h"
#include "wb_variants.h"

#include "radv_entrypoints.h"
#include "vk_common_entrypoints.h"

#include <string.h>

static void
set_callbacks(VkDevice device, const struct wb_radv_callbacks *callbacks)
{
   struct wb_device *wb = wb_device_from_handle(device);
   wb_callbacks_set(&wb->callbacks, callbacks);
   wb_dispatch_choose(wb);
}

static VkResult
get_normal_code(VkDevice device, VkPipeline handle, VkShaderStageFlagBits stage, const uint32_t **words, size_t *count)
{
   VK_FROM_HANDLE(radv_pipeline, pipeline, handle);
   const struct radv_shader *shader = pipeline->shaders[vk_to_mesa_shader_stage(stage)];
   if (!shader) {
      wb_message(wb_device_from_handle(device), 2, "the pipeline has no shader of stage 0x%x", stage);
      return VK_ERROR_UNKNOWN;
   }
   *words = shader->code;
   *count = shader->exec_size / 4;
   return VK_SUCCESS;
}

static const struct wb_radv_table table = {
   .version = WAVEBREAK_RADV_TABLE_VERSION,
   .size = sizeof(table),
   .set_callbacks = set_callbacks,
   .get_device_info = wb_get_device_info,
   .init_trap = wb_init_trap,
   .enumerate_shaders = wb_enumerate_shaders,
   .set_debug_default = wb_set_debug_default,
   .set_shader_debug = wb_set_shader_debug,
   .get_record = wb_get_record,
   .release_record = wb_release_record,
   .get_code = wb_get_code,
   .patch_slot = wb_patch_slot,
   .name_next_command = wb_name_next_command,
   .get_command = wb_get_command,
   .get_resource = wb_get_resource,
   .enumerate_ranges = wb_enumerate_ranges,
   .set_waves_stopped = wb_set_waves_stopped,
   .get_normal_code = get_normal_code,
   .get_fault = wb_get_fault,
   .enumerate_freed = wb_enumerate_freed,
   .enumerate_batches = wb_enumerate_batches,
   .set_lost_callback = wb_set_lost_callback,
};

static VKAPI_ATTR const struct wb_radv_table *VKAPI_CALL
get_table(VkDevice device, uint32_t version)
{
   return device && version == WAVEBREAK_RADV_TABLE_VERSION && wb_device_from_handle(device) ? &table : NULL;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL
wavebreak_GetDeviceProcAddr(VkDevice handle, const char *name)
{
   VK_FROM_HANDLE(radv_device, device, handle);
   if (name && !strcmp(name, WAVEBREAK_RADV_ENTRY))
      return (PFN_vkVoidFunction)get_table;
   return wb_dispatch_lasting(device->layer_dispatch.wavebreak.GetDeviceProcAddr(handle, name));
}
