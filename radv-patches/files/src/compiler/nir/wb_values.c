/* SPDX-License-Identifier: MIT */
#include "wb_pass.h"

#include "spirv/spirv.h"

/* Aggregates with more scalars than this lie in scratch instead of a register for each. */
#define MAX_SSA_LEAVES 64

static bool
is_data(const struct glsl_type *type)
{
   const struct glsl_type *element = glsl_without_array_or_matrix(type);
   if (glsl_type_is_struct_or_ifc(element)) {
      for (unsigned i = 0; i < glsl_get_length(element); i++) {
         if (!is_data(glsl_get_struct_field(element, i)))
            return false;
      }
      return true;
   }
   return glsl_type_is_vector_or_scalar(element) && !glsl_type_is_cmat(element);
}

static uint32_t
find_var(const struct wb_pass *pass, const nir_variable *var)
{
   struct hash_entry *entry = _mesa_hash_table_search(pass->index_of, var);
   return entry ? (uintptr_t)entry->data - 1 : WB_NONE;
}

static void
move_to_memory(struct wb_pass *pass, struct wb_var *v, uint32_t kind)
{
   if (v->memory)
      return;
   v->memory = true;
   wb_append(&pass->builder->storages, struct wb_storage,
                        (struct wb_storage){.type = v->var->type, .kind = kind, .offset = WB_NONE, .layout = WB_NONE});
   v->var->data.wb_variable = wb_count(pass->builder->storages, struct wb_storage);
}

static void
add_var(struct wb_pass *pass, nir_variable *var)
{
   if (!var->data.wb_id)
      return;
   struct wb_var v = {
      .var = var,
      .aggregate = !glsl_type_is_vector_or_scalar(var->type),
      .opaque = !is_data(var->type),
   };
   wb_append(&pass->vars, struct wb_var, v);
   _mesa_hash_table_insert(pass->index_of, var, (void *)(uintptr_t)wb_count(pass->vars, struct wb_var));
   struct wb_var *added = util_dynarray_top_ptr(&pass->vars, struct wb_var);
   if (v.opaque)
      return;
   if (var->data.mode == nir_var_mem_shared)
      move_to_memory(pass, added, WB_LOC_LDS);
   else if (v.aggregate && wb_leaf_count(var->type) > MAX_SSA_LEAVES)
      move_to_memory(pass, added, WB_LOC_SCRATCH);
}

/* Whether a dereference needs an address: an index that is only known when the shader runs, or a pointer that escapes. */
static bool
needs_memory(nir_deref_instr *deref)
{
   switch (deref->deref_type) {
   case nir_deref_type_var: return nir_deref_instr_has_complex_use(deref, 0);
   case nir_deref_type_struct: return false;
   case nir_deref_type_array:
      return !nir_src_is_const(deref->arr.index) && !glsl_type_is_vector(nir_deref_instr_parent(deref)->type);
   default: return true;
   }
}

void
wb_find_variables(struct wb_pass *pass)
{
   nir_function_impl *impl = nir_shader_get_entrypoint(pass->shader);
   nir_foreach_variable_with_modes (var, pass->shader, nir_var_shader_temp | nir_var_mem_shared)
      add_var(pass, var);
   nir_foreach_function_temp_variable (var, impl)
      add_var(pass, var);

   nir_foreach_block (block, impl) {
      nir_foreach_instr (instr, block) {
         if (instr->type != nir_instr_type_deref)
            continue;
         nir_deref_instr *deref = nir_instr_as_deref(instr);
         if (deref->deref_type == nir_deref_type_var || !needs_memory(deref))
            continue;
         nir_variable *var = nir_deref_instr_get_variable(deref);
         uint32_t index = var ? find_var(pass, var) : WB_NONE;
         if (index == WB_NONE || var->data.mode == nir_var_mem_shared)
            continue;
         struct wb_var *v = wb_at(pass->vars, struct wb_var, index);
         if (!v->opaque)
            move_to_memory(pass, v, WB_LOC_SCRATCH);
      }
   }
}

/* Whether the variable is gone from the code, and DebugValue says what its value is. */
static bool
is_described(const struct wb_pass *pass, uint32_t spirv_id)
{
   return _mesa_hash_table_u64_search(pass->builder->described, spirv_id) != NULL;
}

