/* SPDX-License-Identifier: MIT */
/*
 * The debug record: what RADV and ACO know about one debug variant of a shader: where its code lies, its slots, and at each slot
 * where every live variable's value is. Written by RADV, read by the layer (which sends it to the engine). Plain data: all
 * pointers point into one allocation that lives as long as the variant; indices instead of pointers inside.
 *
 * The record speaks of SPIR-V result ids and registers only. Names, types and scopes are the engine's to read from the SPIR-V.
 */
#ifndef WAVEBREAK_RECORD_H
#define WAVEBREAK_RECORD_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WB_NONE 0xffffffffu

/* Where the bits of one value are at one slot. */
enum wb_location_kind {
   WB_LOC_UNDEFINED = 0,   /* the variable has no value yet on some path */
   WB_LOC_CONSTANT = 1,    /* `constant` */
   WB_LOC_SGPR = 2,        /* from SGPR `reg`, byte `byte`; uniform over the wave */
   WB_LOC_VGPR = 3,        /* from VGPR `reg`, byte `byte`; 64-bit values take reg and reg + 1 */
   WB_LOC_LANE_MASK = 4,   /* a boolean: bit `lane` of the mask in SGPR `reg` (and reg + 1 in wave64) */
   WB_LOC_SPILL_LANE = 5,  /* a spilled SGPR: lane `lane` (and following) of VGPR `reg` */
   WB_LOC_SPILL_SCRATCH = 6, /* a spilled VGPR: scratch byte offset `reg` of the lane */
   WB_LOC_SCRATCH = 7,     /* an aggregate in scratch: byte offset `reg` of the lane, laid out as `layout` says */
   WB_LOC_LDS = 8,         /* an aggregate in LDS: byte offset `reg`, laid out as `layout` says */
   WB_LOC_UNAVAILABLE = 9, /* the compiler has it nowhere; `reg` is a wb_unavailable_reason */
};

enum wb_unavailable_reason {
   WB_UNAVAILABLE_UNKNOWN = 0,
   WB_UNAVAILABLE_NEVER_STORED = 1, /* the shader never gives the variable a value */
   WB_UNAVAILABLE_UNSUPPORTED = 2,  /* a kind of variable the pass does not follow (docs lists them) */
   WB_UNAVAILABLE_OPTIMISED = 3,    /* the module was optimised before the driver saw it and says no value for it here */
};

#define WB_LOC_WRITABLE 0x1 /* a changed value takes effect in the code after the slot */

struct wb_location {
   uint32_t variable;  /* index into variables */
   uint32_t leaf;      /* ordinal of the scalar in the variable's SPIR-V type, depth first (members in order, matrix columns,
                          vector components, array elements); WB_NONE: the whole variable (SCRATCH, LDS, UNAVAILABLE, UNDEFINED) */
   uint8_t kind;       /* wb_location_kind */
   uint8_t bit_size;   /* 1, 8, 16, 32, 64 */
   uint8_t byte;       /* first byte within the register: 0..3 */
   uint8_t lane;       /* SPILL_LANE */
   uint8_t flags;      /* WB_LOC_WRITABLE */
   uint8_t pad[3];
   uint32_t reg;
   uint32_t layout;    /* index into layouts for SCRATCH and LDS, else WB_NONE */
   uint64_t constant;
};

/* How an aggregate lies in memory: a tree in one array; children of a node are consecutive from `first_child`. */
enum wb_layout_kind { WB_LAYOUT_SCALAR, WB_LAYOUT_VECTOR, WB_LAYOUT_MATRIX, WB_LAYOUT_ARRAY, WB_LAYOUT_STRUCT };
struct wb_layout {
   uint32_t kind;
   uint32_t offset;      /* bytes from the parent's start; 0 for the root and for the element child of arrays */
   uint32_t count;       /* components, columns, elements or members */
   uint32_t stride;      /* bytes from one component, column or element to the next; 0 for scalars and structs */
   uint32_t first_child; /* element type (1 child) or members (count children); WB_NONE for scalars */
   uint32_t bit_size;    /* scalars: bits in memory (booleans 32) */
};

