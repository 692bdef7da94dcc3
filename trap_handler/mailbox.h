/* SPDX-License-Identifier: MIT */
/* The tables below are aligned by hand. */
/* clang-format off */
/*
 * The mailbox: the memory through which the trap handler and the agent talk. One layout for the handler's assembly
 * (which sees only the #defines), the agent, RADV and the simulator's tests.
 *
 * Memory. TMA holds the GPU address of the control block (256-byte aligned, in the 32-bit window). The control block,
 * page map and transfer buffer sit in uncached VRAM or GTT; the page pool (save areas) sits in uncached GTT. All of it is mapped for
 * the CPU. Every word is little endian and naturally aligned; each is written by one side only, as marked H (host)
 * or G (GPU), except where an atomic is named.
 *
 * A stopped wave owns a *save area*: consecutive 4 KiB pages of the pool, claimed with a compare-and-swap on the page map
 * (32 pages a word; an area never crosses a word's 32 pages). The area begins with a wave record, then the SGPRs, then all VGPRs.
 * A wave that finds no room goes on, counted in `missed`.
 *
 * Life of a stop: the wave claims its pages, fills record and registers, writes `state` = STOPPED after everything else is
 * visible, adds 1 to `stop_count` (atomic), then polls `command`. The host finds stopped waves through the directory,
 * changes saved registers if it wants, and writes `command`. The handler obeys, sets `state` = RUNNING, frees the
 * pages (atomic and) and returns to the shader; for the transfer commands it writes `command_done` = the command's
 * sequence number and polls on.
 */
#ifndef WAVEBREAK_MAILBOX_H
#define WAVEBREAK_MAILBOX_H

#define WB_MAILBOX_MAGIC 0x314b4257 /* "WBK1" */
#define WB_MAILBOX_VERSION 1

/* ---- control block ------------------------------------------------------------------------------------------- */
#define WB_CONTROL_SIZE 4096
#define WB_CTL_MAGIC 0x000          /* H u32 WB_MAILBOX_MAGIC */
#define WB_CTL_VERSION 0x004        /* H u32 */
#define WB_CTL_FLAGS 0x008          /* H u32 WB_FLAG_* */
#define WB_CTL_HEARTBEAT 0x00c      /* H u32 changes while the agent lives */
#define WB_CTL_TIMEOUT 0x010        /* H u64 dead-man's switch in REALTIME ticks (100 MHz on gfx11); 0 = off */
#define WB_CTL_REASONS 0x018        /* H u32 stop for these WB_REASON_* bits, others resume at once; 0 = stop nothing */
#define WB_CTL_FOCUS_COMMAND 0x01c  /* H u32 command id to stop for; WB_ANY = all */
#define WB_CTL_FOCUS_GROUP 0x020    /* H u32[3] workgroup id to stop for; [0] = WB_ANY: all */
#define WB_CTL_FOCUS_LOCAL 0x02c    /* H u32 packed local id (x | y<<10 | z<<20) of the first lane of the wave; WB_ANY = all waves */
#define WB_CTL_POOL 0x030           /* H u64 GPU address of the page pool, 4 KiB aligned */
#define WB_CTL_PAGE_MAP 0x038       /* H u64 GPU address of the page map: u32 words, bit set = page taken; the u32 just
                                       before it holds the number of words again */
#define WB_CTL_PAGE_WORDS 0x040     /* H u32 number of page-map words (pool pages / 32): a power of two, at most 32768;
                                       bits of pages that the pool lacks are set by the host */
#define WB_CTL_TRANSFER_SIZE 0x044  /* H u32 bytes of the transfer buffer */
#define WB_CTL_DIRECTORY 0x048      /* H u64 GPU address of the directory: one u32 per pool page (WB_DIR_*) */
#define WB_CTL_TRANSFER 0x050       /* H u64 GPU address of the transfer buffer */
#define WB_CTL_RESUME_EPOCH 0x058   /* H u32 a change lets every stopped wave go on; to let all go for good, clear REASONS first */
#define WB_CTL_STOP_COUNT 0x080     /* G u32 atomic: stops published so far; the agent polls this word */
#define WB_CTL_MISSED 0x084         /* G u32 atomic: waves that found no room */
#define WB_CTL_TIMED_OUT 0x088      /* G u32 atomic: waves that the dead-man's switch let go */
#define WB_CTL_SERIAL 0x08c         /* G u32 atomic: numbers given to stops, in the order they were claimed */
#define WB_CTL_PROBE 0x0c0          /* G u32[4] the probe dispatch's answer: magic, HW_ID1, HW_ID2, 0 */