void
wb_make_writable(struct wb_pass *pass)
{
   nir_function_impl *impl = nir_shader_get_entrypoint(pass->shader);
   nir_builder *b = &pass->b;
   unsigned divergent = pass->builder->flags & WB_BUILD_PER_LANE ? 1 : 0;

   nir_foreach_block (block, impl) {
      nir_foreach_instr_safe (instr, block) {
         if (instr->type != nir_instr_type_intrinsic)
            continue;
         nir_intrinsic_instr *store = nir_instr_as_intrinsic(instr);
         if (store->intrinsic != nir_intrinsic_store_deref)
            continue;
         nir_variable *var = nir_intrinsic_get_var(store, 0);
         if (!var || !var->data.wb_id || is_described(pass, var->data.wb_id) || !(var->data.mode & (nir_var_function_temp | nir_var_shader_temp)) ||
             wb_is_memory_variable(var) || nir_src_is_undef(store->src[1]))
            continue;

         b->cursor = nir_before_instr(instr);
         nir_def *value = store->src[1].ssa;
         nir_def *components[NIR_MAX_VEC_COMPONENTS];
         for (unsigned i = 0; i < value->num_components; i++) {
            components[i] = nir_channel(b, value, i);
            if (nir_intrinsic_write_mask(store) & (1u << i))
               components[i] = nir_wb_def(b, components[i], .base = divergent);
         }
         nir_src_rewrite(&store->src[1], nir_vec(b, components, value->num_components));
      }
   }
}

/* Adds the derefs of all vectors of a variable's type, made at the start of the shader. */
static void
add_leaves(struct wb_pass *pass, struct util_dynarray *leaves, nir_deref_instr *deref, uint32_t *next)
{
   if (glsl_type_is_vector_or_scalar(deref->type)) {
      wb_append(leaves, struct wb_leaf, (struct wb_leaf){.deref = deref, .first_leaf = *next});
      *next += glsl_get_vector_elements(deref->type);
   } else if (glsl_type_is_struct_or_ifc(deref->type)) {
      for (unsigned i = 0; i < glsl_get_length(deref->type); i++)
         add_leaves(pass, leaves, nir_build_deref_struct(&pass->top, deref, i), next);
   } else {
      for (unsigned i = 0; i < glsl_get_length(deref->type); i++)
         add_leaves(pass, leaves, nir_build_deref_array_imm(&pass->top, deref, i), next);
   }
}

/* Repeats a chain of derefs at the start of the shader; NULL when part of it is only known at run time. */
static nir_deref_instr *
rebuild_deref(struct wb_pass *pass, nir_deref_instr *deref)
{
   if (deref->deref_type == nir_deref_type_var)
      return nir_build_deref_var(&pass->top, deref->var);
   nir_deref_instr *parent = nir_deref_instr_parent(deref);
   if (!parent)
      return NULL;
   parent = rebuild_deref(pass, parent);
   if (!parent)
      return NULL;
   switch (deref->deref_type) {
   case nir_deref_type_struct: return nir_build_deref_struct(&pass->top, parent, deref->strct.index);
   case nir_deref_type_array:
      if (!nir_src_is_const(deref->arr.index) || glsl_type_is_vector(parent->type))
         return NULL;
      return nir_build_deref_array_imm(&pass->top, parent, nir_src_as_uint(deref->arr.index));
   case nir_deref_type_cast: return parent->type == deref->type ? parent : NULL;
   default: return NULL;
   }
}

static struct wb_decl *
add_decl(struct wb_pass *pass, uint32_t spirv_id, uint32_t kind, uint32_t frame, nir_deref_instr *deref)
{
   wb_append(&pass->builder->variables, struct wb_variable,
                        (struct wb_variable){.spirv_id = spirv_id, .kind = kind, .frame = frame, .builtin = WB_NONE});
   struct wb_decl decl = {
      .spirv_id = spirv_id,
      .variable = wb_count(pass->builder->variables, struct wb_variable) - 1,
      .frame = frame,
      .storage = WB_NONE,
   };

   deref = deref ? rebuild_deref(pass, deref) : NULL;
   nir_variable *var = deref ? nir_deref_instr_get_variable(deref) : NULL;
   uint32_t storage = var ? find_var(pass, var) : WB_NONE;
   if (storage != WB_NONE && !wb_at(pass->vars, struct wb_var, storage)->opaque) {
      decl.var = var;
      decl.storage = storage;
      decl.whole = deref->deref_type == nir_deref_type_var;
      if (!wb_at(pass->vars, struct wb_var, storage)->memory) {
         struct util_dynarray leaves;
         util_dynarray_init(&leaves, pass->mem);
         uint32_t next = 0;
         add_leaves(pass, &leaves, deref, &next);
         decl.leaves = leaves.data;
         decl.leaf_count = wb_count(leaves, struct wb_leaf);
      }
   }
   wb_append(&pass->decls, struct wb_decl, decl);
   return util_dynarray_top_ptr(&pass->decls, struct wb_decl);
}

