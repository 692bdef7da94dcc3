/* SPDX-License-Identifier: MIT */
/*
 * The program's waits. Of finite ones the time during which a wave was stopped does not count: when a wait ran out, it is taken
 * up again for as long as waves were stopped meanwhile. After those that succeed the kernel is asked for the device's loss.
 */
#include "wb_device.h"
#include "wb_lost.h"

#include "radv_entrypoints.h"
#include "radv_queue.h"

/* The time to wait again after a wait that began at the stop clock's `before` ran out; 0 = it really ran out. */
static uint64_t
time_to_make_up(struct wb_device *wb, uint64_t before)
{
   return wb_stop_clock_read(&wb->stop_clock) - before;
}

static bool
is_finite(uint64_t timeout)
{
   return timeout != 0 && timeout != UINT64_MAX;
}

VKAPI_ATTR VkResult VKAPI_CALL
wavebreak_WaitForFences(VkDevice device, uint32_t count, const VkFence *fences, VkBool32 wait_all, uint64_t timeout)
{
   struct wb_device *wb = wb_device_from_handle(device);
   VkResult result;
   do {
      const uint64_t before = wb_stop_clock_read(&wb->stop_clock);
      result = wb->radv->layer_dispatch.wavebreak.WaitForFences(device, count, fences, wait_all, timeout);
      if (result != VK_TIMEOUT || !is_finite(timeout))
         return wb_lost_check(wb, result);
      timeout = time_to_make_up(wb, before);
   } while (timeout);
   return result;
}

VKAPI_ATTR VkResult VKAPI_CALL
wavebreak_WaitSemaphores(VkDevice device, const VkSemaphoreWaitInfo *info, uint64_t timeout)
{
   struct wb_device *wb = wb_device_from_handle(device);
   VkResult result;
   do {
      const uint64_t before = wb_stop_clock_read(&wb->stop_clock);
      result = wb->radv->layer_dispatch.wavebreak.WaitSemaphores(device, info, timeout);
      if (result != VK_TIMEOUT || !is_finite(timeout))
         return wb_lost_check(wb, result);
      timeout = time_to_make_up(wb, before);
   } while (timeout);
   return result;
}

VKAPI_ATTR VkResult VKAPI_CALL
wavebreak_AcquireNextImage2KHR(VkDevice device, const VkAcquireNextImageInfoKHR *info, uint32_t *index)
{
   struct wb_device *wb = wb_device_from_handle(device);
   VkAcquireNextImageInfoKHR again = *info;
   VkResult result;
   do {
      const uint64_t before = wb_stop_clock_read(&wb->stop_clock);
      result = wb->radv->layer_dispatch.wavebreak.AcquireNextImage2KHR(device, &again, index);
      if (result != VK_TIMEOUT || !is_finite(again.timeout))
         return result;
      again.timeout = time_to_make_up(wb, before);
   } while (again.timeout);
   return result;
}

VKAPI_ATTR VkResult VKAPI_CALL
wavebreak_WaitForPresentKHR(VkDevice device, VkSwapchainKHR swapchain, uint64_t present_id, uint64_t timeout)
{
   struct wb_device *wb = wb_device_from_handle(device);
   VkResult result;
   do {
      const uint64_t before = wb_stop_clock_read(&wb->stop_clock);
      result = wb->radv->layer_dispatch.wavebreak.WaitForPresentKHR(device, swapchain, present_id, timeout);
      if (result != VK_TIMEOUT || !is_finite(timeout))
         return result;
      timeout = time_to_make_up(wb, before);
   } while (timeout);
   return result;
}

/* RADV calls the device lost when a query's result does not come within twice the kernel's timeout. */
VKAPI_ATTR VkResult VKAPI_CALL
wavebreak_GetQueryPoolResults(VkDevice device, VkQueryPool pool, uint32_t first, uint32_t count, size_t size, void *data,
                              VkDeviceSize stride, VkQueryResultFlags flags)
{
   struct wb_device *wb = wb_device_from_handle(device);
   VkResult result;
   uint64_t before;
   do {
      before = wb_stop_clock_read(&wb->stop_clock);
      result = wb->radv->layer_dispatch.wavebreak.GetQueryPoolResults(device, pool, first, count, size, data, stride, flags);
   } while (result == VK_ERROR_DEVICE_LOST && !vk_device_is_lost_no_report(&wb->radv->vk) && time_to_make_up(wb, before));
   return result;
}

VKAPI_ATTR VkResult VKAPI_CALL
wavebreak_GetFenceStatus(VkDevice device, VkFence fence)
{
   struct wb_device *wb = wb_device_from_handle(device);
   return wb_lost_check(wb, wb->radv->layer_dispatch.wavebreak.GetFenceStatus(device, fence));
}

VKAPI_ATTR VkResult VKAPI_CALL
wavebreak_QueueWaitIdle(VkQueue handle)
{
   VK_FROM_HANDLE(radv_queue, queue, handle);
   struct wb_device *wb = radv_queue_device(queue)->wavebreak;
   return wb_lost_check(wb, wb->radv->layer_dispatch.wavebreak.QueueWaitIdle(handle));
}

VKAPI_ATTR VkResult VKAPI_CALL
wavebreak_DeviceWaitIdle(VkDevice device)
{
   struct wb_device *wb = wb_device_from_handle(device);
   return wb_lost_check(wb, wb->radv->layer_dispatch.wavebreak.DeviceWaitIdle(device));
}
