/* SPDX-License-Identifier: MIT */
/* Frames of functions that were inlined before the driver saw the module, from DebugInlinedAt. */
#include "wb_pass.h"

/* A malformed module can make a ring of calls. */
#define MAX_INLINED_DEPTH 64

static uint32_t
top_frame(struct wb_pass *pass)
{
   return util_dynarray_top_ptr(&pass->frames, struct wb_active_frame)->frame;
}

static uint32_t
frame_of(struct wb_pass *pass, uint32_t inlined_at, uint32_t scope_id, unsigned depth)
{
   struct wb_builder *builder = pass->builder;
   const uint32_t real = top_frame(pass);
   const struct wb_inlined_at *entry = wb_find_inlined_at(builder, inlined_at);
   if (!entry || depth > MAX_INLINED_DEPTH)
      return real;
   util_dynarray_foreach (&pass->inlined, struct wb_inlined_frame, known) {
      if (known->real == real && known->inlined_at == inlined_at)
         return known->frame;
   }

   const struct wb_inlined_at call = *entry;
   struct wb_frame frame = {
      .function_id = (uintptr_t)_mesa_hash_table_u64_search(builder->function_of, scope_id),
      .parent = frame_of(pass, call.parent, call.scope_id, depth + 1),
      .call_file = call.file,
      .call_line = call.line,
   };
   struct wb_inlined_frame made = {.real = real, .inlined_at = inlined_at, .frame = wb_count(builder->frames, struct wb_frame)};
   wb_append(&builder->frames, struct wb_frame, frame);
   wb_append(&builder->groups, struct wb_source_range, (struct wb_source_range){0});
   wb_append(&pass->inlined, struct wb_inlined_frame, made);
   return made.frame;
}

uint32_t
wb_frame_of(struct wb_pass *pass, uint32_t inlined_at, uint32_t scope_id)
{
   return inlined_at ? frame_of(pass, inlined_at, scope_id, 0) : top_frame(pass);
}

struct wb_inlined_frame *
wb_inlined_frame(struct wb_pass *pass, uint32_t frame)
{
   util_dynarray_foreach (&pass->inlined, struct wb_inlined_frame, known) {
      if (known->frame == frame)
         return known;
   }
   return NULL;
}

uint32_t
wb_scope_in_frame(struct wb_pass *pass, uint32_t frame, uint32_t inner, uint32_t scope_id)
{
   while (inner != frame) {
      const struct wb_inlined_frame *inlined = wb_inlined_frame(pass, inner);
      const struct wb_inlined_at *call = inlined ? wb_find_inlined_at(pass->builder, inlined->inlined_at) : NULL;
      if (!call)
         return WB_NONE;
      scope_id = call->scope_id;
      inner = wb_at(pass->builder->frames, struct wb_frame, inner)->parent;
   }
   return scope_id;
}
