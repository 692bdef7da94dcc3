/* SPDX-License-Identifier: MIT */
/*
 * The probe dispatch: one wave that tells its HW_ID registers. It runs in a context of its own, so that it needs none of the
 * program's queues, which only the program may use; the VMID belongs to the process' address space, not to a queue.
 */
#include "wb_trap.h"

#include "wb_device.h"

#include "radv_cs.h"
#include "radv_physical_device.h"

#include "ac_cmdbuf.h"
#include "ac_pm4.h"
#include "sid.h"

#define WAVE_SIZE 64
#define USER_SGPRS 2
#define VGPR_GRANULE 4 /* wave64, hardware.md 4.4 */
#define VGPRS 24

/* The registers that RADV's queues set once, as RADV sets them. */
static bool
emit_preamble(struct radv_device *device, struct radeon_cmdbuf *cs, bool compute_ring)
{
   const struct radv_physical_device *pdev = radv_device_physical(device);
   struct ac_pm4_state *pm4 = ac_pm4_create_sized(&pdev->info, false, 64, compute_ring);
   if (!pm4)
      return false;
   const struct ac_preamble_state state = {.gfx11 = {.compute_dispatch_interleave = 64}};
   ac_init_compute_preamble_state(&state, pm4);
   ac_pm4_finalize(pm4);
   radeon_check_space(device->ws, cs, pm4->ndw);
   radeon_emit_array(cs, pm4->pm4, pm4->ndw);
   ac_pm4_free_state(pm4);
   return true;
}

static void
emit_dispatch(struct radv_device *device, struct radeon_cmdbuf *cs, uint64_t code_va, uint64_t control_va)
{
   radeon_check_space(device->ws, cs, 64);
   radeon_set_sh_reg_seq(cs, R_00B830_COMPUTE_PGM_LO, 2);
   radeon_emit(cs, code_va >> 8);
   radeon_emit(cs, S_00B834_DATA(code_va >> 40));
   radeon_set_sh_reg_seq(cs, R_00B848_COMPUTE_PGM_RSRC1, 2);
   radeon_emit(cs, S_00B848_VGPRS(VGPRS / VGPR_GRANULE - 1) | S_00B848_FLOAT_MODE(0xc0) | S_00B848_MEM_ORDERED(1));
   radeon_emit(cs, S_00B84C_USER_SGPR(USER_SGPRS));
   radeon_set_sh_reg(cs, R_00B8A0_COMPUTE_PGM_RSRC3, 0);
   radeon_set_sh_reg(cs, R_00B854_COMPUTE_RESOURCE_LIMITS, 0);
   radeon_set_sh_reg_seq(cs, R_00B81C_COMPUTE_NUM_THREAD_X, 3);
   radeon_emit(cs, S_00B81C_NUM_THREAD_FULL_GFX6(WAVE_SIZE));
   radeon_emit(cs, S_00B820_NUM_THREAD_FULL_GFX6(1));
   radeon_emit(cs, S_00B824_NUM_THREAD_FULL(1));
   radeon_set_sh_reg_seq(cs, R_00B900_COMPUTE_USER_DATA_0, USER_SGPRS);
   radeon_emit(cs, control_va);
   radeon_emit(cs, control_va >> 32);

   radeon_emit(cs, PKT3(PKT3_DISPATCH_DIRECT, 3, 0) | PKT3_SHADER_TYPE_S(1));
   radeon_emit(cs, 1);
   radeon_emit(cs, 1);
   radeon_emit(cs, 1);
   radeon_emit(cs, device->dispatch_initiator | S_00B800_FORCE_START_AT_000(1));

   radeon_emit(cs, PKT3(PKT3_EVENT_WRITE, 0, 0));
   radeon_emit(cs, EVENT_TYPE(V_028A90_CS_PARTIAL_FLUSH) | EVENT_INDEX(4));
}

static VkResult
submit(struct wb_device *wb, struct radeon_winsys *ws, struct radeon_winsys_ctx *ctx, struct radeon_cmdbuf *cs,
       enum amd_ip_type ring)
{
   VkResult result = ws->cs_finalize(cs);
   if (result != VK_SUCCESS)
      return result;
   const struct radv_winsys_submit_info info = {.ip_type = ring, .cs_array = &cs, .cs_count = 1};
   result = ws->cs_submit(ctx, &info, 0, NULL, 0, NULL);
   if (result != VK_SUCCESS)
      return result;
   return ws->ctx_wait_idle(ctx, ring, 0) ? VK_SUCCESS : VK_ERROR_DEVICE_LOST;
}

VkResult
wb_probe_run(struct wb_device *wb, uint64_t code_va, uint64_t control_va)
{
   struct radv_device *device = wb->radv;
   struct radeon_winsys *ws = device->ws;
   const struct radeon_info *info = &radv_device_physical(device)->info;
   const enum amd_ip_type ring = info->ip[AMD_IP_COMPUTE].num_queues ? AMD_IP_COMPUTE : AMD_IP_GFX;

   struct radeon_winsys_ctx *ctx;
   VkResult result = ws->ctx_create(ws, RADEON_CTX_PRIORITY_MEDIUM, &ctx);
   if (result != VK_SUCCESS)
      return result;
   struct radeon_cmdbuf *cs = ws->cs_create(ws, ring, false);
   if (!cs) {
      result = VK_ERROR_OUT_OF_DEVICE_MEMORY;
   } else if (!emit_preamble(device, cs, ring == AMD_IP_COMPUTE)) {
      result = VK_ERROR_OUT_OF_HOST_MEMORY;
   } else {
      emit_dispatch(device, cs, code_va, control_va);
      result = submit(wb, ws, ctx, cs, ring);
   }
   if (cs)
      ws->cs_destroy(cs);
   ws->ctx_destroy(ctx);
   if (result != VK_SUCCESS)
      wb_message(wb, 2, "the probe dispatch failed (%d)", result);
   return result;
}
