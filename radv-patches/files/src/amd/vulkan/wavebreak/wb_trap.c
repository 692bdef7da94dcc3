/* SPDX-License-Identifier: MIT */
#include "wb_trap.h"

#include "wb_device.h"

#include "wavebreak/mailbox.h"

#include "radv_buffer.h"
#include "radv_physical_device.h"
#include "winsys/amdgpu/radv_amdgpu_winsys.h"

#include "util/os_file.h"
#include "util/u_math.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define S_CODE_END 0xbf9f0000u
#define CODE_ALIGNMENT 256
#define CODE_PADDING 256
#define TRANSFER_SIZE (64u << 10)
#define PAGES_A_WORD 32
#define PAGE_MAP_PREFIX 64 /* its last word repeats the number of words */

void
wb_trap_init_state(struct wb_trap *trap)
{
   mtx_init(&trap->lock, mtx_plain);
   trap->vmid = WB_NONE;
}

void
wb_trap_finish_state(struct wb_trap *trap)
{
   mtx_destroy(&trap->lock);
}

static void
destroy(struct wb_device *wb, struct radeon_winsys_bo **bo)
{
   if (*bo)
      radv_bo_destroy(wb->radv, NULL, *bo);
   *bo = NULL;
}

static void
free_memory(struct wb_device *wb)
{
   destroy(wb, &wb->trap.handler);
   destroy(wb, &wb->trap.mailbox);
   destroy(wb, &wb->trap.pool);
   wb->trap.allocated = false;
}

void
wb_trap_finish(struct wb_device *wb)
{
   wb->trap.ready = false;
   free_memory(wb);
}

/* VM_ALWAYS_VALID follows from the flags of a local buffer object; `cpu` is filled in when asked for. */
static VkResult
create(struct wb_device *wb, uint64_t size, enum radeon_bo_domain domain, uint32_t flags, struct radeon_winsys_bo **bo,
       uint8_t **cpu)
{
   flags |= RADEON_FLAG_VA_UNCACHED | RADEON_FLAG_NO_INTERPROCESS_SHARING | RADEON_FLAG_PREFER_LOCAL_BO;
   if (domain == RADEON_DOMAIN_VRAM)
      flags |= RADEON_FLAG_CPU_ACCESS;
   VkResult result =
      radv_bo_create(wb->radv, NULL, size, 4096, domain, flags, RADV_BO_PRIORITY_SHADER, 0, true, bo);
   if (result != VK_SUCCESS)
      return result;
   *cpu = radv_buffer_map(wb->radv->ws, *bo);
   return *cpu ? VK_SUCCESS : VK_ERROR_MEMORY_MAP_FAILED;
}

/* Pages for every wave that the device can hold: all VGPRs of every SIMD, and for each wave a record, its SGPRs and what is
 * lost by rounding to pages (mailbox.h: an area begins with 1 KiB of record and SGPRs). */
static uint32_t
pool_pages(const struct radeon_info *info)
{
   const uint64_t simds = (uint64_t)info->num_cu * info->num_simd_per_compute_unit;
   const uint64_t vgpr_bytes = (uint64_t)info->num_physical_wave64_vgprs_per_simd * 64 * 4;
   const uint64_t waves = info->max_waves_per_simd;
   const uint64_t bytes = simds * (vgpr_bytes + waves * WB_PAGE_SIZE);
   return align64(DIV_ROUND_UP(bytes, WB_PAGE_SIZE), PAGES_A_WORD);
}

static void
put_code(uint8_t *at, const void *code, size_t size, size_t room)
{
   memcpy(at, code, size);
   for (size_t i = align_uintptr(size, 4); i + 4 <= room; i += 4)
      memcpy(at + i, &(uint32_t){S_CODE_END}, 4);
}

