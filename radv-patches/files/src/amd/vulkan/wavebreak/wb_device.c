/* SPDX-License-Identifier: MIT */
#include "wb_device.h"

#include "wb_dispatch.h"

#include "radv_physical_device.h"

#include "util/u_atomic.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>

bool
wb_enabled(void)
{
   const char *value = getenv("WAVEBREAK");
   return value && !strcmp(value, "1");
}

uint64_t
wb_next_id(void)
{
   static uint64_t last;
   return p_atomic_inc_return(&last);
}

void
wb_message(struct wb_device *wb, int severity, const char *format, ...)
{
   char text[1024];
   va_list args;
   va_start(args, format);
   vsnprintf(text, sizeof(text), format, args);
   va_end(args);

   if (wb_callbacks_present(&wb->callbacks)) {
      WB_CALL(&wb->callbacks, message, severity, text);
   } else if (severity > 0) {
      fprintf(stderr, "radv: wavebreak: %s\n", text);
   }
}

VkResult
wb_device_create(struct radv_device *device)
{
   struct wb_device *wb = calloc(1, sizeof(*wb));
   if (!wb)
      return VK_ERROR_OUT_OF_HOST_MEMORY;

   wb->radv = device;
   wb_callbacks_init(&wb->callbacks);
   wb_shaders_init(&wb->shaders);
   wb_commands_init(&wb->commands);
   wb_ranges_init(&wb->ranges);
   wb_code_init(&wb->code);
   wb_submissions_init(&wb->submissions);
   wb_batches_init(&wb->batches);
   wb_lost_init(&wb->lost);
   wb_trap_init_state(&wb->trap);
   wb_stop_clock_init(&wb->stop_clock);
   mtx_init(&wb->dispatch_lock, mtx_plain);
   device->wavebreak = wb;
   return VK_SUCCESS;
}

void
wb_device_start(struct wb_device *wb)
{
   wb_commands_start(wb);
   wb_submissions_start(wb);
   wb_dispatch_choose(wb);
}

void
wb_device_stop(struct wb_device *wb)
{
   wb_submissions_stop(wb);
   wb_shaders_release_all(wb);
   wb_trap_finish(wb);
   wb_code_finish(wb);
}

void
wb_device_destroy(struct wb_device *wb)
{
   if (!wb)
      return;
   wb_ranges_finish(&wb->ranges);
   wb_commands_finish(&wb->commands);
   wb_shaders_finish(&wb->shaders);
   wb_submissions_finish(&wb->submissions);
   wb_batches_finish(&wb->batches);
   wb_lost_finish(&wb->lost);
   wb_stop_clock_finish(&wb->stop_clock);
   wb_trap_finish_state(&wb->trap);
   wb_callbacks_finish(&wb->callbacks);
   mtx_destroy(&wb->dispatch_lock);
   free(wb);
}

VkResult
wb_get_device_info(VkDevice handle, struct wb_device_info *info)
{
   struct wb_device *wb = wb_device_from_handle(handle);
   const struct radv_physical_device *pdev = radv_device_physical(wb->radv);
   const struct amd_ip_info *ip = &pdev->info.ip[AMD_IP_GFX];

   memset(info, 0, sizeof(*info));
   info->device_name = pdev->name;
   info->driver_info = pdev->vk.properties.driverInfo;
   info->gfx_level = ip->ver_major * 100 + ip->ver_minor * 10 + ip->ver_rev;
   info->drm_fd = wb->radv->ws->get_fd(wb->radv->ws);
   info->drm_minor = minor(pdev->render_devid);
   info->vmid = WB_NONE;
   wb_trap_describe(&wb->trap, info);
   return VK_SUCCESS;
}
