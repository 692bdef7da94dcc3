/* SPDX-License-Identifier: MIT */
#include "wb_pass.h"

static BITSET_WORD *
copy_set(struct wb_pass *pass, const BITSET_WORD *set)
{
   BITSET_WORD *copy = ralloc_array(pass->mem, BITSET_WORD, pass->set_words);
   memcpy(copy, set, pass->set_words * sizeof(BITSET_WORD));
   return copy;
}

static struct wb_state
copy_state(struct wb_pass *pass, const struct wb_state *state)
{
   struct wb_state copy = *state;
   copy.assigned = copy_set(pass, state->assigned);
   return copy;
}

/* What is known where two paths meet. */
static void
meet(struct wb_pass *pass, struct wb_state *into, const struct wb_state *other)
{
   if (other->dead)
      return;
   if (into->dead) {
      *into = *other;
      return;
   }
   for (unsigned i = 0; i < pass->set_words; i++)
      into->assigned[i] &= other->assigned[i];
   if (into->last_loc != other->last_loc)
      into->last_loc = 0;
}

static struct wb_active_frame *
top_frame(struct wb_pass *pass)
{
   return util_dynarray_top_ptr(&pass->frames, struct wb_active_frame);
}

static bool
same_place(const struct wb_src_loc *a, const struct wb_src_loc *b)
{
   return a->file == b->file && a->line == b->line && a->column == b->column && a->inlined_at == b->inlined_at && !a->no_line &&
          !b->no_line;
}

static void
add_slot(struct wb_pass *pass, const struct wb_slot *slot, struct wb_source_range values)
{
   wb_append(&pass->builder->slots, struct wb_slot, *slot);
   wb_append(&pass->builder->slot_values, struct wb_source_range, values);
}

static const struct wb_src_loc *
loc_at(const struct wb_pass *pass, uint32_t index_plus_1)
{
   return wb_at(pass->builder->locs, struct wb_src_loc, index_plus_1 - 1);
}

/* Whether `loc` is the rest of a statement whose call the code before it was, inlined before the driver saw it. */
static bool
is_rest_of_statement(struct wb_pass *pass, uint32_t frame, const struct wb_src_loc *loc)
{
   const struct wb_inlined_frame *callee = NULL;
   for (uint32_t inner = pass->last_frame; inner != frame; inner = wb_at(pass->builder->frames, struct wb_frame, inner)->parent) {
      callee = inner == WB_NONE ? NULL : wb_inlined_frame(pass, inner);
      if (!callee)
         return false;
   }
   return callee && callee->call_loc && same_place(loc, loc_at(pass, callee->call_loc));
}

/* Notes that the code of `frame` begins, when it is an inlined function that has had no slot. Returns whether that is so. */
static bool
enter(struct wb_pass *pass, uint32_t frame, uint32_t last_loc)
{
   struct wb_inlined_frame *inlined = wb_inlined_frame(pass, frame);
   if (!inlined) {
      struct wb_active_frame *active = top_frame(pass);
      bool first = active->frame != 0 && !active->entered;
      active->entered = true;
      return first;
   }
   if (inlined->entered)
      return false;
   inlined->entered = true;
   inlined->call_loc = last_loc;
   /* The function that called it may have had no statement of its own before. */
   const uint32_t parent = wb_at(pass->builder->frames, struct wb_frame, frame)->parent;
   if (parent != pass->last_frame)
      enter(pass, parent, last_loc);
   return true;
}

static void
handle_loc(struct wb_pass *pass, struct wb_state *state, nir_intrinsic_instr *instr)
{
   uint32_t index = nir_intrinsic_base(instr);
   struct wb_builder *builder = pass->builder;
   const struct wb_src_loc loc = *wb_at(builder->locs, struct wb_src_loc, index);
   pass->b.cursor = nir_instr_remove(&instr->instr);
   pass->loc = index + 1;
   const uint32_t frame = wb_frame_of(pass, loc.inlined_at, loc.scope_id);
   const bool resumed = is_rest_of_statement(pass, frame, &loc);
   const uint32_t last_loc = state->last_loc;
   pass->last_frame = frame;
   if (last_loc && same_place(&loc, loc_at(pass, last_loc)))
      return;
   state->last_loc = index + 1;
   if (resumed)
      return;

   uint32_t flags = WB_SLOT_STATEMENT | (loc.no_line ? WB_SLOT_NO_LINE : 0);
   if (enter(pass, frame, last_loc))
      flags |= WB_SLOT_CALL;

   struct wb_source_range values = wb_slot_values(pass, state, frame, loc.scope_id);
   nir_wb_slot(&pass->b, .base = wb_count(builder->slots, struct wb_slot));
   add_slot(pass,
            &(struct wb_slot){
               .file = loc.file,
               .line = loc.line,
               .column = loc.column,
               .spirv_offset = loc.spirv_offset,
               .scope_id = loc.scope_id,
               .frame = frame,
               .flags = flags,
            },
            values);
}

