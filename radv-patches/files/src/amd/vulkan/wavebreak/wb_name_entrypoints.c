/* SPDX-License-Identifier: MIT */
/* The program's debug names. They are copied here, on the thread that may touch the object, and read elsewhere from the copy. */
#include "wb_device.h"

#include "radv_buffer.h"
#include "radv_device_memory.h"
#include "radv_entrypoints.h"
#include "radv_image.h"
#include "radv_pipeline.h"
#include "radv_shader_object.h"

VKAPI_ATTR VkResult VKAPI_CALL
wavebreak_SetDebugUtilsObjectNameEXT(VkDevice device, const VkDebugUtilsObjectNameInfoEXT *info)
{
   struct wb_device *wb = wb_device_from_handle(device);
   VkResult result = wb->radv->layer_dispatch.wavebreak.SetDebugUtilsObjectNameEXT(device, info);
   if (result != VK_SUCCESS || !info->objectHandle)
      return result;

   const struct vk_object_base *base = (const struct vk_object_base *)(uintptr_t)info->objectHandle;
   switch (info->objectType) {
   case VK_OBJECT_TYPE_PIPELINE:
      wb_pipeline_set_name(wb, container_of(base, struct radv_pipeline, base)->wavebreak, info->pObjectName);
      break;
   case VK_OBJECT_TYPE_SHADER_EXT:
      wb_pipeline_set_name(wb, container_of(base, struct radv_shader_object, base)->wavebreak, info->pObjectName);
      break;
   case VK_OBJECT_TYPE_BUFFER:
   case VK_OBJECT_TYPE_IMAGE:
   case VK_OBJECT_TYPE_DEVICE_MEMORY:
      wb_ranges_set_name(&wb->ranges, base, info->pObjectName);
      break;
   default:
      break;
   }
   return result;
}
