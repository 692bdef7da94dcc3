/* SPDX-License-Identifier: MIT */
/*
 * DebugValue: an optimiser has taken a variable away and says which value stands for it from here on. Each such variable gets
 * one of its own, in each instance of its function, that these values are stored to; nothing of the shader reads it.
 */
#include "wb_vtn_state.h"

/* The instance of function scope `function` that the next DebugScope of this function body with it names: arguments get their
 * values before the inlined body begins, merged values at the start of a block before its first DebugScope. Where a scope is
 * known here, the instance must have been called from it. */
static bool
next_instance(struct vtn_builder *b, const uint32_t *w, uint32_t function, uint32_t *inlined_at)
{
   const struct wb_vtn *wb = b->wb;
   const struct wb_module *module = &wb->module;
   const uint32_t *end = b->spirv + b->spirv_word_count;
   for (w += w[0] >> SpvWordCountShift; w < end && w[0] >> SpvWordCountShift; w += w[0] >> SpvWordCountShift) {
      if ((w[0] & SpvOpCodeMask) == SpvOpFunctionEnd)
         return false;
      if (wb_module_debug_op(module, w) != WB_DEBUG_SCOPE || (w[0] >> SpvWordCountShift) < 6 ||
          wb_module_function_scope(module, w[5]) != function)
         continue;
      *inlined_at = (w[0] >> SpvWordCountShift) > 6 ? w[6] : 0;
      if (!wb->scope_id)
         return true;
      const uint32_t *call = wb_module_debug(module, *inlined_at, WB_DEBUG_INLINED_AT, 2);
      if (call && wb_module_function_scope(module, call[6]) == wb_module_function_scope(module, wb->scope_id) &&
          wb_module_inlined_parent(module, *inlined_at) == wb->inlined_at)
         return true;
   }
   return false;
}

/* The instance of the function that local variable `local_id` belongs to that a DebugValue at w means. */
static bool
find_instance(struct vtn_builder *b, const uint32_t *w, uint32_t function, uint32_t local_id, uint32_t *inlined_at)
{
   struct wb_vtn *wb = b->wb;
   if (wb->scope_id && wb_module_function_scope(&wb->module, wb->scope_id) == function) {
      *inlined_at = wb->inlined_at;
      return true;
   }
   if (next_instance(b, w, function, inlined_at))
      return true;
   util_dynarray_foreach_reverse (&wb->described, struct wb_described, described) {
      if (described->local_id == local_id) {
         *inlined_at = described->inlined_at;
         return true;
      }
   }
   return false;
}

static nir_variable *
find_variable(struct vtn_builder *b, uint32_t local_id, uint32_t inlined_at, const struct glsl_type *type, const char *name,
              bool *is_new)
{
   struct wb_vtn *wb = b->wb;
   *is_new = false;
   util_dynarray_foreach (&wb->described, struct wb_described, described) {
      if (described->local_id == local_id && described->inlined_at == inlined_at)
         return described->var;
   }
   if (!type)
      return NULL;
   nir_variable *var = nir_local_variable_create(b->nb.impl, type, name);
   var->data.wb_id = local_id;
   *is_new = true;
   wb_append(&wb->described, struct wb_described, (struct wb_described){local_id, inlined_at, var});
   return var;
}

/* Whether `ssa` is laid out as `type` is, but for names and signs. */
static bool
fits(const struct vtn_ssa_value *ssa, const struct glsl_type *type)
{
   if (ssa->is_variable)
      return false;
   if (glsl_type_is_vector_or_scalar(type))
      return glsl_type_is_vector_or_scalar(ssa->type) && ssa->def->num_components == glsl_get_vector_elements(type) &&
             ssa->def->bit_size == glsl_get_bit_size(type);
   if (glsl_type_is_vector_or_scalar(ssa->type) || glsl_get_length(ssa->type) != glsl_get_length(type))
      return false;
   for (unsigned i = 0; i < glsl_get_length(type); i++) {
      const struct glsl_type *element = glsl_type_is_struct(type)   ? glsl_get_struct_field(type, i)
                                        : glsl_type_is_matrix(type) ? glsl_get_column_type(type)
                                                                    : glsl_get_array_element(type);
      if (!fits(ssa->elems[i], element))
         return false;
   }
   return true;
}

