/* SPDX-License-Identifier: MIT */
#include "wb_vtn.h"

#include "wb_vtn_state.h"

static void
insert_id(struct hash_table_u64 *table, uint32_t id, uintptr_t value)
{
   _mesa_hash_table_u64_insert(table, id, (void *)value);
}

/* glslang passes copies of arguments in variables of its own that it calls "param"; a person's variable is never an argument
 * itself. */
static void
hide_argument_copies(struct vtn_builder *b, const uint32_t *words, size_t word_count)
{
   BITSET_WORD *named = rzalloc_array(b, BITSET_WORD, BITSET_WORDS(b->wb->module.bound));
   const uint32_t *end = words + word_count;
   for (const uint32_t *w = words + 5; w < end && w[0] >> SpvWordCountShift; w += w[0] >> SpvWordCountShift) {
      unsigned count = w[0] >> SpvWordCountShift;
      if (count > (size_t)(end - w))
         return;
      SpvOp opcode = w[0] & SpvOpCodeMask;
      if (opcode == SpvOpName && count >= 4 && w[1] < b->wb->module.bound && memcmp(w + 2, "param\0\0", 8) == 0) {
         BITSET_SET(named, w[1]);
      } else if (opcode == SpvOpFunctionCall) {
         for (unsigned i = 4; i < count; i++) {
            if (w[i] < b->wb->module.bound && BITSET_TEST(named, w[i]))
               insert_id(b->wb->builder->hidden, w[i], 1);
         }
      }
   }
}

/* Where the function that DebugInlinedAt `id` stands for was called. */
static void
read_inlined_at(struct vtn_builder *b, uint32_t id)
{
   struct wb_vtn *wb = b->wb;
   const uint32_t *w = wb_module_debug(&wb->module, id, WB_DEBUG_INLINED_AT, 2);
   if (!w)
      return;
   const uint32_t *block = wb_module_debug(&wb->module, w[6], WB_DEBUG_LEXICAL_BLOCK, 4);
   const uint32_t *function = wb_module_debug(&wb->module, w[6], WB_DEBUG_FUNCTION, 6);
   const uint32_t *source =
      block || function ? wb_module_debug(&wb->module, block ? block[5] : function[7], WB_DEBUG_SOURCE, 1) : NULL;
   const char *file = source ? wb_module_string(&wb->module, source[5]) : NULL;
   struct wb_inlined_at inlined = {
      .parent = wb_module_inlined_parent(&wb->module, id),
      .scope_id = w[6],
      .file = file ? wb_file_index(wb->builder, file) : WB_NONE,
      .line = wb_module_constant(&wb->module, w[5], 0),
   };
   wb_append(&wb->builder->inlined, struct wb_inlined_at, inlined);
   insert_id(wb->builder->inlined_at, id, wb_count(wb->builder->inlined, struct wb_inlined_at));
}

/* Whether a DebugLocalVariable has the number of an argument. */
static bool
is_argument(const uint32_t *local)
{
   return local[0] >> SpvWordCountShift > 12;
}

static void
read_scopes(struct vtn_builder *b)
{
   struct wb_vtn *wb = b->wb;
   struct wb_builder *builder = wb->builder;
   for (uint32_t id = 1; id < wb->module.bound; id++) {
      uint32_t parent = wb_module_parent_scope(&wb->module, id);
      if (parent) {
         insert_id(builder->parent_of, id, parent);
         insert_id(builder->function_of, id, wb_module_function_scope(&wb->module, id));
      }
      const uint32_t *declare = wb_module_debug(&wb->module, id, WB_DEBUG_DECLARE, 2);
      const uint32_t *local = declare ? wb_module_debug(&wb->module, declare[5], WB_DEBUG_LOCAL_VARIABLE, 6) : NULL;
      if (local) {
         insert_id(builder->scope_of, declare[6], (uintptr_t)local[10] + 1);
         if (is_argument(local)) /* of an inlined function: it has its value before the function's code begins */
            insert_id(builder->initialized, declare[6], 1);
      }
      const uint32_t *value = wb_module_debug(&wb->module, id, WB_DEBUG_VALUE, 3);
      local = value ? wb_module_debug(&wb->module, value[5], WB_DEBUG_LOCAL_VARIABLE, 6) : NULL;
      if (local) {
         insert_id(builder->scope_of, value[5], (uintptr_t)local[10] + 1);
         insert_id(builder->described, value[5], 1);
         if (is_argument(local))
            insert_id(builder->parameters, value[5], 1);
      }
      read_inlined_at(b, id);
   }
}

void
wb_vtn_init(struct vtn_builder *b, const uint32_t *words, size_t word_count)
{
   if (!b->options->wavebreak)
      return;
   b->wb = rzalloc(b, struct wb_vtn);
   b->wb->builder = b->options->wavebreak;
   wb_module_init(&b->wb->module, b, words, word_count);
   util_dynarray_init(&b->wb->described, b->wb);
   read_scopes(b);
   hide_argument_copies(b, words, word_count);
}

