/* SPDX-License-Identifier: MIT */
/* Buffers and images of the program, as far as the debugger names addresses by them. RADV's own never pass here. */
#include "wb_device.h"

#include "radv_buffer.h"
#include "radv_device_memory.h"
#include "radv_entrypoints.h"
#include "radv_image.h"

#define NEXT(wb) (&(wb)->radv->layer_dispatch.wavebreak)

VKAPI_ATTR VkResult VKAPI_CALL
wavebreak_CreateBuffer(VkDevice device, const VkBufferCreateInfo *info, const VkAllocationCallbacks *allocator, VkBuffer *buffer)
{
   struct wb_device *wb = wb_device_from_handle(device);
   VkResult result = NEXT(wb)->CreateBuffer(device, info, allocator, buffer);
   if (result == VK_SUCCESS)
      wb_ranges_add(&wb->ranges, &radv_buffer_from_handle(*buffer)->vk.base);
   return result;
}

VKAPI_ATTR void VKAPI_CALL
wavebreak_DestroyBuffer(VkDevice device, VkBuffer buffer, const VkAllocationCallbacks *allocator)
{
   struct wb_device *wb = wb_device_from_handle(device);
   if (buffer)
      wb_ranges_remove(&wb->ranges, &radv_buffer_from_handle(buffer)->vk.base);
   NEXT(wb)->DestroyBuffer(device, buffer, allocator);
}

VKAPI_ATTR VkResult VKAPI_CALL
wavebreak_BindBufferMemory2(VkDevice device, uint32_t count, const VkBindBufferMemoryInfo *infos)
{
   struct wb_device *wb = wb_device_from_handle(device);
   wb_ranges_lock(&wb->ranges);
   VkResult result = NEXT(wb)->BindBufferMemory2(device, count, infos);
   wb_ranges_unlock(&wb->ranges);
   return result;
}

VKAPI_ATTR VkResult VKAPI_CALL
wavebreak_CreateImage(VkDevice device, const VkImageCreateInfo *info, const VkAllocationCallbacks *allocator, VkImage *image)
{
   struct wb_device *wb = wb_device_from_handle(device);
   VkResult result = NEXT(wb)->CreateImage(device, info, allocator, image);
   if (result == VK_SUCCESS)
      wb_ranges_add(&wb->ranges, &radv_image_from_handle(*image)->vk.base);
   return result;
}

VKAPI_ATTR void VKAPI_CALL
wavebreak_DestroyImage(VkDevice device, VkImage image, const VkAllocationCallbacks *allocator)
{
   struct wb_device *wb = wb_device_from_handle(device);
   if (image)
      wb_ranges_remove(&wb->ranges, &radv_image_from_handle(image)->vk.base);
   NEXT(wb)->DestroyImage(device, image, allocator);
}

VKAPI_ATTR VkResult VKAPI_CALL
wavebreak_BindImageMemory2(VkDevice device, uint32_t count, const VkBindImageMemoryInfo *infos)
{
   struct wb_device *wb = wb_device_from_handle(device);
   wb_ranges_lock(&wb->ranges);
   VkResult result = NEXT(wb)->BindImageMemory2(device, count, infos);
   wb_ranges_unlock(&wb->ranges);
   return result;
}

VKAPI_ATTR VkResult VKAPI_CALL
wavebreak_UnmapMemory2(VkDevice device, const VkMemoryUnmapInfo *info)
{
   struct wb_device *wb = wb_device_from_handle(device);
   wb_ranges_lock(&wb->ranges);
   VkResult result = NEXT(wb)->UnmapMemory2(device, info);
   wb_ranges_unlock(&wb->ranges);
   return result;
}
