/* SPDX-License-Identifier: MIT */
/*
 * What the passes of a debug variant share: the builder's tables, and the steps in the order in which a compile takes them.
 *
 *    vtn (wb_vtn.c)     wb_loc, wb_scope, wb_declare from SPIR-V and its debug information
 *    wb_mark_functions  wb_scope ends, after nir_lower_returns and before nir_inline_functions
 *    wb_insert_slots    slots and the values at them, after inlining and before nir_lower_vars_to_ssa
 *    wb_scratch_*, wb_record_shared   where aggregates in memory are
 *    ACO (aco_wb_slot.cpp)  one p_wb_slot for each slot; registers, spill slots and code offsets
 *    wb_builder_finish  the record
 *
 * A variable's value at a slot is found in one of two ways. Variables of the frame that runs, and those that it can change
 * through a pointer, are read at each slot (`wb_values` before `wb_slot`). Variables of the frames that called it cannot change
 * before it returns: they are read once where the callee begins, as the group of the callee's frame, and ACO adds the groups
 * of a slot's frame and of all its parents to the slot.
 */
#ifndef WB_NIR_H
#define WB_NIR_H

#include "amd/vulkan/wavebreak/wb_builder.h"
#include "util/hash_table.h"
#include "util/u_dynarray.h"
#include "nir.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A source location, the BASE of wb_loc. */
struct wb_src_loc {
   uint32_t file, line, column; /* as in struct wb_slot */
   uint32_t spirv_offset;       /* words */
   uint32_t scope_id;
   uint32_t inlined_at; /* id of the DebugInlinedAt of an instruction that was inlined before the driver saw it; 0 = none */
   bool no_line; /* made for an instruction of a module without lines */
};

/* A call that was inlined before the driver saw it: DebugInlinedAt. */
struct wb_inlined_at {
   uint32_t parent;   /* id of the DebugInlinedAt that the caller was itself inlined at; 0 = none */
   uint32_t scope_id; /* that the call was in */
   uint32_t file, line; /* of the call */
};

/* One vector of values at a slot or of a group; a static one (in memory or without a value) is no source of wb_values. */
struct wb_source {
   uint32_t variable;   /* index into variables */
   uint32_t first_leaf; /* of the first component; WB_NONE = the whole variable */
   uint32_t storage;    /* WB_LOC_SCRATCH, WB_LOC_LDS: index into storages */
   uint8_t kind;        /* wb_location_kind; WB_LOC_VGPR stands for whatever ACO finds */
   uint8_t components, bit_size;
   uint8_t flags; /* WB_LOC_WRITABLE */
};

struct wb_source_range {
   uint32_t first, count;
};

/* A variable that lies in memory. */
struct wb_storage {
   const struct glsl_type *type;
   uint32_t kind;   /* WB_LOC_SCRATCH or WB_LOC_LDS */
   uint32_t offset; /* bytes; WB_NONE until it has been laid out */
   uint32_t layout; /* index into layouts, WB_NONE until then */
};

/* A slot that ACO emitted: code offset and the locations found there. */
struct wb_emitted {
   uint32_t slot, code_offset, first_location, location_count;
};

struct wb_builder {
   uint32_t flags;
   char *error;
   struct util_dynarray files;       /* const char * */
   struct util_dynarray locs;        /* struct wb_src_loc */
   struct util_dynarray slots;       /* struct wb_slot; code_offset, first_location and location_count unused */
   struct util_dynarray slot_values; /* struct wb_source_range, one for each slot */
   struct util_dynarray frames;      /* struct wb_frame */
   struct util_dynarray groups;      /* struct wb_source_range, one for each frame */
   struct util_dynarray variables;   /* struct wb_variable */
   struct util_dynarray sources;     /* struct wb_source */
   struct util_dynarray storages;    /* struct wb_storage */
   struct util_dynarray layouts;     /* struct wb_layout */
   struct util_dynarray emitted;     /* struct wb_emitted */
   struct util_dynarray locations;   /* struct wb_location of emitted slots */
   struct hash_table_u64 *scope_of;  /* SPIR-V id of a variable -> 1 + SPIR-V id of the scope it is declared in */
   struct hash_table_u64 *parent_of; /* SPIR-V id of a scope -> the scope around it */
   struct hash_table_u64 *parameters; /* SPIR-V ids of function parameters */
   struct hash_table_u64 *initialized; /* SPIR-V ids of variables with an initializer */
   struct util_dynarray inlined;     /* struct wb_inlined_at */
   struct hash_table_u64 *inlined_at; /* SPIR-V id of a DebugInlinedAt -> 1 + its index in inlined */
   struct hash_table_u64 *function_of; /* SPIR-V id of a scope -> the DebugFunction it is or lies in */
   struct hash_table_u64 *described; /* SPIR-V ids of the DebugLocalVariables that DebugValue describes */
   struct hash_table_u64 *hidden;    /* SPIR-V ids of variables that a compiler made for itself */
   uint32_t wave_size, code_size, sgprs, vgprs, lds_size, scratch_bytes_per_lane;
   uint32_t workgroup_size[3];
};