static VkResult
upload_code(struct wb_device *wb, const void *handler, size_t handler_size, const void *probe, size_t probe_size)
{
   struct wb_trap *trap = &wb->trap;
   const size_t handler_room = align_uintptr(handler_size + CODE_PADDING, CODE_ALIGNMENT);
   const size_t probe_room = align_uintptr(probe_size + CODE_PADDING, CODE_ALIGNMENT);
   uint8_t *cpu;
   VkResult result = create(wb, handler_room + probe_room, RADEON_DOMAIN_GTT, RADEON_FLAG_32BIT | RADEON_FLAG_READ_ONLY,
                            &trap->handler, &cpu);
   if (result != VK_SUCCESS)
      return result;
   put_code(cpu, handler, handler_size, handler_room);
   put_code(cpu + handler_room, probe, probe_size, probe_room);
   trap->handler_size = handler_size;
   trap->probe_va = radv_buffer_get_va(trap->handler) + handler_room;
   return VK_SUCCESS;
}

/* The handler wants a power of two. */
static uint32_t
page_words(const struct wb_trap *trap)
{
   return util_next_power_of_two(trap->pool_pages / PAGES_A_WORD);
}

/* Pages that the pool lacks are marked as taken. */
static void
write_page_map(const struct wb_trap *trap)
{
   uint32_t *map = (uint32_t *)(trap->mailbox_cpu + trap->page_map_offset);
   const uint32_t words = page_words(trap);
   map[-1] = words;
   for (uint32_t i = trap->pool_pages / PAGES_A_WORD; i < words; i++)
      map[i] = UINT32_MAX;
}

/* No reason to stop is set: every trap is resumed at once until the agent says otherwise. */
static void
write_control(struct wb_trap *trap)
{
   const uint64_t va = radv_buffer_get_va(trap->mailbox);
   struct wb_control *control = (struct wb_control *)trap->mailbox_cpu;
   memset(trap->mailbox_cpu, 0, trap->transfer_offset);
   write_page_map(trap);
   control->version = WB_MAILBOX_VERSION;
   control->focus_command = WB_ANY;
   control->focus_group[0] = WB_ANY;
   control->focus_local = WB_ANY;
   control->pool = radv_buffer_get_va(trap->pool);
   control->page_map = va + trap->page_map_offset;
   control->page_words = page_words(trap);
   control->directory = va + trap->directory_offset;
   control->transfer = va + trap->transfer_offset;
   control->transfer_size = TRANSFER_SIZE;
   control->magic = WB_MAILBOX_MAGIC;
}

static VkResult
allocate_mailbox(struct wb_device *wb)
{
   struct wb_trap *trap = &wb->trap;
   trap->pool_pages = pool_pages(&radv_device_physical(wb->radv)->info);
   trap->page_map_offset = WB_CONTROL_SIZE + PAGE_MAP_PREFIX;
   trap->directory_offset = align(trap->page_map_offset + page_words(trap) * 4, 4096);
   trap->transfer_offset = trap->directory_offset + align(trap->pool_pages * 4, 4096);

   VkResult result = create(wb, trap->transfer_offset + TRANSFER_SIZE, RADEON_DOMAIN_VRAM, RADEON_FLAG_32BIT,
                            &trap->mailbox, &trap->mailbox_cpu);
   if (result == VK_SUCCESS)
      result = create(wb, (uint64_t)trap->pool_pages * WB_PAGE_SIZE, RADEON_DOMAIN_GTT, 0, &trap->pool, &trap->pool_cpu);
   if (result == VK_SUCCESS)
      write_control(trap);
   return result;
}

/* The VMID must not change while the registers that hold the handler's address are set for it. */
static VkResult
reserve_vmid(struct wb_device *wb)
{
   struct radv_amdgpu_winsys *ws = radv_amdgpu_winsys(wb->radv->ws);
   if (ws->reserve_vmid)
      return VK_SUCCESS;
   const int error = ac_drm_vm_reserve_vmid(ws->dev, 0);
   if (error) {
      wb_message(wb, 2, "the kernel did not reserve a VMID for the program: %s", strerror(-error));
      return VK_ERROR_INITIALIZATION_FAILED;
   }
   ws->reserve_vmid = true; /* the winsys gives it back at its end */
   return VK_SUCCESS;
}

