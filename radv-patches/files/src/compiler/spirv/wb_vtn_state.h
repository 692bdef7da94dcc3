/* SPDX-License-Identifier: MIT */
/* What the files of wb_vtn share: the state while one function body is parsed. */
#ifndef WB_VTN_STATE_H
#define WB_VTN_STATE_H

#include "vtn_private.h"

#include "nir/wb_nir.h"
#include "wb_vtn_module.h"

/* A variable that debug information describes by its values, in one instance of its function. */
struct wb_described {
   uint32_t local_id, inlined_at;
   nir_variable *var;
};

struct wb_vtn {
   struct wb_builder *builder;
   struct wb_module module;
   const char *file; /* NULL: no line is known */
   uint32_t line, column;
   uint32_t scope_id, inlined_at; /* of the last DebugScope of this block; 0 = none */
   /* What the last wb_loc of this block said. */
   bool have_last;
   const char *last_file;
   uint32_t last_line, last_column, last_inlined_at;
   /* The variables that DebugValue describes in the function that is parsed. */
   struct util_dynarray described; /* struct wb_described */
   nir_function_impl *described_in;
};

/* DebugValue at w with `operands` operands: stores the value to a variable of its own. */
void wb_vtn_debug_value(struct vtn_builder *b, const uint32_t *w, unsigned operands);

/* The type that a DebugType* instruction describes; NULL when it is none that variables are followed of. */
const struct glsl_type *wb_debug_type(const struct wb_module *module, uint32_t id);

#endif
