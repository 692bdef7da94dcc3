/* SPDX-License-Identifier: MIT */
/* Types of NonSemantic.Shader.DebugInfo.100. */
#include "wb_vtn_state.h"

#define MAX_TYPE_DEPTH 32
#define MAX_LENGTH 65536 /* of arrays: longer ones are no variables */

/* Encodings of DebugTypeBasic. */
enum { ENCODING_BOOLEAN = 2, ENCODING_FLOAT = 3, ENCODING_SIGNED = 4, ENCODING_SIGNED_CHAR = 5, ENCODING_UNSIGNED = 6,
       ENCODING_UNSIGNED_CHAR = 7 };

static const struct glsl_type *debug_type(const struct wb_module *module, uint32_t id, unsigned depth);

static const struct glsl_type *
basic_type(uint32_t bits, uint32_t encoding)
{
   if (encoding == ENCODING_BOOLEAN)
      return glsl_bool_type();
   if (bits != 8 && bits != 16 && bits != 32 && bits != 64)
      return NULL;
   switch (encoding) {
   case ENCODING_FLOAT: return bits == 8 ? NULL : glsl_floatN_t_type(bits);
   case ENCODING_SIGNED:
   case ENCODING_SIGNED_CHAR: return glsl_intN_t_type(bits);
   case ENCODING_UNSIGNED:
   case ENCODING_UNSIGNED_CHAR: return glsl_uintN_t_type(bits);
   default: return NULL;
   }
}

static const struct glsl_type *
vector_type(const struct glsl_type *component, uint32_t count)
{
   if (!component || !glsl_type_is_scalar(component) || count < 1 || count > NIR_MAX_VEC_COMPONENTS)
      return NULL;
   return glsl_vector_type(glsl_get_base_type(component), count);
}

static bool
is_float(const struct glsl_type *type)
{
   enum glsl_base_type base = glsl_get_base_type(type);
   return base == GLSL_TYPE_FLOAT || base == GLSL_TYPE_FLOAT16 || base == GLSL_TYPE_DOUBLE;
}

static const struct glsl_type *
matrix_type(const struct glsl_type *column, uint32_t count)
{
   if (!column || !glsl_type_is_vector(column) || count < 2 || count > 4 || glsl_get_vector_elements(column) > 4 ||
       !is_float(column))
      return NULL;
   return glsl_matrix_type(glsl_get_base_type(column), glsl_get_vector_elements(column), count);
}

/* Counts are the innermost dimension's last. */
static const struct glsl_type *
array_type(const struct wb_module *module, const uint32_t *w, unsigned depth)
{
   const struct glsl_type *type = debug_type(module, w[5], depth + 1);
   for (unsigned i = (w[0] >> SpvWordCountShift) - 1; type && i >= 6; i--) {
      uint32_t length = wb_module_constant(module, w[i], 0);
      type = length && length <= MAX_LENGTH ? glsl_array_type(type, length, 0) : NULL;
   }
   return type;
}

static const struct glsl_type *
struct_type(const struct wb_module *module, const uint32_t *w, unsigned depth)
{
   const unsigned first_member = 14;
   unsigned words = w[0] >> SpvWordCountShift, count = 0;
   if (words <= first_member)
      return NULL;
   struct glsl_struct_field *fields = calloc(words - first_member, sizeof(*fields));
   bool known = fields != NULL;
   for (unsigned i = first_member; known && i < words; i++) {
      const uint32_t *member = wb_module_debug(module, w[i], WB_DEBUG_TYPE_MEMBER, 2);
      if (!member)
         continue; /* a function of the class, or its base */
      const char *name = wb_module_string(module, member[5]);
      fields[count].type = debug_type(module, member[6], depth + 1);
      fields[count].name = name ? name : "";
      known = fields[count++].type != NULL;
   }
   const char *name = wb_module_string(module, w[5]);
   const struct glsl_type *type = known && count ? glsl_struct_type(fields, count, name ? name : "", false) : NULL;
   free(fields);
   return type;
}

static const struct glsl_type *
debug_type(const struct wb_module *module, uint32_t id, unsigned depth)
{
   const uint32_t *w;
   if (depth > MAX_TYPE_DEPTH)
      return NULL;
   if ((w = wb_module_debug(module, id, WB_DEBUG_TYPE_BASIC, 3)))
      return basic_type(wb_module_constant(module, w[6], 0), wb_module_constant(module, w[7], 0));
   if ((w = wb_module_debug(module, id, WB_DEBUG_TYPE_VECTOR, 2)))
      return vector_type(debug_type(module, w[5], depth + 1), wb_module_constant(module, w[6], 0));
   if ((w = wb_module_debug(module, id, WB_DEBUG_TYPE_MATRIX, 2)))
      return matrix_type(debug_type(module, w[5], depth + 1), wb_module_constant(module, w[6], 0));
   if ((w = wb_module_debug(module, id, WB_DEBUG_TYPE_ARRAY, 2)))
      return array_type(module, w, depth);
   if ((w = wb_module_debug(module, id, WB_DEBUG_TYPE_QUALIFIER, 1)))
      return debug_type(module, w[5], depth + 1);
   if ((w = wb_module_debug(module, id, WB_DEBUG_TYPEDEF, 2)))
      return debug_type(module, w[6], depth + 1);
   if ((w = wb_module_debug(module, id, WB_DEBUG_TYPE_COMPOSITE, 9)))
      return struct_type(module, w, depth);
   return NULL;
}

const struct glsl_type *
wb_debug_type(const struct wb_module *module, uint32_t id)
{
   return debug_type(module, id, 0);
}
