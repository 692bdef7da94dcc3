/* SPDX-License-Identifier: MIT */
#include "wb_vtn_module.h"

#include <string.h>

#include "spirv.h"
#include "util/ralloc.h"

#define FIRST_OPERAND 5

static unsigned
length_of(const uint32_t *w)
{
   return w[0] >> SpvWordCountShift;
}

static bool
terminated(const uint32_t *w, unsigned first)
{
   unsigned count = length_of(w);
   return count > first && memchr(w + first, 0, (count - first) * sizeof(*w)) != NULL;
}

static bool
is_debug_instruction(const struct wb_module *module, const uint32_t *w)
{
   return module->debug_set && (w[0] & SpvOpCodeMask) == SpvOpExtInst && length_of(w) >= FIRST_OPERAND &&
          w[3] == module->debug_set;
}

static void
define(struct wb_module *module, uint32_t id, const uint32_t *w)
{
   if (id < module->bound)
      module->defs[id] = w;
}

void
wb_module_init(struct wb_module *module, void *mem_ctx, const uint32_t *words, size_t word_count)
{
   static const uint32_t header_words = 5;
   *module = (struct wb_module){0};
   if (word_count < header_words)
      return;
   /* An id costs the module at least one word. */
   module->bound = words[3] <= word_count ? words[3] : word_count;
   module->defs = rzalloc_array(mem_ctx, const uint32_t *, module->bound);

   bool in_function = false;
   for (const uint32_t *w = words + header_words, *end = words + word_count; w < end; w += length_of(w)) {
      unsigned count = length_of(w);
      if (count == 0 || count > (size_t)(end - w))
         return;
      switch (w[0] & SpvOpCodeMask) {
      case SpvOpFunction: in_function = true; break;
      case SpvOpFunctionEnd: in_function = false; break;
      case SpvOpLine: module->has_lines |= in_function; break;
      case SpvOpExtInstImport:
         if (count > 2 && terminated(w, 2) && strcmp((const char *)(w + 2), "NonSemantic.Shader.DebugInfo.100") == 0)
            module->debug_set = w[1];
         break;
      case SpvOpString:
         if (count > 2 && terminated(w, 2))
            define(module, w[1], w);
         break;
      case SpvOpConstant:
         if (count >= 4)
            define(module, w[2], w);
         break;
      case SpvOpExtInst:
         if (is_debug_instruction(module, w)) {
            define(module, w[2], w);
            module->has_lines |= in_function && w[4] == WB_DEBUG_LINE;
            module->has_local_names |= w[4] == WB_DEBUG_DECLARE || w[4] == WB_DEBUG_VALUE;
         }
         break;
      default: break;
      }
   }
}

int
wb_module_debug_op(const struct wb_module *module, const uint32_t *w)
{
   return is_debug_instruction(module, w) ? (int)w[4] : -1;
}

const uint32_t *
wb_module_debug(const struct wb_module *module, uint32_t id, enum wb_debug_op op, unsigned operands)
{
   const uint32_t *w = id < module->bound ? module->defs[id] : NULL;
   if (!w || wb_module_debug_op(module, w) != (int)op || length_of(w) < FIRST_OPERAND + operands)
      return NULL;
   return w;
}

uint32_t
wb_module_constant(const struct wb_module *module, uint32_t id, uint32_t otherwise)
{
   const uint32_t *w = id < module->bound ? module->defs[id] : NULL;
   return w && (w[0] & SpvOpCodeMask) == SpvOpConstant ? w[3] : otherwise;
}

const char *
wb_module_string(const struct wb_module *module, uint32_t id)
{
   const uint32_t *w = id < module->bound ? module->defs[id] : NULL;
   return w && (w[0] & SpvOpCodeMask) == SpvOpString ? (const char *)(w + 2) : NULL;
}

uint32_t
wb_module_parent_scope(const struct wb_module *module, uint32_t id)
{
   const uint32_t *w;
   if ((w = wb_module_debug(module, id, WB_DEBUG_LEXICAL_BLOCK, 4)))
      return w[8];
   if ((w = wb_module_debug(module, id, WB_DEBUG_LEXICAL_BLOCK_DISCRIMINATOR, 3)))
      return w[7];
   if ((w = wb_module_debug(module, id, WB_DEBUG_FUNCTION, 6)))
      return w[10];
   return 0;
}

/* A malformed module can make a ring of scopes. */
#define MAX_SCOPE_DEPTH 256

uint32_t
wb_module_function_scope(const struct wb_module *module, uint32_t id)
{
   for (unsigned depth = 0; id && depth < MAX_SCOPE_DEPTH; depth++) {
      if (wb_module_debug(module, id, WB_DEBUG_FUNCTION, 6))
         return id;
      id = wb_module_parent_scope(module, id);
   }
   return 0;
}

uint32_t
wb_module_inlined_parent(const struct wb_module *module, uint32_t id)
{
   const uint32_t *w = wb_module_debug(module, id, WB_DEBUG_INLINED_AT, 3);
   return w ? w[7] : 0;
}