#define WB_ANY 0xffffffff

#define WB_FLAG_UNMARKED 0x1 /* stop waves whose TTMPs carry no mark (launched before their entry slot was armed) too */
#define WB_FLAG_KEEP_STEPPING 0x2 /* an instruction step that nobody wants to see leaves MODE's bit set: a wave that begins with
                                     DEBUG_MODE then enters the handler after every instruction (transparency tests) */

/* Why a wave entered the handler: WB_REC_REASON holds the one that counts most. */
#define WB_REASON_SLOT 0x001      /* s_trap WB_TRAP_SLOT at an armed slot */
#define WB_REASON_ENTRY 0x002     /* s_trap WB_TRAP_ENTRY at the entry slot */
#define WB_REASON_STEP 0x004      /* MODE.trap_after_inst (TRAPSTS.trap_after_inst on gfx11) */
#define WB_REASON_START 0x008     /* TRAP_ON_START */
#define WB_REASON_END 0x010       /* TRAP_ON_END */
#define WB_REASON_MEMVIOL 0x020   /* memory violation */
#define WB_REASON_ILLEGAL 0x040   /* illegal instruction */
#define WB_REASON_EXCEPTION 0x080 /* ALU exception enabled in MODE */
#define WB_REASON_WATCH 0x100     /* address watch */
#define WB_REASON_HOST 0x200      /* host trap (SQ_CMD) */
#define WB_REASON_OTHER_TRAP 0x400 /* s_trap with another id, e.g. NonSemantic.DebugBreak's s_trap 1 is WB_TRAP_BREAK */

/* s_trap ids. An armed slot is `s_trap id` over the slot's s_nop. */
#define WB_TRAP_BREAK 1 /* a break the shader asks for itself (NonSemantic.DebugBreak) */
#define WB_TRAP_SLOT 4
#define WB_TRAP_ENTRY 5
#define WB_S_NOP 0xbf800000         /* a slot, not armed: s_nop 0, same on gfx10..gfx12 */
#define WB_S_TRAP_GFX11 0xbf900000  /* | id */

/* Directory: one word per pool page; only the first page's word of an area is used. */
#define WB_DIR_FREE 0
#define WB_DIR_STOPPED 1
#define WB_DIR_RUNNING 2 /* claimed, record not valid yet or being resumed */

/* ---- variant header: 64 bytes immediately before the first instruction of a debug variant, written by RADV ------- */
#define WB_VARIANT_HEADER_SIZE 64
#define WB_VARIANT_MAGIC_VALUE 0x56444257 /* "WBDV" */
#define WB_VAR_MAGIC 0x00
#define WB_VAR_CODE_SIZE 0x04       /* u32 bytes */
#define WB_VAR_SHADER_ID 0x08       /* u64 RADV's id of the shader */
#define WB_VAR_COMMAND_SGPR 0x10    /* u32 user SGPR that holds the command id, 0xff = none */
#define WB_VAR_GROUP_SGPR 0x14      /* u32 three bytes: SGPR of workgroup id x, y, z; 0xff each = not enabled (id 0 shown) */
#define WB_VAR_WAVE_SIZE 0x18       /* u32 32 or 64 */
#define WB_VAR_STAGE 0x1c           /* u32 VkShaderStageFlagBits */

/* TTMPs that the entry slot initialises for the wave's life (indices; ttmp0-5, 10 and 12-15 are scratch of the handler). */
#define WB_TTMP_MARK 6       /* WB_TTMP_MARK_VALUE once the entry slot was passed under our handler */
#define WB_TTMP_COMMAND 7    /* command id */
#define WB_TTMP_GROUP_X 8
#define WB_TTMP_GROUP_YZ 9 /* y | z << 16: a dispatch has at most 65535 groups along y and z */
#define WB_TTMP_LOCAL 11     /* packed local id of the first lane */
#define WB_TTMP_MARK_VALUE 0x57424b31