#define wb_count(array, type) util_dynarray_num_elements(&(array), type)
#define wb_append(array, type, ...)                                                                                     \
   do {                                                                                                                 \
      type value_ = __VA_ARGS__;                                                                                        \
      util_dynarray_append(array, type, value_);                                                                        \
   } while (0)
#define wb_at(array, type, i) util_dynarray_element(&(array), type, i)

/* Sets the error that wb_builder_error returns, unless one is set already. */
void wb_set_error(struct wb_builder *builder, const char *format, ...) PRINTFLIKE(2, 3);

/* Index of a file name, added when new. */
uint32_t wb_file_index(struct wb_builder *builder, const char *name);

/* RANGE of wb_values: how many sources count, and for a group the frame it belongs to. */
#define WB_VALUES_PER_INTRINSIC 8
#define wb_values_range(count, group_frame) ((count) | ((group_frame) + 1u) << 8)
#define wb_values_count(range) ((range) & 0xff)
#define wb_values_group(range) (((range) >> 8) - 1) /* WB_NO_GROUP: the values are the next slot's */
#define WB_NO_GROUP 0xffffffffu

/* Whether a variable declared with debug information is in scope where `scope_id` is the innermost scope. True when either is
 * not known. */
bool wb_in_scope(const struct wb_builder *builder, uint32_t spirv_id, uint32_t scope_id);

/* The call that DebugInlinedAt `id` stands for; NULL when there is none. */
const struct wb_inlined_at *wb_find_inlined_at(const struct wb_builder *builder, uint32_t id);

/* Scalars in a type, depth first as struct wb_location counts leaves; opaque members count as one. */
uint32_t wb_leaf_count(const struct glsl_type *type);
/* Adds the layout tree of a type: as nir_build_deref_offset lays it out with `size_align`, or, when that is NULL, as the type's
 * own strides and offsets say. Returns the root's index. */
uint32_t wb_add_layout(struct wb_builder *builder, const struct glsl_type *type, glsl_type_size_align_func size_align);

/* Passes; all do nothing when shader->wavebreak is NULL and return whether they changed anything. */
bool wb_mark_functions(nir_shader *shader);
bool wb_insert_slots(nir_shader *shader);

/* True when nir_lower_vars_to_scratch must move `var` to scratch whatever its size and use, and nir_lower_vars_to_ssa must leave
 * it alone. */
static inline bool
wb_is_memory_variable(const nir_variable *var)
{
   return var && var->data.wb_variable != 0;
}

/* ACO has emitted `slot` at `code_offset` bytes; follow it with wb_emit_value for each value of its sources. Values that have no
 * register (memory, undefined) are added here. */
void wb_emit_slot(struct wb_builder *builder, uint32_t slot, uint32_t code_offset);
/* Component `component` of source `source` at the slot emitted last: kind, byte, lane, reg, constant, and flags with
 * WB_LOC_WRITABLE taken away where ACO cannot keep the promise come from `where`. */
void wb_emit_value(struct wb_builder *builder, uint32_t source, uint32_t component, const struct wb_location *where);

/* nir_lower_vars_to_scratch has given `var` its offset in bytes. */
void wb_record_scratch(nir_shader *shader, const nir_variable *var, uint32_t offset, glsl_type_size_align_func size_align);
/* nir_lower_vars_to_explicit_types has laid out all shared variables. */
void wb_record_shared(nir_shader *shader);

#ifdef __cplusplus
}
#endif
#endif