static void
begin_function(struct wb_pass *pass, struct wb_state *state, nir_intrinsic_instr *begin)
{
   struct wb_builder *builder = pass->builder;
   uint32_t index = wb_count(builder->frames, struct wb_frame);
   struct wb_frame frame = {
      .function_id = nir_intrinsic_base(begin),
      .parent = WB_NONE,
      .call_file = WB_NONE,
   };
   bool is_entry_point = pass->frames.size == 0;
   if (!is_entry_point) {
      frame.parent = top_frame(pass)->frame;
      if (pass->loc) {
         const struct wb_src_loc *call = loc_at(pass, pass->loc);
         frame.parent = wb_frame_of(pass, call->inlined_at, call->scope_id);
         index = wb_count(builder->frames, struct wb_frame);
         frame.call_file = call->file;
         frame.call_line = call->line;
         frame.call_column = call->column;
         frame.call_spirv_offset = call->spirv_offset;
      }
   }
   wb_append(&builder->frames, struct wb_frame, frame);
   wb_append(&builder->groups, struct wb_source_range, (struct wb_source_range){0});

   if (is_entry_point) {
      wb_declare_module_scope(pass);
      add_slot(pass,
               &(struct wb_slot){
                  .file = WB_NONE,
                  .frame = index,
                  .flags = WB_SLOT_ENTRY,
               },
               (struct wb_source_range){0});
   } else {
      wb_group_values(pass, state, begin, index);
   }

   struct wb_active_frame active = {
      .frame = index,
      .first_decl = wb_count(pass->decls, struct wb_decl),
      .loc = pass->loc,
      .last_loc = state->last_loc,
   };
   wb_append(&pass->frames, struct wb_active_frame, active);
   pass->last_frame = index;
   state->last_loc = 0;
}

static void
end_function(struct wb_pass *pass, struct wb_state *state)
{
   struct wb_active_frame frame = util_dynarray_pop(&pass->frames, struct wb_active_frame);
   pass->decls.size = frame.first_decl * sizeof(struct wb_decl);
   pass->loc = frame.loc;
   pass->last_frame = wb_at(pass->builder->frames, struct wb_frame, frame.frame)->parent;
   state->last_loc = frame.last_loc;

   /* The caller's own variables are read at its slots again. */
   uint32_t first = top_frame(pass)->first_decl;
   for (uint32_t i = first; i < frame.first_decl; i++)
      wb_at(pass->decls, struct wb_decl, i)->grouped = false;
}

static void
handle_intrinsic(struct wb_pass *pass, struct wb_state *state, nir_intrinsic_instr *instr)
{
   switch (instr->intrinsic) {
   case nir_intrinsic_wb_loc:
      if (state->dead || !pass->frames.size)
         nir_instr_remove(&instr->instr);
      else
         handle_loc(pass, state, instr);
      break;
   case nir_intrinsic_wb_scope:
      if (nir_intrinsic_range(instr))
         begin_function(pass, state, instr);
      else if (wb_count(pass->frames, struct wb_active_frame) > 1)
         end_function(pass, state);
      nir_instr_remove(&instr->instr);
      break;
   case nir_intrinsic_wb_declare:
      if (pass->frames.size)
         wb_declare_variable(pass, state, instr);
      nir_instr_remove(&instr->instr);
      break;
   case nir_intrinsic_store_deref:
   case nir_intrinsic_copy_deref: {
      nir_variable *var = nir_intrinsic_get_var(instr, 0);
      if (var)
         wb_assign(pass, state, var);
      break;
   }
   default: break;
   }
}

static void walk_list(struct wb_pass *pass, struct exec_list *list, struct wb_state *state);

static void
walk_block(struct wb_pass *pass, nir_block *block, struct wb_state *state)
{
   nir_foreach_instr_safe (instr, block) {
      if (instr->type == nir_instr_type_intrinsic) {
         handle_intrinsic(pass, state, nir_instr_as_intrinsic(instr));
      } else if (instr->type == nir_instr_type_jump) {
         if (nir_instr_as_jump(instr)->type == nir_jump_break && pass->break_state) {
            struct wb_state copy = copy_state(pass, state);
            meet(pass, pass->break_state, &copy);
         }
         state->dead = true;
      }
   }
}