void
wb_vtn_begin_block(struct vtn_builder *b)
{
   if (!b->wb)
      return;
   b->file = NULL;
   b->line = 0;
   b->wb->file = NULL;
   b->wb->scope_id = b->wb->inlined_at = 0;
   b->wb->have_last = false;
}

/* vtn itself handles OpLine and, by setting the line to -1, OpNoLine; both end what the last DebugLine said. */
static void
take_op_line(struct vtn_builder *b)
{
   if (b->file) {
      b->wb->file = b->file;
      b->wb->line = MAX2(b->line, 0);
      b->wb->column = MAX2(b->col, 0);
   } else if (b->line == -1) {
      b->wb->file = NULL;
   }
   b->file = NULL;
   b->line = 0;
}

static void
emit_loc(struct vtn_builder *b, bool no_line)
{
   struct wb_vtn *wb = b->wb;
   struct wb_src_loc loc = {
      .file = no_line ? WB_NONE : wb_file_index(wb->builder, wb->file),
      .line = no_line ? 0 : wb->line,
      .column = no_line ? 0 : wb->column,
      .spirv_offset = b->spirv_offset / sizeof(uint32_t),
      .scope_id = wb->scope_id,
      .inlined_at = wb->inlined_at,
      .no_line = no_line,
   };
   nir_wb_loc(&b->nb, .base = wb_count(wb->builder->locs, struct wb_src_loc));
   wb_append(&wb->builder->locs, struct wb_src_loc, loc);
   wb->have_last = true;
   wb->last_file = wb->file;
   wb->last_line = wb->line;
   wb->last_column = wb->column;
   wb->last_inlined_at = wb->inlined_at;
}

static void
emit_changed_loc(struct vtn_builder *b)
{
   struct wb_vtn *wb = b->wb;
   /* Line 0 is how compilers mark code that no line of the source stands for. */
   if (!wb->file || wb->line == 0)
      return;
   if (wb->have_last && wb->last_file == wb->file && wb->last_line == wb->line && wb->last_column == wb->column &&
       wb->last_inlined_at == wb->inlined_at)
      return;
   emit_loc(b, false);
}

static bool
has_effect(SpvOp opcode)
{
   switch (opcode) {
   case SpvOpStore:
   case SpvOpCopyMemory:
   case SpvOpCopyMemorySized:
   case SpvOpFunctionCall:
   case SpvOpImageWrite:
   case SpvOpControlBarrier:
   case SpvOpMemoryBarrier:
   case SpvOpAtomicLoad:
   case SpvOpAtomicStore:
   case SpvOpAtomicExchange:
   case SpvOpAtomicCompareExchange:
   case SpvOpAtomicIIncrement:
   case SpvOpAtomicIDecrement:
   case SpvOpAtomicIAdd:
   case SpvOpAtomicISub:
   case SpvOpAtomicSMin:
   case SpvOpAtomicUMin:
   case SpvOpAtomicSMax:
   case SpvOpAtomicUMax:
   case SpvOpAtomicAnd:
   case SpvOpAtomicOr:
   case SpvOpAtomicXor:
   case SpvOpAtomicFAddEXT:
   case SpvOpAtomicFMinEXT:
   case SpvOpAtomicFMaxEXT:
   case SpvOpDemoteToHelperInvocation:
   case SpvOpEmitVertex:
   case SpvOpEndPrimitive:
   case SpvOpSetMeshOutputsEXT:
   case SpvOpReturnValue:
   case SpvOpBranchConditional:
   case SpvOpSwitch:
   case SpvOpKill:
   case SpvOpTerminateInvocation: return true;
   default: return false;
   }
}

static void
handle_debug_instruction(struct vtn_builder *b, int op, const uint32_t *w, unsigned operands)
{
   struct wb_vtn *wb = b->wb;
   switch (op) {
   case WB_DEBUG_SCOPE:
      wb->scope_id = operands >= 1 ? w[5] : 0;
      wb->inlined_at = operands >= 2 ? w[6] : 0;
      break;
   case WB_DEBUG_NO_SCOPE: wb->scope_id = wb->inlined_at = 0; break;
   case WB_DEBUG_VALUE:
      /* What gives a variable a value is a statement, though no code may be left of it; that a parameter has one is none. */
      if (operands < 2 || !_mesa_hash_table_u64_search(wb->builder->parameters, w[6]))
         emit_changed_loc(b);
      wb_vtn_debug_value(b, w, operands);
      break;
   case WB_DEBUG_NO_LINE: wb->file = NULL; break;
   case WB_DEBUG_LINE: {
      if (operands < 5)
         break;
      const uint32_t *source = wb_module_debug(&wb->module, w[5], WB_DEBUG_SOURCE, 1);
      wb->file = source ? wb_module_string(&wb->module, source[5]) : NULL;
      wb->line = wb_module_constant(&wb->module, w[6], 0);
      wb->column = wb_module_constant(&wb->module, w[8], 0);
      break;
   }
   case WB_DEBUG_DECLARE: {
      /* The variable's lifetime begins; it had its first declaration with its OpVariable. */
      if (operands < 2 || w[6] >= b->value_id_bound || b->values[w[6]].value_type != vtn_value_type_pointer)
         break;
      const struct vtn_pointer *pointer = b->values[w[6]].pointer;
      if (pointer && pointer->var && pointer->var->var && pointer->var->var->data.wb_id == w[6] &&
          pointer->var->mode == vtn_variable_mode_function)
         nir_wb_declare(&b->nb, &nir_build_deref_var(&b->nb, pointer->var->var)->def, .base = w[6],
                        .range = wb->inlined_at);
      break;
   }
   default: break;
   }
}

