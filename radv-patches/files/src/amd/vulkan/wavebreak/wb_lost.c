/* SPDX-License-Identifier: MIT */
#include "wb_lost.h"

#include "wb_device.h"

#include "winsys/amdgpu/radv_amdgpu_cs.h"

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

VkResult
wb_lost_check(struct wb_device *wb, VkResult result)
{
   struct radv_device *device = wb->radv;
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
         return vk_device_set_lost(&device->vk, "the kernel has ended a job of this device's and cancelled the others");
      if (flags & AMDGPU_CTX_QUERY2_FLAGS_VRAMLOST)
         return vk_device_set_lost(&device->vk, "the kernel has reset the GPU, and what was in VRAM is lost");
   }
   return result;
}
