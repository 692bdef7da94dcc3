/* SPDX-License-Identifier: MIT */
#include "wb_lost.h"

#include "wb_device.h"

#include "radv_debug.h"

#include "winsys/amdgpu/radv_amdgpu_cs.h"

#include <string.h>
#include <xf86drm.h>

/* The AMDGPU_CTX_QUERY2_FLAGS_* of a context (amdgpu_drm.h); 0 when the kernel does not say. */
static uint64_t
reset_flags(int fd, uint32_t context)
{
   union drm_amdgpu_ctx args = {.in = {.op = AMDGPU_CTX_OP_QUERY_STATE2, .ctx_id = context}};
   if (drmCommandWriteRead(fd, DRM_AMDGPU_CTX, &args, sizeof(args)))
      return 0;
   /* Mesa's device that does nothing leaves the question as it is; the kernel writes 0 here. */
   return args.out.state.hangs == context ? 0 : args.out.state.flags;
}

void
wb_lost_init(struct wb_lost *lost)
{
   memset(lost, 0, sizeof(*lost));
   /* The callback may wait for the device, which asks again. */
   mtx_init(&lost->lock, mtx_recursive);
}

void
wb_lost_finish(struct wb_lost *lost)
{
   mtx_destroy(&lost->lock);
}

void
wb_set_lost_callback(VkDevice device, void (*cb)(void *user), void *user)
{
   struct wb_lost *lost = &wb_device_from_handle(device)->lost;
   mtx_lock(&lost->lock);
   lost->callback = cb;
   lost->user = user;
   mtx_unlock(&lost->lock);
}

void
wb_lost_tell(struct wb_device *wb)
{
   struct wb_lost *lost = &wb->lost;
   mtx_lock(&lost->lock);
   const bool is_first = !lost->told;
   lost->told = true;
   if (is_first && lost->callback)
      lost->callback(lost->user);
   mtx_unlock(&lost->lock);
}

VkResult
wb_get_fault(VkDevice handle, struct wb_fault *out)
{
   struct wb_device *wb = wb_device_from_handle(handle);
   if (!radv_device_physical(wb->radv)->info.has_gpuvm_fault_query) {
      wb_message(wb, 1, "the kernel keeps no record of page faults; Linux 6.7 and newer do");
      return VK_ERROR_FEATURE_NOT_PRESENT;
   }
   struct radv_winsys_gpuvm_fault_info info = {0};
   if (!radv_vm_fault_occurred(wb->radv, &info))
      return VK_NOT_READY;
   *out = (struct wb_fault){
      .address = (uint64_t)((int64_t)(info.addr << 16) >> 16),
      .precision = 4096,
      .status = info.status,
      .write = info.status >> 18 & 1, /* RW, gfx10 and newer */
   };
   return VK_SUCCESS;
}

static VkResult
set_lost(struct wb_device *wb, const char *why)
{
   const VkResult result = vk_device_set_lost(&wb->radv->vk, "%s", why);
   wb_lost_tell(wb);
   return result;
}

VkResult
wb_lost_check(struct wb_device *wb, VkResult result)
{
   struct radv_device *device = wb->radv;
   if (result == VK_ERROR_DEVICE_LOST)
      wb_lost_tell(wb);
   if (result != VK_SUCCESS)
      return result;
   if (vk_device_is_lost_no_report(&device->vk))
      return VK_ERROR_DEVICE_LOST;
   const int fd = device->ws->get_fd(device->ws);
   if (fd < 0)
      return result;
   for (unsigned i = 0; i < RADV_NUM_HW_CTX; i++) {
      if (!device->hw_ctx[i])
         continue;
      const uint64_t flags = reset_flags(fd, radv_amdgpu_ctx(device->hw_ctx[i])->ctx_handle);
      if (flags & AMDGPU_CTX_QUERY2_FLAGS_GUILTY)
         return set_lost(wb, "the kernel has ended a job of this device's and cancelled the others");
      if (flags & AMDGPU_CTX_QUERY2_FLAGS_VRAMLOST)
         return set_lost(wb, "the kernel has reset the GPU, and what was in VRAM is lost");
   }
   return result;
}