static void
walk_if(struct wb_pass *pass, nir_if *nif, struct wb_state *state)
{
   struct wb_state other = copy_state(pass, state);
   walk_list(pass, &nif->then_list, state);
   walk_list(pass, &nif->else_list, &other);
   meet(pass, state, &other);
}

static void
walk_loop(struct wb_pass *pass, nir_loop *loop, struct wb_state *state)
{
   assert(!nir_loop_has_continue_construct(loop));
   struct wb_state *outer = pass->break_state;
   struct wb_state after = {.dead = true};
   struct wb_state body = copy_state(pass, state);
   /* Each iteration passes the slot of the loop's first statement. */
   body.last_loc = 0;
   pass->break_state = &after;
   walk_list(pass, &loop->body, &body);
   pass->break_state = outer;
   if (!after.dead)
      memcpy(state->assigned, after.assigned, pass->set_words * sizeof(BITSET_WORD));
   state->dead = state->dead || after.dead;
   state->last_loc = 0;
}

static void
walk_list(struct wb_pass *pass, struct exec_list *list, struct wb_state *state)
{
   foreach_list_typed (nir_cf_node, node, node, list) {
      switch (node->type) {
      case nir_cf_node_block: walk_block(pass, nir_cf_node_as_block(node), state); break;
      case nir_cf_node_if: walk_if(pass, nir_cf_node_as_if(node), state); break;
      case nir_cf_node_loop: walk_loop(pass, nir_cf_node_as_loop(node), state); break;
      default: unreachable("functions are inlined");
      }
   }
}

bool
wb_mark_functions(nir_shader *shader)
{
   if (!shader->wavebreak)
      return false;

   nir_foreach_function_impl (impl, shader) {
      nir_block *start = nir_start_block(impl);
      nir_foreach_instr (instr, start) {
         if (instr->type != nir_instr_type_intrinsic)
            continue;
         nir_intrinsic_instr *begin = nir_instr_as_intrinsic(instr);
         if (begin->intrinsic == nir_intrinsic_wb_scope) {
            nir_builder b = nir_builder_at(nir_after_block_before_jump(nir_impl_last_block(impl)));
            nir_wb_scope(&b, .base = nir_intrinsic_base(begin), .range = 0);
            break;
         }
      }
      nir_metadata_preserve(impl, nir_metadata_control_flow);
   }
   return true;
}

/* All returns of the entry point meet at its end. */
static void
add_exit_slot(struct wb_pass *pass, nir_function_impl *impl)
{
   pass->b.cursor = nir_after_impl(impl);
   nir_wb_slot(&pass->b, .base = wb_count(pass->builder->slots, struct wb_slot));
   add_slot(pass, &(struct wb_slot){.file = WB_NONE, .flags = WB_SLOT_EXIT}, (struct wb_source_range){0});
}

bool
wb_insert_slots(nir_shader *shader)
{
   if (!shader->wavebreak)
      return false;

   nir_function_impl *impl = nir_shader_get_entrypoint(shader);
   void *mem = ralloc_context(NULL);
   struct wb_pass pass = {
      .shader = shader,
      .builder = shader->wavebreak,
      .mem = mem,
      .b = nir_builder_create(impl),
      .top = nir_builder_at(nir_before_impl(impl)),
   };
   util_dynarray_init(&pass.vars, mem);
   pass.index_of = _mesa_pointer_hash_table_create(mem);
   util_dynarray_init(&pass.decls, mem);
   util_dynarray_init(&pass.frames, mem);
   util_dynarray_init(&pass.inlined, mem);
   pass.pad = nir_undef(&pass.top, 1, 32);

   wb_find_variables(&pass);
   if (!(pass.builder->flags & WB_BUILD_READ_ONLY))
      wb_make_writable(&pass);

   pass.set_words = BITSET_WORDS(MAX2(wb_count(pass.vars, struct wb_var), 1));
   pass.maybe = rzalloc_array(mem, BITSET_WORD, pass.set_words);
   struct wb_state state = {.assigned = rzalloc_array(mem, BITSET_WORD, pass.set_words)};
   walk_list(&pass, &impl->body, &state);
   if (!state.dead && wb_count(pass.builder->frames, struct wb_frame))
      add_exit_slot(&pass, impl);
   if (!wb_count(pass.builder->frames, struct wb_frame))
      wb_set_error(pass.builder, "the shader's entry point was not found in its SPIR-V");

   ralloc_free(mem);
   nir_remove_dead_derefs(shader);
   nir_metadata_preserve(impl, nir_metadata_none);
   return true;
}