/* ---- wave record: the first WB_RECORD_SIZE bytes of a save area ------------------------------------------------- */
#define WB_RECORD_SIZE 512
#define WB_REC_COMMAND 0x00      /* H u32 WB_CMD_*; the handler clears it (writes 0) when taken */
#define WB_REC_COMMAND_SEQ 0x04  /* H u32 written before `command` */
#define WB_REC_ARG_ADDRESS 0x08  /* H u64 GPU address, or LDS byte offset */
#define WB_REC_ARG_SIZE 0x10     /* H u32 bytes, multiple of 4, at most the transfer buffer */
#define WB_REC_DONE_SEQ 0x20     /* G u32 COMMAND_SEQ of the last finished transfer command */
#define WB_REC_STATE 0x40        /* G u32 WB_DIR_STOPPED / WB_DIR_RUNNING, same as the directory's word */
#define WB_REC_REASON 0x44       /* G u32 one WB_REASON_* bit */
#define WB_REC_TRAP_ID 0x48      /* G u32 */
#define WB_REC_WAVE_SIZE 0x4c    /* G u32 32 or 64 */
#define WB_REC_VGPRS 0x50        /* G u32 VGPRs saved */
#define WB_REC_LDS_SIZE 0x54     /* G u32 bytes of LDS the group has */
#define WB_REC_SERIAL 0x58       /* G u32 number of this stop, from WB_CTL_SERIAL, first is 0 */
#define WB_REC_COMMAND_ID 0x60   /* G u32 WB_ANY = unknown (no mark) */
#define WB_REC_GROUP 0x64        /* G u32[3] */
#define WB_REC_LOCAL 0x70        /* G u32 packed local id of the first lane at launch */
#define WB_REC_PC 0x80           /* HG u64 where the wave goes on; at a slot stop: the instruction after the slot */
#define WB_REC_EXEC 0x88         /* HG u64 */
#define WB_REC_VCC 0x90          /* HG u64 */
#define WB_REC_M0 0x98           /* HG u32 */
#define WB_REC_SCC 0x9c          /* HG u32 0 or 1 */
#define WB_REC_MODE 0xa0         /* HG u32; the step bit (11) as left by a WB_CMD_STEP is ignored when the wave goes on */
#define WB_REC_STATUS 0xa4       /* G u32; EXECZ and VCCZ are the handler's own: take EXEC and VCC */
#define WB_REC_TRAPSTS 0xa8      /* G u32 as read at entry */
#define WB_REC_HW_ID1 0xac       /* G u32 */
#define WB_REC_HW_ID2 0xb0       /* G u32 */
#define WB_REC_FLAT_SCRATCH 0xb8 /* G u64 this wave's scratch base */
#define WB_REC_IB_STS 0xc0       /* G u32 as read at entry */
#define WB_REC_TTMP 0x100        /* G u32[16] ttmp0-1 and 6-9, 11 count; the others are the handler's scratch */
#define WB_SAVED_SGPRS 128       /* by operand code: s0..s105, VCC; words 108..127 are undefined */
#define WB_SGPR_OFFSET 0x200     /* HG u32[128] after the record */
#define WB_VGPR_OFFSET 0x400     /* HG VGPR r of lane l at (r * wave_size + l) * 4 */
#define WB_PAGE_SIZE 4096
#define WB_MAX_AREA_PAGES 17     /* 1 KiB + 256 VGPRs of 64 lanes */

/* Commands. */
#define WB_CMD_NONE 0
#define WB_CMD_RESUME 1     /* restore everything and return */
#define WB_CMD_STEP 2       /* the same with MODE.trap_after_inst set: traps again after one instruction */
#define WB_CMD_READ_MEMORY 3  /* copy ARG_SIZE bytes from GPU address ARG_ADDRESS to the transfer buffer */
#define WB_CMD_WRITE_MEMORY 4 /* the other way */
#define WB_CMD_READ_LDS 5     /* copy ARG_SIZE bytes from LDS offset ARG_ADDRESS to the transfer buffer */
#define WB_CMD_WRITE_LDS 6    /* the other way: only words that the person changed */