static void
store(struct vtn_builder *b, const struct vtn_ssa_value *ssa, nir_deref_instr *to)
{
   if (glsl_type_is_vector_or_scalar(to->type)) {
      nir_store_deref(&b->nb, to, ssa->def, ~0);
      return;
   }
   for (unsigned i = 0; i < glsl_get_length(to->type); i++)
      store(b, ssa->elems[i],
            glsl_type_is_struct(to->type) ? nir_build_deref_struct(&b->nb, to, i)
                                          : nir_build_deref_array_imm(&b->nb, to, i));
}

static void
store_undefined(struct vtn_builder *b, nir_deref_instr *to)
{
   if (glsl_type_is_vector_or_scalar(to->type)) {
      nir_store_deref(&b->nb, to, nir_undef(&b->nb, glsl_get_vector_elements(to->type), glsl_get_bit_size(to->type)), ~0);
      return;
   }
   for (unsigned i = 0; i < glsl_get_length(to->type); i++)
      store_undefined(b, glsl_type_is_struct(to->type) ? nir_build_deref_struct(&b->nb, to, i)
                                                       : nir_build_deref_array_imm(&b->nb, to, i));
}

/* The part of `var` that the constants w[0..count) index. A component of a vector is only known with its vector. */
static nir_deref_instr *
part_of(struct vtn_builder *b, nir_variable *var, const uint32_t *w, unsigned count)
{
   nir_deref_instr *deref = nir_build_deref_var(&b->nb, var);
   for (unsigned i = 0; i < count; i++) {
      uint32_t index = wb_module_constant(&b->wb->module, w[i], UINT32_MAX);
      bool whole = glsl_type_is_vector_or_scalar(deref->type);
      if (index >= (whole ? glsl_get_vector_elements(deref->type) : glsl_get_length(deref->type)) ||
          glsl_type_is_scalar(deref->type))
         return NULL;
      deref = glsl_type_is_struct(deref->type) ? nir_build_deref_struct(&b->nb, deref, index)
                                               : nir_build_deref_array_imm(&b->nb, deref, index);
   }
   return deref;
}

static struct vtn_ssa_value *
value_of(struct vtn_builder *b, uint32_t id)
{
   if (id >= b->value_id_bound)
      return NULL;
   switch (b->values[id].value_type) {
   case vtn_value_type_ssa:
   case vtn_value_type_constant: return vtn_ssa_value(b, id);
   default: return NULL; /* undefined, or a pointer to what the variable is now */
   }
}

void
wb_vtn_debug_value(struct vtn_builder *b, const uint32_t *w, unsigned operands)
{
   struct wb_vtn *wb = b->wb;
   if (wb->described_in != b->nb.impl) {
      util_dynarray_clear(&wb->described);
      wb->described_in = b->nb.impl;
   }
   const uint32_t *local = operands >= 3 ? wb_module_debug(&wb->module, w[5], WB_DEBUG_LOCAL_VARIABLE, 6) : NULL;
   uint32_t function = local ? wb_module_function_scope(&wb->module, local[10]) : 0;
   uint32_t inlined_at;
   if (!function || !find_instance(b, w, function, w[5], &inlined_at))
      return;

   const uint32_t *expression = wb_module_debug(&wb->module, w[7], WB_DEBUG_EXPRESSION, 0);
   bool plain = expression && (expression[0] >> SpvWordCountShift) == 5;
   struct vtn_ssa_value *ssa = plain ? value_of(b, w[6]) : NULL;
   const struct glsl_type *type = wb_debug_type(&wb->module, local[6]);
   if (!type && ssa && operands == 3 && !ssa->is_variable)
      type = glsl_get_bare_type(ssa->type);
   const char *name = wb_module_string(&wb->module, local[5]);
   bool is_new;
   nir_variable *var = find_variable(b, w[5], inlined_at, type, name, &is_new);
   if (!var)
      return;

   nir_deref_instr *whole = nir_build_deref_var(&b->nb, var);
   nir_deref_instr *part = part_of(b, var, w + 8, operands - 3);
   bool known = ssa && part && fits(ssa, part->type);
   if (known) {
      if (operands == 3 || is_new)
         nir_wb_declare(&b->nb, &whole->def, .base = w[5], .range = inlined_at);
      store(b, ssa, part);
   } else {
      /* What it was before does not count any more. */
      store_undefined(b, part ? part : whole);
      if (!part || operands == 3 || is_new)
         nir_wb_declare(&b->nb, &whole->def, .base = w[5], .range = inlined_at);
   }
}
