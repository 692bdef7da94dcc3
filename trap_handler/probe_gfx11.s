// SPDX-License-Identifier: MIT
// The probe: one wave that tells under which VMID the program's work runs. s0:1 = address of the control block.
// HW_ID2.VM_ID is bits 27:24 (hardware.md 1.2). The magic is stored last.

#include "mailbox.h"

	.text
	.p2align 8
	.globl wavebreak_probe
wavebreak_probe:
	s_getreg_b32 s2, hwreg(HW_REG_HW_ID1)
	s_getreg_b32 s3, hwreg(HW_REG_HW_ID2)
	s_mov_b64 exec, 1
	v_mov_b32 v0, 0
	v_mov_b32 v1, s2
	v_mov_b32 v2, s3
	global_store_b64 v0, v[1:2], s[0:1] offset:WB_CTL_PROBE+4 glc slc dlc
	s_waitcnt_vscnt null, 0x0
	v_mov_b32 v1, WB_MAILBOX_MAGIC
	global_store_b32 v0, v1, s[0:1] offset:WB_CTL_PROBE glc slc dlc
	s_waitcnt_vscnt null, 0x0
	s_endpgm
	.p2align 8
	.rept 64
	s_code_end
	.endr