#ifndef __ASSEMBLER__
#include <stdint.h>

/* The control block as the host sees it. */
struct wb_control {
    uint32_t magic, version, flags, heartbeat;
    uint64_t timeout;
    uint32_t reasons, focus_command;
    uint32_t focus_group[3], focus_local;
    uint64_t pool, page_map;
    uint32_t page_words, transfer_size;
    uint64_t directory, transfer;
    uint32_t resume_epoch, reserved0[9];
    uint32_t stop_count, missed, timed_out, serial;
    uint32_t reserved1[12];
    uint32_t probe[4];
};

/* A wave record as the host sees it. */
struct wb_record {
    uint32_t command, command_seq;
    uint64_t arg_address;
    uint32_t arg_size, reserved0[3];
    uint32_t done_seq, reserved1[7];
    uint32_t state, reason, trap_id, wave_size;
    uint32_t vgprs, lds_size, serial, reserved2;
    uint32_t command_id, group[3];
    uint32_t local, reserved3[3];
    uint64_t pc, exec, vcc;
    uint32_t m0, scc, mode, status, trapsts, hw_id1, hw_id2, reserved4;
    uint64_t flat_scratch;
    uint32_t ib_sts, reserved5[15];
    uint32_t ttmp[16];
    uint32_t reserved6[48];
};

struct wb_variant_header {
    uint32_t magic, code_size;
    uint64_t shader_id;
    uint32_t command_sgpr, group_sgpr, wave_size, stage;
    uint32_t reserved[8];
};

#ifdef __cplusplus
#include <cstddef>
#define WB_CHECK(type, member, offset) static_assert(offsetof(type, member) == offset)
WB_CHECK(wb_control, timeout, WB_CTL_TIMEOUT);
WB_CHECK(wb_control, reasons, WB_CTL_REASONS);
WB_CHECK(wb_control, focus_group, WB_CTL_FOCUS_GROUP);
WB_CHECK(wb_control, focus_local, WB_CTL_FOCUS_LOCAL);
WB_CHECK(wb_control, pool, WB_CTL_POOL);
WB_CHECK(wb_control, page_map, WB_CTL_PAGE_MAP);
WB_CHECK(wb_control, page_words, WB_CTL_PAGE_WORDS);
WB_CHECK(wb_control, directory, WB_CTL_DIRECTORY);
WB_CHECK(wb_control, transfer, WB_CTL_TRANSFER);
WB_CHECK(wb_control, resume_epoch, WB_CTL_RESUME_EPOCH);
WB_CHECK(wb_control, stop_count, WB_CTL_STOP_COUNT);
WB_CHECK(wb_control, probe, WB_CTL_PROBE);
WB_CHECK(wb_record, done_seq, WB_REC_DONE_SEQ);
WB_CHECK(wb_record, state, WB_REC_STATE);
WB_CHECK(wb_record, vgprs, WB_REC_VGPRS);
WB_CHECK(wb_record, command_id, WB_REC_COMMAND_ID);
WB_CHECK(wb_record, local, WB_REC_LOCAL);
WB_CHECK(wb_record, pc, WB_REC_PC);
WB_CHECK(wb_record, m0, WB_REC_M0);
WB_CHECK(wb_record, hw_id2, WB_REC_HW_ID2);
WB_CHECK(wb_record, flat_scratch, WB_REC_FLAT_SCRATCH);
WB_CHECK(wb_record, ib_sts, WB_REC_IB_STS);
WB_CHECK(wb_record, ttmp, WB_REC_TTMP);
WB_CHECK(wb_variant_header, command_sgpr, WB_VAR_COMMAND_SGPR);
WB_CHECK(wb_variant_header, stage, WB_VAR_STAGE);
static_assert(sizeof(wb_record) == WB_RECORD_SIZE);
static_assert(sizeof(wb_variant_header) == WB_VARIANT_HEADER_SIZE);
#undef WB_CHECK
#endif
#endif /* __ASSEMBLER__ */
#endif
