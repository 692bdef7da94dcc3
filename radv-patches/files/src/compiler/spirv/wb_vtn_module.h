/* SPDX-License-Identifier: MIT */
/* An index of a SPIR-V module's debug information, by result id, made before vtn parses the module. */
#ifndef WB_VTN_MODULE_H
#define WB_VTN_MODULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Instruction numbers of NonSemantic.Shader.DebugInfo.100. */
enum wb_debug_op {
   WB_DEBUG_TYPE_BASIC = 2,
   WB_DEBUG_TYPE_QUALIFIER = 4,
   WB_DEBUG_TYPE_ARRAY = 5,
   WB_DEBUG_TYPE_VECTOR = 6,
   WB_DEBUG_TYPEDEF = 7,
   WB_DEBUG_TYPE_COMPOSITE = 10,
   WB_DEBUG_TYPE_MEMBER = 11,
   WB_DEBUG_FUNCTION = 20,
   WB_DEBUG_LEXICAL_BLOCK = 21,
   WB_DEBUG_LEXICAL_BLOCK_DISCRIMINATOR = 22,
   WB_DEBUG_SCOPE = 23,
   WB_DEBUG_NO_SCOPE = 24,
   WB_DEBUG_INLINED_AT = 25,
   WB_DEBUG_LOCAL_VARIABLE = 26,
   WB_DEBUG_DECLARE = 28,
   WB_DEBUG_VALUE = 29,
   WB_DEBUG_EXPRESSION = 31,
   WB_DEBUG_SOURCE = 35,
   WB_DEBUG_LINE = 103,
   WB_DEBUG_NO_LINE = 104,
   WB_DEBUG_TYPE_MATRIX = 108,
};

struct wb_module {
   const uint32_t **defs; /* by id: OpString, OpConstant and debug instructions; NULL for all others */
   uint32_t bound;
   uint32_t debug_set;   /* id of the imported debug instruction set; 0 = none */
   bool has_lines;       /* some instruction of a function body has a line */
   bool has_local_names; /* debug information names the local variables */
};

/* Indexes `words`; the arrays belong to mem_ctx. Malformed instructions are left out. */
void wb_module_init(struct wb_module *module, void *mem_ctx, const uint32_t *words, size_t word_count);

/* The number of the debug instruction at w, or -1 when w is something else. */
int wb_module_debug_op(const struct wb_module *module, const uint32_t *w);
/* Debug instruction `id` when it is of kind `op` and has at least `operands` operands, else NULL. Operand n is at [5 + n]. */
const uint32_t *wb_module_debug(const struct wb_module *module, uint32_t id, enum wb_debug_op op, unsigned operands);
/* The value of a 32-bit constant; `otherwise` when the id is none. */
uint32_t wb_module_constant(const struct wb_module *module, uint32_t id, uint32_t otherwise);
/* The text of an OpString; NULL when the id is none. */
const char *wb_module_string(const struct wb_module *module, uint32_t id);
/* The scope around a DebugFunction or DebugLexicalBlock; 0 when there is none. */
uint32_t wb_module_parent_scope(const struct wb_module *module, uint32_t id);
/* The DebugFunction that scope `id` is or lies in; 0 when there is none. */
uint32_t wb_module_function_scope(const struct wb_module *module, uint32_t id);
/* The DebugInlinedAt that the call of DebugInlinedAt `id` was itself inlined at; 0 when it was not. */
uint32_t wb_module_inlined_parent(const struct wb_module *module, uint32_t id);

#endif