enum wb_variable_kind {
   WB_VAR_LOCAL = 0, WB_VAR_PARAMETER = 1, WB_VAR_PRIVATE = 2, WB_VAR_SHARED = 3, WB_VAR_INPUT = 4, WB_VAR_OUTPUT = 5,
   WB_VAR_BUILTIN = 6, /* a launch value kept for the debugger whether or not the shader names it: `builtin` */
};

struct wb_variable {
   uint32_t spirv_id; /* OpVariable or OpFunctionParameter; the DebugLocalVariable where only DebugValue is left of it; 0 for
                         WB_VAR_BUILTIN */
   uint32_t kind;     /* wb_variable_kind */
   uint32_t frame;    /* index into frames; WB_NONE for module-scope variables */
   uint32_t builtin;  /* SpvBuiltIn of WB_VAR_BUILTIN (WorkgroupId 26, LocalInvocationId 27, …), else WB_NONE */
};

/* One instance of a function: the entry point, or one inlined call. */
struct wb_frame {
   uint32_t function_id; /* SPIR-V id of the OpFunction; of the DebugFunction when it was inlined before the driver saw it */
   uint32_t parent;      /* index of the calling frame; WB_NONE for the entry point */
   uint32_t call_file, call_line, call_column; /* where the parent calls it; file: index into files or WB_NONE */
   uint32_t call_spirv_offset;
};

#define WB_SLOT_ENTRY 0x1     /* the first instruction: launch registers are intact */
#define WB_SLOT_STATEMENT 0x2 /* start of a source statement */
#define WB_SLOT_NO_LINE 0x4   /* inserted at a SPIR-V instruction of a module without lines */
#define WB_SLOT_CALL 0x8      /* first slot of an inlined function's body */
#define WB_SLOT_EXIT 0x10     /* behind the last statement: every wave that ends passes it; no line, no locations */

struct wb_slot {
   uint32_t code_offset;   /* bytes from the variant's first instruction; the word there is s_nop 0 while unarmed */
   uint32_t file;          /* index into files, WB_NONE = no line information */
   uint32_t line, column;  /* 1-based; column 0 = unknown */
   uint32_t spirv_offset;  /* word offset of the SPIR-V instruction that the statement starts with */
   uint32_t scope_id;      /* SPIR-V id of the innermost DebugLexicalBlock/DebugFunction (debug info 100), 0 = none */
   uint32_t frame;         /* index into frames */
   uint32_t flags;         /* WB_SLOT_* */
   uint32_t first_location, location_count;
};

#define WB_RECORD_ABI 1

struct wb_debug_record {
   uint32_t abi; /* WB_RECORD_ABI */
   uint32_t wave_size;
   uint64_t shader_id;
   uint64_t code_va;         /* GPU address of the first instruction */
   uint32_t code_size;       /* bytes */
   uint32_t sgprs, vgprs;    /* allocated */
   uint32_t lds_size;        /* bytes */
   uint32_t scratch_bytes_per_lane;
   /* Launch values: user SGPR numbers, WB_NONE when absent. */
   uint32_t command_sgpr, workgroup_id_sgpr[3], push_constant_sgpr, grid_size_sgpr;
   uint32_t descriptor_set_sgpr[32]; /* SGPR with the low half of set n's address, WB_NONE */
   uint32_t workgroup_size[3];       /* threads; 0 when not compute */
   uint32_t file_count, slot_count, frame_count, variable_count, location_count, layout_count;
   const char* const* files;
   const struct wb_slot* slots; /* by code_offset; one source slot may have several entries */
   const struct wb_frame* frames;
   const struct wb_variable* variables;
   const struct wb_location* locations;
   const struct wb_layout* layouts;
};

#ifdef __cplusplus
}
#endif
#endif
