/* SPDX-License-Identifier: MIT */
/* What the two halves of wb_insert_slots share: the walk over the statements (wb_slots.c) and the values (wb_values.c). */
#ifndef WB_PASS_H
#define WB_PASS_H

#include "wb_nir.h"
#include "nir_builder.h"

/* One vector of a variable that is followed as SSA values. */
struct wb_leaf {
   nir_deref_instr *deref;
   uint32_t first_leaf;
};

/* A variable or parameter that is in scope in one instance of its function. */
struct wb_decl {
   uint32_t spirv_id;
   uint32_t variable; /* index into the builder's variables */
   uint32_t frame;    /* index into the builder's frames */
   nir_variable *var; /* where the value is stored; NULL: not known */
   uint32_t storage;  /* index of var in wb_pass.vars */
   bool whole;        /* all of var, not a part of it */
   bool grouped;      /* the group of a callee has the value */
   bool announced;    /* its DebugDeclare has been passed, or it has none */
   struct wb_leaf *leaves;
   uint32_t leaf_count;
};

/* A variable that named ones are stored in. */
struct wb_var {
   nir_variable *var;
   bool aggregate;
   bool memory; /* moved to scratch, or in LDS */
   bool opaque; /* not data: never followed */
};

/* One function on the stack of inlined calls while its code is walked. */
struct wb_active_frame {
   uint32_t frame, first_decl;
   uint32_t loc;       /* of the statement that called it: index into locs + 1 */
   uint32_t last_loc;  /* that a slot was made for in the caller */
   bool entered;       /* its first slot has been made */
};

/* An instance of a function that was inlined before the driver saw it. */
struct wb_inlined_frame {
   uint32_t real;       /* the frame of the function that its code is in now */
   uint32_t inlined_at; /* id of the DebugInlinedAt */
   uint32_t frame;      /* index into the builder's frames */
   uint32_t call_loc;   /* of the caller's last slot before its first: index into locs + 1; 0 = none */
   bool entered;        /* its first slot has been made */
};

/* The state at one point of the walk. */
struct wb_state {
   BITSET_WORD *assigned; /* variables with a value on all paths */
   uint32_t last_loc;     /* index + 1 of the location that has its slot; 0 = the next one needs a slot */
   bool dead;
};

struct wb_pass {
   nir_shader *shader;
   struct wb_builder *builder;
   void *mem;
   nir_builder b;   /* at the slot */
   nir_builder top; /* at the start of the shader */
   nir_def *pad;    /* undefined, for the unused sources of wb_values */
   struct util_dynarray vars;   /* struct wb_var */
   struct hash_table *index_of; /* nir_variable * -> index in vars + 1 */
   struct util_dynarray decls;  /* struct wb_decl: module scope, then each active frame's */
   struct util_dynarray frames; /* struct wb_active_frame */
   struct util_dynarray inlined; /* struct wb_inlined_frame */
   uint32_t last_frame;         /* of the last slot */
   BITSET_WORD *maybe;          /* aggregates with a value on some path since their declaration */
   unsigned set_words;
   uint32_t loc;                /* index + 1 of the last wb_loc */
   struct wb_state *break_state;
};

/* The frame of code with that DebugInlinedAt in the top frame's function, made when new; the top frame when there is none. */
uint32_t wb_frame_of(struct wb_pass *pass, uint32_t inlined_at, uint32_t scope_id);
/* What is kept of a frame that wb_frame_of made; NULL when it is another's. */
struct wb_inlined_frame *wb_inlined_frame(struct wb_pass *pass, uint32_t frame);
/* The innermost scope in `frame` where `scope_id` is that of `inner`, which `frame` called, or the same. WB_NONE when `frame` is
 * not on the stack; 0 when not known. */
uint32_t wb_scope_in_frame(struct wb_pass *pass, uint32_t frame, uint32_t inner, uint32_t scope_id);

/* Finds all variables that named values are stored in and marks those that must stay in memory. */
void wb_find_variables(struct wb_pass *pass);
/* Makes stores to followed variables go through wb_def. */
void wb_make_writable(struct wb_pass *pass);
/* Brings the variables of module scope into scope, and the launch values as the group of frame 0. */
void wb_declare_module_scope(struct wb_pass *pass);
/* wb_declare: a variable comes into scope, or begins anew. */
void wb_declare_variable(struct wb_pass *pass, struct wb_state *state, nir_intrinsic_instr *declare);
/* Reads the values of the top frame's variables that the frame beginning at the cursor cannot change, as its group. */
void wb_group_values(struct wb_pass *pass, const struct wb_state *state, nir_intrinsic_instr *begin, uint32_t frame);
/* Reads all values that no group has, for the slot that follows. */
struct wb_source_range wb_slot_values(struct wb_pass *pass, const struct wb_state *state, uint32_t frame, uint32_t scope_id);
/* A value is stored to a variable. */
void wb_assign(struct wb_pass *pass, struct wb_state *state, nir_variable *var);

#endif
