/* SPDX-License-Identifier: MIT */
/*
 * What RADV's own files call of the debugger. Everything else hangs on the entry points with the prefix `wavebreak_`, which
 * RADV's dispatch tables hold only with WAVEBREAK=1 in the environment.
 */
#ifndef WB_HOOKS_H
#define WB_HOOKS_H

#include <stdbool.h>
#include <stdint.h>
#include <vulkan/vulkan.h>

struct radeon_winsys_bo;
struct radv_device;
struct vk_object_base;
struct wb_device;

/* True when WAVEBREAK is 1 in the environment. Any thread. */
bool wb_enabled(void);

/* Makes device->wavebreak. The device has its dispatch tables but neither winsys nor queues yet. Fails for lack of host memory. */
VkResult wb_device_create(struct radv_device *device);

/* Called once the device is complete, before any other thread can know it. */
void wb_device_start(struct wb_device *wb);

/* Called when the device begins to be destroyed: ends the threads and frees all GPU memory. */
void wb_device_stop(struct wb_device *wb);

/* Frees what is left; NULL is allowed. */
void wb_device_destroy(struct wb_device *wb);

/* A buffer object was mapped in GPU memory, for `object` (NULL: for RADV itself) with the winsys' flags. `cpu`: where the
 * program's own memory lies when it was imported, else NULL. Any thread. */
void wb_bo_created(struct wb_device *wb, struct radeon_winsys_bo *bo, const struct vk_object_base *object, uint32_t flags,
                   void *cpu);

/* The same buffer object is about to be unmapped. Any thread. */
void wb_bo_destroyed(struct wb_device *wb, struct radeon_winsys_bo *bo);

#endif
