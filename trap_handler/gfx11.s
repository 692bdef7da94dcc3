// SPDX-License-Identifier: MIT
// gfx11 (RDNA3) instance of the trap handler: the instruction spellings that differ between generations. The handler itself is in
// handler.inc. Facts: hardware.md 1.1 (register ids), 1.2 (fields), 1.3 (entry and return), 2.4 (what a handler must do).

#include "mailbox.h"

// Where this generation keeps what.
#define HW_MODE hwreg(HW_REG_MODE)
#define HW_STATUS hwreg(HW_REG_STATUS)
#define HW_TRAPSTS hwreg(HW_REG_TRAPSTS)
#define HW_WAVE64 hwreg(28, 11, 1) // IB_STS2.WAVE64; LLVM has no name for the register
#define MODE_STEP_BIT 11
#define TTMP1_TRAP_ID_SHIFT 16
#define TTMP1_TRAP_ID_BITS 8
#define TTMP1_HOST_TRAP_BIT 24

#define STS_WATCH_BITS 0x7080 // addr_watch0 and ADDR_WATCH1..3
#define STS_ALU_BITS 0x7f
#define STS_MEMVIOL_BIT 8
#define STS_ILLEGAL_BIT 11
#define STS_HOST_BIT 16
#define STS_START_BIT 17
#define STS_END_BIT 18
#define STS_STEP_BIT 20
// Everything that this handler answers and therefore clears before it returns.
#define STS_FIRST_CLEARED 0  // bits 0..8
#define STS_FIRST_CLEARED_BITS 9

// TMA in bytes: the message gives address >> 8 (hardware.md 1.7); 48-bit addresses are sign-extended.
.macro get_control lo, hi, pair
	s_sendmsg_rtn_b64 \pair, sendmsg(MSG_RTN_GET_TMA)
	s_waitcnt lgkmcnt(0)
	s_lshl_b64 \pair, \pair, 8
	s_sext_i32_i16 \hi, \hi
.endm

.macro get_realtime pair
	s_sendmsg_rtn_b64 \pair, sendmsg(MSG_RTN_GET_REALTIME)
	s_waitcnt lgkmcnt(0)
.endm

.macro wait_all
	s_waitcnt vmcnt(0) & expcnt(0) & lgkmcnt(0)
	s_waitcnt_vscnt null, 0x0
.endm

// The number of the lowest bit that is one.
.macro count_trailing_zeros dst, src
	s_ctz_i32_b32 \dst, \src
.endm

#define LOAD_BYPASS glc slc dlc
#define STORE_BYPASS glc slc dlc
#define SCALAR_BYPASS glc

#include "handler.inc"