void
wb_assign(struct wb_pass *pass, struct wb_state *state, nir_variable *var)
{
   uint32_t index = var->data.wb_id ? find_var(pass, var) : WB_NONE;
   if (index == WB_NONE)
      return;
   BITSET_SET(state->assigned, index);
   BITSET_SET(pass->maybe, index);
}

void
wb_declare_variable(struct wb_pass *pass, struct wb_state *state, nir_intrinsic_instr *declare)
{
   uint32_t spirv_id = nir_intrinsic_base(declare);
   nir_deref_instr *deref = nir_src_as_deref(declare->src[0]);
   while (deref && deref->deref_type == nir_deref_type_cast && nir_deref_instr_parent(deref) &&
          nir_deref_instr_parent(deref)->type == deref->type)
      deref = nir_deref_instr_parent(deref);
   nir_variable *var = deref ? nir_deref_instr_get_variable(deref) : NULL;
   bool own = var && var->data.wb_id == spirv_id;
   uint32_t index = var ? find_var(pass, var) : WB_NONE;

   const struct wb_active_frame *active = util_dynarray_top_ptr(&pass->frames, struct wb_active_frame);
   const bool described = is_described(pass, spirv_id);
   const uint32_t inlined_at = nir_intrinsic_range(declare);
   const uint32_t scope_id = (uintptr_t)_mesa_hash_table_u64_search(pass->builder->scope_of, spirv_id);
   const uint32_t frame = wb_frame_of(pass, inlined_at, scope_id ? scope_id - 1 : 0);
   /* The stores of initializers stand at the start of the function, before its declarations. */
   if (own && index != WB_NONE && !_mesa_hash_table_u64_search(pass->builder->initialized, spirv_id)) {
      BITSET_CLEAR(state->assigned, index);
      BITSET_CLEAR(pass->maybe, index);
   }
   if (_mesa_hash_table_u64_search(pass->builder->hidden, spirv_id))
      return;
   for (uint32_t i = active->first_decl; i < wb_count(pass->decls, struct wb_decl); i++) {
      struct wb_decl *decl = wb_at(pass->decls, struct wb_decl, i);
      if (decl->spirv_id == spirv_id && (!described || decl->frame == frame)) {
         decl->announced = true;
         /* Its OpVariable is in the function that its own was inlined into. */
         decl->frame = frame;
         wb_at(pass->builder->variables, struct wb_variable, decl->variable)->frame = frame;
         return;
      }
   }
   bool parameter = _mesa_hash_table_u64_search(pass->builder->parameters, spirv_id) != NULL;
   struct wb_decl *decl =
      add_decl(pass, spirv_id, parameter ? WB_VAR_PARAMETER : WB_VAR_LOCAL, frame, deref);
   decl->announced = parameter || described || !_mesa_hash_table_u64_search(pass->builder->scope_of, spirv_id);
}

static uint32_t
source_count(const struct wb_pass *pass)
{
   return wb_count(pass->builder->sources, struct wb_source);
}

static void
add_source(struct wb_pass *pass, struct wb_source source)
{
   wb_append(&pass->builder->sources, struct wb_source, source);
}

/* The values of one slot or group while they are collected: those that ACO finds come first in the sources. */
struct collected {
   struct util_dynarray defs;   /* nir_def *, one for each source */
   struct util_dynarray rest;   /* struct wb_source without a value */
   uint32_t first;
};

static struct collected
begin_collecting(struct wb_pass *pass)
{
   struct collected collected = {.first = source_count(pass)};
   util_dynarray_init(&collected.defs, pass->mem);
   util_dynarray_init(&collected.rest, pass->mem);
   return collected;
}

static void
collect_value(struct wb_pass *pass, struct collected *collected, uint32_t variable, uint32_t first_leaf, nir_def *value,
              uint8_t flags)
{
   add_source(pass, (struct wb_source){
                       .variable = variable,
                       .first_leaf = first_leaf,
                       .kind = WB_LOC_VGPR,
                       .components = value->num_components,
                       .bit_size = value->bit_size,
                       .flags = flags,
                    });
   wb_append(&collected->defs, nir_def *, value);
}