static VkResult
probe_vmid(struct wb_device *wb)
{
   struct wb_trap *trap = &wb->trap;
   const volatile struct wb_control *control = (const volatile struct wb_control *)trap->mailbox_cpu;
   VkResult result = wb_probe_run(wb, trap->probe_va, radv_buffer_get_va(trap->mailbox));
   if (result != VK_SUCCESS)
      return result;
   if (control->probe[0] != WB_MAILBOX_MAGIC) {
      wb_message(wb, 2, "the probe dispatch wrote 0x%08x where its answer should be: the program's VMID is not known",
                 control->probe[0]);
      return VK_ERROR_INITIALIZATION_FAILED;
   }
   trap->vmid = (control->probe[2] >> 24) & 0xf; /* HW_ID2.VM_ID, hardware.md 1.2 */
   return VK_SUCCESS;
}

static VkResult
init_locked(struct wb_device *wb, const void *handler, size_t handler_size, const void *probe, size_t probe_size)
{
   struct wb_trap *trap = &wb->trap;
   if (wb->radv->ws->get_fd(wb->radv->ws) < 0) {
      wb_message(wb, 2, "RADV runs without a device (RADV_FORCE_FAMILY): there is nothing to trap");
      return VK_ERROR_INITIALIZATION_FAILED;
   }
   if (!trap->allocated) {
      VkResult result = upload_code(wb, handler, handler_size, probe, probe_size);
      if (result == VK_SUCCESS)
         result = allocate_mailbox(wb);
      if (result != VK_SUCCESS) {
         wb_message(wb, 2, "no GPU memory for the trap handler and its mailbox");
         free_memory(wb);
         return result;
      }
      trap->allocated = true;
   }
   VkResult result = reserve_vmid(wb);
   if (result == VK_SUCCESS)
      result = probe_vmid(wb);
   trap->ready = result == VK_SUCCESS;
   return result;
}

VkResult
wb_init_trap(VkDevice device, const void *handler_code, size_t handler_size, const void *probe_code, size_t probe_size)
{
   struct wb_device *wb = wb_device_from_handle(device);
   const char *path = getenv("WAVEBREAK_TRAP_HANDLER");
   char *file = NULL;
   if (path) {
      file = os_read_file(path, &handler_size);
      if (!file) {
         wb_message(wb, 2, "cannot read the trap handler %s: %s", path, strerror(errno));
         return VK_ERROR_INITIALIZATION_FAILED;
      }
      handler_code = file;
   }
   VkResult result = VK_ERROR_INITIALIZATION_FAILED;
   if (handler_code && handler_size && probe_code && probe_size) {
      mtx_lock(&wb->trap.lock);
      result = wb->trap.ready ? VK_SUCCESS : init_locked(wb, handler_code, handler_size, probe_code, probe_size);
      mtx_unlock(&wb->trap.lock);
   } else {
      wb_message(wb, 2, "no trap handler or no probe was given");
   }
   free(file);
   return result;
}

void
wb_trap_describe(struct wb_trap *trap, struct wb_device_info *info)
{
   mtx_lock(&trap->lock);
   if (trap->allocated) {
      info->vmid = trap->vmid;
      info->handler_va = radv_buffer_get_va(trap->handler);
      info->handler_size = trap->handler_size;
      info->control_va = radv_buffer_get_va(trap->mailbox);
      info->control = (struct wb_control *)trap->mailbox_cpu;
      info->pool = trap->pool_cpu;
      info->page_map = (uint32_t *)(trap->mailbox_cpu + trap->page_map_offset);
      info->directory = (uint32_t *)(trap->mailbox_cpu + trap->directory_offset);
      info->transfer = trap->mailbox_cpu + trap->transfer_offset;
      info->pool_pages = trap->pool_pages;
      info->transfer_size = TRANSFER_SIZE;
   }
   mtx_unlock(&trap->lock);
}
