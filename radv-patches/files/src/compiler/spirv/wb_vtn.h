/* SPDX-License-Identifier: MIT */
/*
 * What vtn keeps of a SPIR-V module for a debug variant: source locations from OpLine and from NonSemantic.Shader.DebugInfo.100
 * (which wins where both speak), scopes, declarations and functions. All functions may be called with vtn_builder::wb NULL,
 * in a normal compile, and then do nothing.
 */
#ifndef WB_VTN_H
#define WB_VTN_H

#include "vtn_private.h"

/* Reads the module's debug information; called once, before anything is parsed. */
void wb_vtn_init(struct vtn_builder *b, const uint32_t *words, size_t word_count);

/* Line information ends with each block. Called where vtn begins one. */
void wb_vtn_begin_block(struct vtn_builder *b);
/* An instruction of a function body. Returns true when it is debug information and all done. */
bool wb_vtn_instruction(struct vtn_builder *b, SpvOp opcode, const uint32_t *w, unsigned count);
/* The instruction that ends a block; merge is the block's merge instruction or NULL. */
void wb_vtn_terminator(struct vtn_builder *b, const uint32_t *branch, const uint32_t *merge);

/* A function's code begins at the cursor. */
void wb_vtn_function(struct vtn_builder *b, uint32_t id);
/* A parameter of the function; by-value ones get a variable of their own. */
void wb_vtn_parameter(struct vtn_builder *b, uint32_t id, const struct vtn_type *type, struct vtn_ssa_value *ssa);
/* A variable of any storage class. */
void wb_vtn_variable(struct vtn_builder *b, uint32_t id, SpvStorageClass storage_class, bool initialized,
                     const struct vtn_value *value);

#endif