static void
collect_whole(struct collected *collected, uint32_t variable, uint8_t kind, uint32_t storage, uint8_t flags)
{
   wb_append(&collected->rest, struct wb_source,
                        (struct wb_source){
                           .variable = variable,
                           .first_leaf = WB_NONE,
                           .storage = storage,
                           .kind = kind,
                           .flags = flags,
                        });
}

static struct wb_source_range
end_collecting(struct wb_pass *pass, struct collected *collected, nir_builder *b, uint32_t group)
{
   uint32_t count = wb_count(collected->defs, nir_def *);
   for (uint32_t i = 0; i < count; i += WB_VALUES_PER_INTRINSIC) {
      nir_def *src[WB_VALUES_PER_INTRINSIC];
      uint32_t used = MIN2(count - i, WB_VALUES_PER_INTRINSIC);
      for (uint32_t j = 0; j < WB_VALUES_PER_INTRINSIC; j++)
         src[j] = j < used ? *wb_at(collected->defs, nir_def *, i + j) : pass->pad;
      nir_wb_values(b, src[0], src[1], src[2], src[3], src[4], src[5], src[6], src[7], .base = collected->first + i,
                    .range = wb_values_range(used, group));
   }
   util_dynarray_foreach (&collected->rest, struct wb_source, source)
      add_source(pass, *source);
   return (struct wb_source_range){collected->first, source_count(pass) - collected->first};
}

static void
collect_decl(struct wb_pass *pass, const struct wb_state *state, struct collected *collected, nir_builder *b,
             const struct wb_decl *decl)
{
   if (!decl->var) {
      collect_whole(collected, decl->variable, WB_LOC_UNAVAILABLE, WB_UNAVAILABLE_UNSUPPORTED, 0);
      return;
   }
   const struct wb_var *v = wb_at(pass->vars, struct wb_var, decl->storage);
   bool has_value = v->var->data.mode == nir_var_mem_shared || BITSET_TEST(state->assigned, decl->storage) ||
                    (v->aggregate && BITSET_TEST(pass->maybe, decl->storage));
   const bool described = is_described(pass, decl->spirv_id);
   if (!has_value) {
      if (described)
         collect_whole(collected, decl->variable, WB_LOC_UNAVAILABLE, WB_UNAVAILABLE_OPTIMISED, 0);
      else
         collect_whole(collected, decl->variable, WB_LOC_UNDEFINED, 0, 0);
   } else if (v->memory) {
      uint32_t storage = v->var->data.wb_variable - 1;
      if (decl->whole)
         collect_whole(collected, decl->variable, wb_at(pass->builder->storages, struct wb_storage, storage)->kind, storage,
                       described ? 0 : WB_LOC_WRITABLE);
      else
         collect_whole(collected, decl->variable, WB_LOC_UNAVAILABLE, WB_UNAVAILABLE_UNSUPPORTED, 0);
   } else {
      uint8_t flags = described || pass->builder->flags & WB_BUILD_READ_ONLY ? 0 : WB_LOC_WRITABLE;
      for (uint32_t i = 0; i < decl->leaf_count; i++) {
         nir_def *value = nir_load_deref(b, decl->leaves[i].deref);
         collect_value(pass, collected, decl->variable, decl->leaves[i].first_leaf, value, flags);
      }
   }
}

/* Whether a declaration of the top frame's function is in scope in `frame` and scope `scope_id`. */
static bool
decl_in_scope(struct wb_pass *pass, const struct wb_decl *decl, uint32_t frame, uint32_t scope_id)
{
   const uint32_t scope = wb_scope_in_frame(pass, decl->frame, frame, scope_id);
   return scope != WB_NONE && wb_in_scope(pass->builder, decl->spirv_id, scope);
}

struct wb_source_range
wb_slot_values(struct wb_pass *pass, const struct wb_state *state, uint32_t frame, uint32_t scope_id)
{
   struct collected collected = begin_collecting(pass);
   uint32_t top = util_dynarray_top_ptr(&pass->frames, struct wb_active_frame)->first_decl;
   uint32_t count = wb_count(pass->decls, struct wb_decl);
   for (uint32_t i = 0; i < count; i++) {
      const struct wb_decl *decl = wb_at(pass->decls, struct wb_decl, i);
      if (decl->grouped || !decl->announced || (i >= top && !decl_in_scope(pass, decl, frame, scope_id)))
         continue;
      collect_decl(pass, state, &collected, &pass->b, decl);
   }
   return end_collecting(pass, &collected, &pass->b, WB_NO_GROUP);
}