bool
wb_vtn_instruction(struct vtn_builder *b, SpvOp opcode, const uint32_t *w, unsigned count)
{
   if (!b->wb)
      return false;

   take_op_line(b);
   int op = wb_module_debug_op(&b->wb->module, w);
   if (op >= 0) {
      handle_debug_instruction(b, op, w, count - 5);
      return true;
   }

   switch (opcode) {
   case SpvOpVariable:
   case SpvOpLabel:
   case SpvOpNop:
   case SpvOpUndef:
   case SpvOpPhi:
   case SpvOpLoopMerge:
   case SpvOpSelectionMerge: break;
   default:
      if (b->wb->module.has_lines)
         emit_changed_loc(b);
      else if (has_effect(opcode))
         emit_loc(b, true);
      break;
   }
   return false;
}

void
wb_vtn_terminator(struct vtn_builder *b, const uint32_t *branch, const uint32_t *merge)
{
   if (!b->wb)
      return;

   take_op_line(b);
   SpvOp opcode = branch[0] & SpvOpCodeMask;
   b->spirv_offset = (uint8_t *)branch - (uint8_t *)b->spirv;
   if (!b->wb->module.has_lines) {
      if (has_effect(opcode))
         emit_loc(b, true);
   } else if (opcode != SpvOpUnreachable && !(opcode == SpvOpBranch && merge)) {
      /* The head of a loop has a line of its own only for the branch into the loop. */
      emit_changed_loc(b);
   }
}

void
wb_vtn_function(struct vtn_builder *b, uint32_t id)
{
   if (b->wb)
      nir_wb_scope(&b->nb, .base = id, .range = 1);
}

static bool
is_plain_data(const struct vtn_type *type)
{
   switch (type->base_type) {
   case vtn_base_type_scalar:
   case vtn_base_type_vector:
   case vtn_base_type_matrix: return true;
   case vtn_base_type_array: return type->length && is_plain_data(type->array_element);
   case vtn_base_type_struct:
      for (unsigned i = 0; i < type->length; i++) {
         if (!is_plain_data(type->members[i]))
            return false;
      }
      return true;
   case vtn_base_type_pointer: return type->storage_class == SpvStorageClassPhysicalStorageBuffer;
   default: return false;
   }
}

void
wb_vtn_parameter(struct vtn_builder *b, uint32_t id, const struct vtn_type *type, struct vtn_ssa_value *ssa)
{
   if (!b->wb)
      return;

   insert_id(b->wb->builder->parameters, id, 1);
   if (is_plain_data(type)) {
      nir_variable *var =
         nir_local_variable_create(b->nb.impl, glsl_get_bare_type(type->type), vtn_untyped_value(b, id)->name);
      var->data.wb_id = id;
      nir_deref_instr *deref = nir_build_deref_var(&b->nb, var);
      nir_wb_declare(&b->nb, &deref->def, .base = id);
      vtn_local_store(b, ssa, deref, 0);
   } else if (type->base_type == vtn_base_type_pointer && ssa->def &&
              (type->storage_class == SpvStorageClassFunction || type->storage_class == SpvStorageClassPrivate ||
               type->storage_class == SpvStorageClassWorkgroup)) {
      nir_wb_declare(&b->nb, ssa->def, .base = id);
   }
}

void
wb_vtn_variable(struct vtn_builder *b, uint32_t id, SpvStorageClass storage_class, bool initialized,
                const struct vtn_value *value)
{
   if (!b->wb || value->value_type != vtn_value_type_pointer || !value->pointer || !value->pointer->var)
      return;
   nir_variable *var = value->pointer->var->var;
   if (!var || (storage_class != SpvStorageClassFunction && storage_class != SpvStorageClassPrivate &&
                storage_class != SpvStorageClassWorkgroup))
      return;

   var->data.wb_id = id;
   if (initialized)
      insert_id(b->wb->builder->initialized, id, 1);
   bool named = b->wb->module.has_local_names
                   ? _mesa_hash_table_u64_search(b->wb->builder->scope_of, id) != NULL
                   : value->name && value->name[0];
   if (storage_class == SpvStorageClassFunction) {
      if (!named)
         insert_id(b->wb->builder->hidden, id, 1);
      nir_wb_declare(&b->nb, &nir_build_deref_var(&b->nb, var)->def, .base = id);
   }
}