/* Whether the function that begins at `begin` gets a pointer to a variable. Its parameters are declared first of all. */
static bool
passed_by_pointer(nir_intrinsic_instr *begin, const nir_variable *var)
{
   for (nir_instr *instr = nir_instr_next(&begin->instr); instr; instr = nir_instr_next(instr)) {
      if (instr->type != nir_instr_type_intrinsic)
         continue;
      nir_intrinsic_instr *declare = nir_instr_as_intrinsic(instr);
      if (declare->intrinsic == nir_intrinsic_wb_scope || declare->intrinsic == nir_intrinsic_wb_loc)
         return false;
      if (declare->intrinsic == nir_intrinsic_wb_declare) {
         nir_deref_instr *deref = nir_src_as_deref(declare->src[0]);
         if (deref && nir_deref_instr_get_variable(deref) == var)
            return true;
      }
   }
   return false;
}

void
wb_group_values(struct wb_pass *pass, const struct wb_state *state, nir_intrinsic_instr *begin, uint32_t frame)
{
   struct collected collected = begin_collecting(pass);
   const struct wb_src_loc *loc = pass->loc ? wb_at(pass->builder->locs, struct wb_src_loc, pass->loc - 1) : NULL;
   uint32_t scope_id = loc ? loc->scope_id : 0;
   uint32_t caller = wb_frame_of(pass, loc ? loc->inlined_at : 0, scope_id);
   pass->b.cursor = nir_before_instr(&begin->instr);
   uint32_t count = wb_count(pass->decls, struct wb_decl);
   for (uint32_t i = util_dynarray_top_ptr(&pass->frames, struct wb_active_frame)->first_decl; i < count; i++) {
      struct wb_decl *decl = wb_at(pass->decls, struct wb_decl, i);
      if (decl->var && passed_by_pointer(begin, decl->var))
         continue;
      decl->grouped = true;
      if (decl->announced && decl_in_scope(pass, decl, caller, scope_id))
         collect_decl(pass, state, &collected, &pass->b, decl);
   }
   *wb_at(pass->builder->groups, struct wb_source_range, frame) = end_collecting(pass, &collected, &pass->b, frame);
}

static void
collect_builtin(struct wb_pass *pass, struct collected *collected, uint32_t builtin, nir_def *value)
{
   wb_append(&pass->builder->variables, struct wb_variable,
                        (struct wb_variable){.kind = WB_VAR_BUILTIN, .frame = WB_NONE, .builtin = builtin});
   collect_value(pass, collected, wb_count(pass->builder->variables, struct wb_variable) - 1, 0, value, 0);
}

void
wb_declare_module_scope(struct wb_pass *pass)
{
   struct collected collected = begin_collecting(pass);
   if (gl_shader_stage_uses_workgroup(pass->shader->info.stage)) {
      collect_builtin(pass, &collected, SpvBuiltInWorkgroupId, nir_load_workgroup_id(&pass->top));
      collect_builtin(pass, &collected, SpvBuiltInLocalInvocationId, nir_load_local_invocation_id(&pass->top));
   }

   uint32_t count = wb_count(pass->vars, struct wb_var);
   for (uint32_t i = 0; i < count; i++) {
      struct wb_var *v = wb_at(pass->vars, struct wb_var, i);
      if (v->var->data.mode == nir_var_function_temp || v->opaque)
         continue;
      bool shared = v->var->data.mode == nir_var_mem_shared;
      struct wb_decl *decl = add_decl(pass, v->var->data.wb_id, shared ? WB_VAR_SHARED : WB_VAR_PRIVATE, WB_NONE,
                                      nir_build_deref_var(&pass->top, v->var));
      decl->announced = true;
      if (shared) {
         collect_whole(&collected, decl->variable, WB_LOC_LDS, v->var->data.wb_variable - 1, WB_LOC_WRITABLE);
         decl->grouped = true;
      }
   }
   *wb_at(pass->builder->groups, struct wb_source_range, 0) = end_collecting(pass, &collected, &pass->top, 0);
}
